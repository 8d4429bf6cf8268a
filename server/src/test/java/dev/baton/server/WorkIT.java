// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.doctor.Finding;
import dev.baton.server.http.RawHttp.Answer;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Work as a part of nodes: spread by the coordinator, shown and changed through any node. */
class WorkIT {
    private static final String WORK = "work: {coordinate: true, worker: true%s}\n";

    private final TestNodes nodes = new TestNodes();

    @AfterEach
    void stop() {
        nodes.close();
    }

    private void start(String id, String more) {
        nodes.startWith(id, WORK.formatted(more));
    }

    private JsonNode work(String id) {
        return nodes.http(id).get("/api/v1/work").json();
    }

    private void await(String what, String id, Predicate<JsonNode> fact) {
        eventually(what, TestNodes.PATIENCE, () -> fact.test(work(id)), () -> work(id));
    }

    private Answer post(String id, String operation, String body) {
        return nodes.http(id).post("/api/v1/work/" + operation, body);
    }

    private static int owned(JsonNode work, String worker) {
        for (JsonNode it : work.path("workers")) {
            if (it.path("id").asText().equals(worker)) {
                return it.path("partitions").asInt() - it.path("moving").asInt();
            }
        }
        return -1;
    }

    private static Predicate<JsonNode> spread(int n1, int n2) {
        return it -> owned(it, "n1") == n1
                && owned(it, "n2") == n2
                && it.path("moving").asInt() == 0;
    }

    @Test
    void anyNodeShowsAndChangesTheWorkAndTheCoordinatorNotesIt() {
        start("n1", "");
        await("n1 coordinates", "n1", it -> it.at("/coordinator/node").asText().equals("n1"));
        start("n2", "");
        await(
                "n2 sees who coordinates",
                "n2",
                it -> it.at("/coordinator/node").asText().equals("n1"));

        // Asked of the node that does not coordinate.
        Answer created = post("n2", "create-list", "{\"list\":\"billing/invoices\",\"partitions\":4}");
        assertThat(created.status()).as(created.body()).isEqualTo(200);
        assertThat(created.json().path("by").asText()).isEqualTo("n1");
        await("both have half", "n2", spread(2, 2));

        JsonNode partitions = nodes.http("n2")
                .get("/api/v1/work/lists/billing/invoices/partitions")
                .json();
        String first = partitions.at("/owned/0/owner").asText();
        String other = first.equals("n1") ? "n2" : "n1";
        Answer moved = post("n2", "move", "{\"partition\":\"billing/invoices/0\",\"to\":\"" + other + "\"}");
        assertThat(moved.status()).as(moved.body()).isEqualTo(200);
        await("the balance is kept", "n1", spread(2, 2));
        assertThat(work("n1").path("placements")).isEmpty();

        Answer plan = nodes.http("n2").get("/api/v1/work/plan?without=n2");
        assertThat(plan.json().path("moves").asInt()).isEqualTo(2);
        assertThat(plan.json().at("/workers/0/then").asInt()).isEqualTo(4);

        assertThat(post("n2", "drain", "{\"worker\":\"n2\"}").status()).isEqualTo(200);
        await("n1 has all", "n2", spread(4, 0));
        assertThat(post("n1", "pin", "{\"partition\":\"billing/invoices/1\",\"worker\":\"n2\"}")
                        .code())
                .isEqualTo("CONFLICT");
        assertThat(post("n1", "drain", "{\"worker\":\"n2\",\"draining\":false}").status())
                .isEqualTo(200);
        await("both have half again", "n2", spread(2, 2));

        assertThat(post("n2", "change-list", "{\"list\":\"billing/invoices\",\"partitions\":-4}")
                        .code())
                .isEqualTo("BAD_REQUEST");
        assertThat(post("n2", "change-list", "{\"list\":\"billing/none\",\"partitions\":4}")
                        .code())
                .isEqualTo("NOT_FOUND");
        assertThat(nodes.http("n1").get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation"))
                .extracting(it -> it.path("reason").asText())
                .containsExactly("create-list", "move", "drain", "pin", "drain", "change-list", "change-list");
        assertThat(nodes.http("n2").get("/api/v1/events?limit=1000").json().path("events"))
                .noneMatch(it -> it.path("type").asText().equals("operation"));

        String metrics = nodes.http("n1").get("/metrics").body();
        assertThat(metrics)
                .contains("baton_work_coordinating 1.0")
                .contains("baton_work_owned 2.0")
                .contains("baton_work_assigned 4.0")
                .contains("baton_work_unassigned 0.0")
                .contains("baton_work_unassigned_oldest_seconds 0.0")
                .contains("baton_work_round_seconds");
        assertThat(nodes.http("n1").get("/openapi.json").json().at("/components/schemas/WorkList/properties/leaving"))
                .isNotEmpty();
    }

    private Finding doctor() {
        return NodeConfig.parse(nodes.yaml("n9", "") + WORK.formatted(""), Map.of()).checks().stream()
                .map(it -> it.run(() -> false))
                .filter(it -> it.check().equals("work"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void theDoctorLooksAtTheTables() {
        Finding before = doctor();
        assertThat(before.level()).isEqualTo(Finding.Level.WARN);
        assertThat(before.detail()).contains("baton_work_partition is missing");

        start("n1", ", lists: [{name: jobs, partitions: 6}]");
        await("the list is there", "n1", it -> owned(it, "n1") == 6);

        Finding after = doctor();
        assertThat(after.level()).isEqualTo(Finding.Level.OK);
        assertThat(after.detail()).contains("1 task lists, 1 workers");
    }

    @Test
    void aStoppedNodeGivesItsPartitionsAwayFirst() {
        start("n1", ", lists: [{name: jobs, partitions: 6}]");
        start("n2", "");
        await("both have half", "n1", spread(3, 3));

        nodes.server("n1").close();

        await(
                "n2 has all, and coordinates",
                "n2",
                it -> owned(it, "n2") == 6
                        && it.at("/coordinator/node").asText().equals("n2"));
        assertThat(nodes.http("n2")
                        .get("/api/v1/work/lists/default/jobs/partitions")
                        .json()
                        .at("/owned/0/state")
                        .asText())
                .isEqualTo("ASSIGNED");
    }

    @Test
    void theConfigurationOfTheCoordinatorHoldsAndANodeThatSaysOtherwiseRaisesAnAlarm() {
        start("n1", ", lists: [{name: jobs, partitions: 6}]");
        await("the list is there", "n1", it -> owned(it, "n1") == 6);
        start("n2", ", lists: [{name: jobs, partitions: 8}]");

        assertThat(post("n2", "change-list", "{\"list\":\"jobs\",\"partitions\":7}")
                        .code())
                .isEqualTo("CONFLICT");
        nodes.await("n2 raises an alarm", "n2", it -> it.toString().contains("WORK_LISTS_DIFFER"));
        assertThat(work("n2").path("partitions").asInt()).isEqualTo(6);

        nodes.server("n1").close();
        await("n2 coordinates, by its own configuration", "n2", it -> owned(it, "n2") == 8);
        nodes.await("no alarm", "n2", it -> !it.toString().contains("WORK_LISTS_DIFFER"));
    }
}
