// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.UncheckedIOException;

/** Reads and writes JSON, in ASCII, so that no id can act on a terminal that shows it. */
public final class JsonOutput {
    private static final JsonMapper MAPPER =
            JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private JsonOutput() {}

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static JsonNode parse(String text) throws JsonProcessingException {
        return MAPPER.readTree(text);
    }

    public static ObjectNode of(Object value) {
        return MAPPER.valueToTree(value);
    }

    /** One line. */
    public static String write(JsonNode node) {
        try {
            return MAPPER.writeValueAsString(node).replace("\u007f", "\\u007f");
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
