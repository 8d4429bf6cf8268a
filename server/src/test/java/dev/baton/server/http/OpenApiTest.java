// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The document says what the routes do, no more and no less. */
class OpenApiTest {
    private static JsonNode document() throws IOException {
        try (InputStream in = OpenApiTest.class.getResourceAsStream("openapi.json")) {
            return new ObjectMapper().readTree(in);
        }
    }

    @Test
    void everyCallIsDescribedWithTheRoleThatItTakes() throws IOException {
        Map<String, String> served = new TreeMap<>();
        new Admin(null, null, null, null, null, null, null, null, null)
                .routes("n1")
                .forEach(route -> served.put(
                        route.method().name() + " "
                                + route.path().replace('<', '{').replace('>', '}'),
                        route.role()
                                .map(role -> role.name().toLowerCase(Locale.ROOT))
                                .orElse("nobody")));
        Map<String, String> described = new TreeMap<>();
        document()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .properties()
                        .forEach(call -> described.put(
                                call.getKey().toUpperCase(Locale.ROOT) + " " + path.getKey(),
                                call.getValue().path("x-role").asText("nobody"))));

        assertThat(described).isEqualTo(served);
    }

    @Test
    void everyReferenceLeadsSomewhere() throws IOException {
        JsonNode schemas = document().path("components").path("schemas");
        TreeSet<String> used = new TreeSet<>();
        document().findValuesAsText("$ref").forEach(it -> used.add(it.substring(it.lastIndexOf('/') + 1)));

        assertThat(used).allMatch(schemas::has);
        schemas.fieldNames().forEachRemaining(name -> assertThat(used).contains(name));
    }
}
