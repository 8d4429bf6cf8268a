// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton work} against three nodes in processes of their own, on PostgreSQL. */
@Timeout(240)
class WorkCommandsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final TestDatabase database = Servers.postgres();
    private final Map<String, Process> nodes = new HashMap<>();

    @BeforeEach
    void start() throws IOException {
        for (String id : List.of("n1", "n2", "n3")) {
            Path file = Files.writeString(folder.resolve(id + ".yml"), """
                    node: {id: %1$s, cluster: work-commands}
                    elector:
                      type: sql
                      sql: {url: '%2$s', user: '%3$s', password: '%4$s', lease: 4s, peer: {enabled: true}}
                    admin: {port: 0, port_file: '%5$s/%1$s.port'}
                    work: {coordinate: true, worker: true, lists: [{name: mails, partitions: 3}]}
                    """.formatted(
                            id, database.url(), database.user(), database.password(), folder));
            nodes.put(
                    id,
                    new ProcessBuilder(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-Xmx128m",
                                    "-XX:TieredStopAtLevel=1",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    BatonCommand.class.getName(),
                                    "server",
                                    "-c",
                                    file.toString())
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve(id + ".log").toFile())
                            .start());
        }
        for (String id : nodes.keySet()) {
            eventually(id + " serves", PATIENCE, () -> Files.exists(folder.resolve(id + ".port")), () -> log(id));
        }
    }

    @AfterEach
    void stop() throws InterruptedException {
        for (Process node : nodes.values()) {
            node.destroyForcibly().waitFor();
        }
    }

    private String log(String id) {
        try {
            return Files.readString(folder.resolve(id + ".log"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private CommandLab baton(String asked, int exit, String... arguments) {
        CommandLab lab = new CommandLab().with("BATON_SERVER", address(asked));
        assertThat(lab.run(arguments)).as(lab.out() + lab.err()).isEqualTo(exit);
        return lab;
    }

    private String address(String id) {
        try {
            return "http://127.0.0.1:"
                    + Files.readString(folder.resolve(id + ".port")).strip();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private JsonNode work(String asked) {
        CommandLab lab = new CommandLab().with("BATON_SERVER", address(asked));
        lab.run("work", "--json");
        try {
            return new ObjectMapper().readTree(lab.out());
        } catch (IOException strange) {
            throw new UncheckedIOException(strange);
        }
    }

    private void await(String what, Predicate<JsonNode> fact) {
        await(what, "n3", fact);
    }

    private void await(String what, String asked, Predicate<JsonNode> fact) {
        eventually(what, PATIENCE, () -> fact.test(work(asked)), () -> work(asked) + log("n1"));
    }

    private static int owned(JsonNode work, String worker) {
        return work.path("workers")
                .valueStream()
                .filter(it -> it.path("id").asText().equals(worker))
                .mapToInt(it -> it.path("partitions").asInt())
                .sum();
    }

    private static boolean isSettled(JsonNode work, int partitions) {
        return work.path("assigned").asInt() == partitions
                && work.path("moving").asInt() == 0
                && work.path("skew").asInt() <= 1;
    }

    private String owner(String list, int partition) {
        return owners(list).get(partition);
    }

    private List<String> owners(String list) {
        try {
            return new ObjectMapper()
                    .readTree(baton("n2", 0, "work", "owners", list, "--json").out())
                    .path("owned")
                    .valueStream()
                    .map(it -> it.path("owner").asText())
                    .toList();
        } catch (IOException strange) {
            throw new UncheckedIOException(strange);
        }
    }

    @Test
    void listsAreCreatedSpreadMovedPinnedDrainedAndSurviveAKill() throws InterruptedException {
        for (String id : nodes.keySet()) {
            await(id + " sees who coordinates", id, it -> it.has("coordinator"));
        }
        await(
                "the configured list is owned",
                it -> isSettled(it, 3) && it.path("workers").size() == 3);

        assertThat(baton("n2", 0, "work", "lists", "create", "billing/invoices", "12")
                        .out())
                .contains("billing/invoices has 12 partitions");
        await("all have a share", it -> isSettled(it, 15));
        assertThat(baton("n1", 0, "work").out())
                .contains("15 partitions on 3 workers, 15 assigned, 0 moving, 0 unassigned")
                .contains("billing")
                .contains("  invoices")
                .contains("configured");

        assertThat(baton("n1", 0, "work", "plan", "--without", "n2").out())
                .contains("5 partitions would move without n2");

        String other = owner("billing/invoices", 0).equals("n1") ? "n2" : "n1";
        assertThat(baton("n3", 0, "work", "move", "billing/invoices/0", other).out())
                .contains("billing/invoices/0 is on " + other);
        assertThat(owner("billing/invoices", 0)).isEqualTo(other);
        await("the balance is kept", it -> isSettled(it, 15));

        baton("n3", 0, "work", "pin", "billing/invoices/1", "n3");
        await("the pinned one is there", it -> owner("billing/invoices", 1).equals("n3") && isSettled(it, 15));

        assertThat(baton("n1", 0, "work", "ban", "--list", "mails", "n2").out())
                .contains("default/mails is banned from n2");
        assertThat(baton("n1", 0, "work", "ban", "billing/invoices/2", "n9").out())
                .contains("billing/invoices/2 is banned from n9, which is not present now");
        await("n2 has none of the banned list", it -> !owners("mails").contains("n2"));
        await(
                "the others have all of it",
                it -> it.path("assigned").asInt() == 15 && it.path("moving").asInt() == 0);
        assertThat(baton("n1", 0, "work").out()).containsPattern("ban +billing/invoices/2 +n9 +absent");
        assertThat(baton("n1", 0, "work", "owners", "billing/invoices").out()).contains("BANNED FROM");
        baton("n1", 0, "work", "unban", "--list", "mails", "n2");
        baton("n1", 0, "work", "unban", "billing/invoices/2", "n9");
        await("all may be anywhere again", it -> isSettled(it, 15));

        assertThat(baton("n2", 5, "work", "drain", "n2").err()).contains("Confirm with --yes");
        assertThat(baton("n2", 0, "work", "drain", "n2", "--yes", "--wait", "60s")
                        .out())
                .contains("n2 is being drained; it has no partitions now");
        baton("n1", 0, "work", "resume", "n2");
        // Alone there is nobody to take over.
        baton("n1", 0, "work", "drain", "n1", "--yes", "--wait", "60s");
        baton("n1", 0, "work", "drain", "n2", "--yes", "--wait", "60s");
        assertThat(baton("n1", 4, "work", "drain", "n3", "--yes", "--wait", "1s")
                        .out())
                .contains("it still has 15");
        for (String id : nodes.keySet()) {
            baton("n1", 0, "work", "resume", id);
        }
        await("n2 works again", it -> owned(it, "n2") == 5 && isSettled(it, 15));

        badInput();

        baton("n2", 0, "work", "lists", "resize", "billing/invoices", "6", "--yes");
        await("what is beyond is released", it -> isSettled(it, 9));
        baton("n2", 0, "work", "unpin", "billing/invoices/1");

        String coordinator = work("n1").at("/coordinator/node").asText();
        String remaining = coordinator.equals("n1") ? "n2" : "n1";
        nodes.get(coordinator).destroyForcibly().waitFor();
        await(
                "the others have all, and one of them coordinates",
                remaining,
                it -> isSettled(it, 9)
                        && owned(it, coordinator) == 0
                        && !it.at("/coordinator/node").asText().equals(coordinator));

        baton(remaining, 0, "work", "lists", "retire", "billing/*", "--yes");
        await(
                "only the configured list is left",
                remaining,
                it -> isSettled(it, 3) && it.path("domains").size() == 1);
    }

    private void badInput() {
        assertThat(baton("n1", 2, "work", "lists", "create", "jobs", "-4").err())
                .contains("must be from 0 to 1000000");
        assertThat(baton("n1", 2, "work", "lists", "create", "jobs", "many").err())
                .contains("many");
        assertThat(baton("n1", 2, "work", "lists", "create", "jobs", "4", "--weight", "0")
                        .err())
                .contains("weight 0; it must be from 1");
        assertThat(baton("n1", 5, "work", "lists", "create", "billing/invoices", "4")
                        .err())
                .contains("exists");
        assertThat(baton("n1", 5, "work", "lists", "resize", "mails", "4").err())
                .contains("change it there");
        assertThat(baton("n1", 5, "work", "lists", "resize", "billing/invoices", "6")
                        .err())
                .contains("billing/invoices has 12 partitions", "Confirm with --yes");
        assertThat(baton("n1", 3, "work", "lists", "resize", "billing/none", "6")
                        .err())
                .contains("is not known");
        assertThat(baton("n1", 3, "work", "owners", "billing/none").err()).contains("no such task list");
        assertThat(baton("n1", 3, "work", "pin", "billing/invoices/0", "n9").err())
                .contains("worker n9 is not present");
        assertThat(baton("n1", 3, "work", "pin", "billing/invoices/99", "n1").err())
                .contains("has 12 partitions");
        assertThat(baton("n1", 2, "work", "pin", "billing/invoices", "n1").err())
                .contains("does not end with a number");
        assertThat(baton("n1", 3, "work", "plan", "--without", "n9").err()).contains("worker n9 is not present");
        assertThat(baton("n1", 3, "work", "unpin", "billing/invoices/2").err()).contains("is not pinned");
        assertThat(baton("n1", 3, "work", "unban", "billing/invoices/2", "n1").err())
                .contains("is not banned from n1");
        assertThat(baton("n1", 5, "work", "ban", "billing/invoices/1", "n3").err())
                .contains("is pinned to n3: unpin it first");
    }
}
