// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.server.doctor.Finding;
import dev.baton.server.http.RawHttp.Answer;
import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

        assertThat(post("n2", "ban", "{\"list\":\"billing/invoices\",\"worker\":\"n2\"}")
                        .status())
                .isEqualTo(200);
        await("nothing is on n2, which is banned", "n2", spread(4, 0));
        assertThat(work("n2").at("/placements/0/kind").asText()).isEqualTo("ban");
        assertThat(post("n2", "unban", "{\"list\":\"billing/invoices\",\"worker\":\"n2\"}")
                        .status())
                .isEqualTo(200);
        await("both have half once more", "n2", spread(2, 2));

        assertThat(post("n2", "change-list", "{\"list\":\"billing/invoices\",\"partitions\":-4}")
                        .code())
                .isEqualTo("BAD_REQUEST");
        assertThat(post("n2", "change-list", "{\"list\":\"billing/none\",\"partitions\":4}")
                        .code())
                .isEqualTo("NOT_FOUND");
        assertThat(nodes.http("n1").get("/api/v1/events?limit=1000").json().path("events"))
                .filteredOn(it -> it.path("type").asText().equals("operation"))
                .extracting(it -> it.path("reason").asText())
                .containsExactly(
                        "create-list", "move", "drain", "pin", "drain", "ban", "unban", "change-list", "change-list");
        assertThat(nodes.http("n2").get("/api/v1/events?limit=1000").json().path("events"))
                .noneMatch(it -> it.path("type").asText().equals("operation"));

        String metrics = nodes.http("n1").get("/metrics").body();
        assertThat(metrics)
                .contains("baton_work_coordinating 1.0")
                .contains("baton_work_owned 2.0")
                .contains("baton_work_assigned 4.0")
                .contains("baton_work_unassigned 0.0")
                .contains("baton_work_unassigned_oldest_seconds 0.0")
                .contains("baton_work_lists_failed 0.0")
                .contains("baton_work_round_seconds");
        assertThat(nodes.http("n1").get("/openapi.json").json().at("/components/schemas/WorkList/properties/leaving"))
                .isNotEmpty();
    }

    @Test
    void ofManyThatCreateOneListOneDoes() {
        start("n1", "");
        await("n1 coordinates", "n1", it -> it.at("/coordinator/node").asText().equals("n1"));

        List<Answer> answers = IntStream.rangeClosed(1, 8)
                .parallel()
                .mapToObj(it -> post("n1", "create-list", "{\"list\":\"race\",\"partitions\":" + it + "}"))
                .toList();

        assertThat(answers).filteredOn(it -> it.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(it -> it.status() != 200)
                .extracting(Answer::code)
                .containsOnly("CONFLICT");
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

    private void startWithCommand(String command, int partitions, int most) {
        String yaml = nodes.yaml("n1", "").replace("peer: {enabled: true}", "peer: {enabled: false}");
        String more = ", lists: [{name: jobs, partitions: %d}], max_commands: %d, grace: 500ms, command: [sh, -c, '%s']"
                .formatted(partitions, most, command);
        nodes.run("n1", yaml + WORK.formatted(more));
    }

    @Test
    void aCommandThatEndsIsStartedAgain(@TempDir Path folder) {
        File runs = folder.resolve("runs").toFile();

        startWithCommand("echo >> " + runs + "; exit 3", 1, 1);

        eventually("it has run three times", TestNodes.PATIENCE, () -> runs.length() >= 3, () -> work("n1"));
    }

    @Test
    void noMoreCommandsRunThanAreAllowed() {
        startWithCommand("exec sleep 600", 3, 2);

        nodes.await("one has no command", "n1", it -> it.toString().contains("WORK_COMMANDS_WAIT"));
    }

    private Reload reload(String id, String more) {
        return nodes.server(id).reload(NodeConfig.parse(nodes.yaml(id, "") + WORK.formatted(more), Map.of()));
    }

    @Test
    void changedTaskListsHoldAfterAReload() {
        start("n1", ", lists: [{name: jobs, partitions: 6}, {name: mails, partitions: 2}]");
        await("the lists are there", "n1", it -> owned(it, "n1") == 8);
        start("n2", ", lists: [{name: jobs, partitions: 4}]");
        nodes.await("n2 says otherwise", "n2", it -> it.toString().contains("WORK_LISTS_DIFFER"));

        Reload reload =
                reload("n1", ", max_moves: 3, lists: [{name: jobs, partitions: 4}, {name: new, partitions: 3}]");

        assertThat(reload.applied())
                .containsExactly(
                        "work.lists[0].partitions", "work.lists[1].name", "work.lists[1].partitions", "work.max_moves");
        assertThat(reload.needsRestart()).isEmpty();
        await(
                "one is smaller, one is new, and what is not named any more is left alone",
                "n1",
                it -> it.path("assigned").asInt() == 9 && it.path("moving").asInt() == 0);
        assertThat(post("n2", "change-list", "{\"list\":\"mails\",\"partitions\":1,\"shrink\":true}")
                        .status())
                .as("it is not in the configuration any more")
                .isEqualTo(200);
        assertThat(post("n2", "change-list", "{\"list\":\"new\",\"partitions\":5}")
                        .code())
                .isEqualTo("CONFLICT");

        reload("n2", ", lists: [{name: jobs, partitions: 4}, {name: new, partitions: 3}]");
        nodes.await("no alarm", "n2", it -> !it.toString().contains("WORK_LISTS_DIFFER"));
        Reload restart =
                reload("n2", ", takes: [jobs], lists: [{name: jobs, partitions: 4}, {name: new, partitions: 3}]");
        assertThat(restart.needsRestart()).containsExactly("work.takes");
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
