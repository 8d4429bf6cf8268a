// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AdminJson;
import dev.baton.admin.ClusterView;
import dev.baton.admin.FieldDoc;
import dev.baton.admin.NodeView;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The description is made of the routes and their records, so whatever they have shows up in it. */
class OpenApiTest {
    enum Colour {
        RED,
        GREEN
    }

    record Inner(boolean good) {}

    record Everything(
            String text,
            @FieldDoc("why it may be absent") @Nullable Long number,
            Instant at,
            List<Inner> inner,
            Map<String, String> more,
            @FieldDoc(oneOf = Colour.class) String colour,
            NodeView.Status status) {}

    private static JsonNode describe(Route... routes) {
        return AdminJson.tree(OpenApi.document(List.of(routes)));
    }

    private static List<Route> all() {
        return new Admin(null, null, null, null, List.of(), new Dashboard(List.of()), null, null, null).routes();
    }

    @Test
    void everyFieldOfARecordIsDescribed() {
        JsonNode document = describe(Route.get("/thing", "A thing", Everything.class, call -> null));

        JsonNode schema = document.at("/components/schemas/Everything");
        assertThat(schema.at("/properties").fieldNames())
                .toIterable()
                .containsExactly("text", "number", "at", "inner", "more", "colour", "status");
        assertThat(schema.path("required"))
                .extracting(JsonNode::asText)
                .containsExactly("text", "at", "inner", "more", "colour", "status");
        assertThat(schema.at("/properties/number").toString())
                .isEqualTo("{\"type\":\"integer\",\"format\":\"int64\",\"description\":\"why it may be absent\"}");
        assertThat(schema.at("/properties/inner/items/$ref").asText()).isEqualTo("#/components/schemas/Inner");
        assertThat(schema.at("/properties/colour/enum").toString()).isEqualTo("[\"RED\",\"GREEN\"]");
        assertThat(schema.at("/properties/status/enum").toString())
                .isEqualTo("[\"up\",\"suspect\",\"unreachable\",\"leaving\"]");
        assertThat(document.at("/components/schemas/Inner/properties/good/type").asText())
                .isEqualTo("boolean");
    }

    /** The records of the API as they are: nobody has to remember to describe a field that is added. */
    @Test
    void theNodesOfAClusterAreDescribedFieldByField() {
        JsonNode schemas = describe(Route.get("/c", "A cluster", ClusterView.class, call -> null))
                .at("/components/schemas");

        assertThat(schemas.at("/Node/properties").fieldNames())
                .toIterable()
                .containsExactlyElementsOf(Stream.of(NodeView.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .toList());
    }

    @Test
    void everyCallHasASummaryARoleAndItsParameters() {
        JsonNode paths = describe(all().toArray(Route[]::new)).path("paths");

        assertThat(all()).allSatisfy(route -> {
            JsonNode call = paths.path(route.path().replace('<', '{').replace('>', '}'))
                    .path(route.method().name().toLowerCase(java.util.Locale.ROOT));
            assertThat(call.path("summary").asText()).as(route.path()).isNotBlank();
            assertThat(call.has("x-role"))
                    .as(route.path())
                    .isEqualTo(route.role().isPresent());
            assertThat(call.path("requestBody").isMissingNode())
                    .isEqualTo(route.body().isEmpty());
        });
        assertThat(paths.path("/api/v1/elections").at("/get/parameters"))
                .extracting(it -> it.path("name").asText())
                .containsExactly("limit", "cursor", "q");
        assertThat(paths.path("/api/v1/elections")
                        .at("/get/parameters/0/schema")
                        .toString())
                .isEqualTo("{\"type\":\"integer\",\"minimum\":1,\"maximum\":1000,\"default\":100}");
    }

    @Test
    void aParameterThatIsNotDeclaredCannotBeRead() {
        Route route = Route.get("/thing", "A thing", Inner.class, call -> new Inner(true))
                .text("q", "");

        assertThat(route.parameter("q").name()).isEqualTo("q");
        assertThatThrownBy(() -> route.parameter("other")).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void everyReferenceLeadsSomewhere() {
        JsonNode document = describe(all().toArray(Route[]::new));
        JsonNode schemas = document.at("/components/schemas");
        TreeSet<String> used = new TreeSet<>();
        document.findValuesAsText("$ref").forEach(it -> used.add(it.substring(it.lastIndexOf('/') + 1)));

        assertThat(used).hasSizeGreaterThan(15).allMatch(schemas::has);
        schemas.fieldNames().forEachRemaining(name -> assertThat(used).contains(name));
    }
}
