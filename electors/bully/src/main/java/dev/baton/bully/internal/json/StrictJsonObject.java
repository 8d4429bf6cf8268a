// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.json;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.quorum.Bounds;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** One JSON object that is read strictly: what is missing, of another type, duplicate or too deep is an error. */
public final class StrictJsonObject {
    private static final int DEEPEST = 12;
    private static final int MAX_TEXT_LENGTH = 1_024;
    private static final int MAX_NUMBER_LENGTH = 24;

    private static final ObjectMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .maxStringLength(MAX_TEXT_LENGTH)
                            .maxNameLength(MAX_TEXT_LENGTH)
                            .maxNumberLength(MAX_NUMBER_LENGTH)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode node;

    private StrictJsonObject(JsonNode node) {
        if (!node.isObject()) {
            throw new IllegalArgumentException("not a JSON object");
        }
        this.node = node;
    }

    /** @throws IllegalArgumentException if it is not one JSON object; the text is not repeated */
    public static StrictJsonObject parse(String text) {
        try {
            return new StrictJsonObject(MAPPER.readTree(text));
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException("malformed JSON", malformed);
        }
    }

    public static ObjectNode object() {
        return MAPPER.createObjectNode();
    }

    public static String write(ObjectNode object) {
        try {
            return MAPPER.writeValueAsString(object);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private JsonNode field(String name) {
        JsonNode field = node.get(name);
        if (field == null) {
            throw new IllegalArgumentException("\"" + name + "\" is missing");
        }
        return field;
    }

    public boolean has(String name) {
        return node.has(name);
    }

    public String text(String name) {
        JsonNode field = field(name);
        if (!field.isTextual()) {
            throw new IllegalArgumentException("\"" + name + "\" is not a text");
        }
        return field.textValue();
    }

    public long number(String name) {
        JsonNode field = field(name);
        if (!field.isIntegralNumber() || !field.canConvertToLong()) {
            throw new IllegalArgumentException("\"" + name + "\" is not a whole number");
        }
        return field.longValue();
    }

    public ElectionName election(String name) {
        return ElectionName.of(text(name));
    }

    public int small(String name) {
        return Math.toIntExact(Math.max(Integer.MIN_VALUE, Math.min(Integer.MAX_VALUE, number(name))));
    }

    /** An epoch after which there are others. */
    public Epoch epoch(String name) {
        Epoch epoch = Epoch.of(number(name));
        if (epoch.isAfter(Bounds.HIGHEST_EPOCH)) {
            throw new IllegalArgumentException("\"" + name + "\" is not a valid epoch");
        }
        return epoch;
    }

    public boolean flag(String name) {
        JsonNode field = field(name);
        if (!field.isBoolean()) {
            throw new IllegalArgumentException("\"" + name + "\" is neither true nor false");
        }
        return field.booleanValue();
    }

    public StrictJsonObject object(String name) {
        return new StrictJsonObject(field(name));
    }

    public <T> List<T> list(String name, int most, Function<StrictJsonObject, T> reader) {
        JsonNode field = field(name);
        if (!field.isArray() || field.size() > most) {
            throw new IllegalArgumentException("\"" + name + "\" is not a list of at most " + most);
        }
        List<T> items = new ArrayList<>();
        field.forEach(item -> items.add(reader.apply(new StrictJsonObject(item))));
        return items;
    }

    /** Reads every field of the object as a text, by its name. */
    public List<String> names() {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }
}
