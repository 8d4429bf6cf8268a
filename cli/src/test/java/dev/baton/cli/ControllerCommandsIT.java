// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code baton controller}, {@code topics} and {@code nodes} against three nodes in processes of their own, and nothing else. */
@Timeout(240)
class ControllerCommandsIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, Process> nodes = new TreeMap<>();

    @BeforeEach
    void start() throws IOException {
        List.of("n1", "n2", "n3").forEach(id -> ports.put(id, FreePorts.take()));
        for (String id : ports.keySet()) {
            start(id);
        }
        ports.keySet()
                .forEach(id -> eventually(id + " knows three nodes", PATIENCE, () -> taking(id) == 3, () -> log(id)));
    }

    private void start(String id) throws IOException {
        String all = ports.entrySet().stream()
                .map(it -> "'" + it.getKey() + "=127.0.0.1:" + it.getValue() + "'")
                .collect(Collectors.joining(", "));
        Files.deleteIfExists(folder.resolve(id + ".port"));
        Path file = Files.writeString(folder.resolve(id + ".yml"), """
                node: {id: %1$s, cluster: controller-commands}
                elector: {type: raft, raft: {bind: '127.0.0.1:%2$d', bootstrap: [%3$s], state_folder: '%4$s/%1$s'}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0, port_file: '%4$s/%1$s.port', peer_timeout: 10s, operation_timeout: 30s}
                """.formatted(id, ports.get(id), all, folder));
        nodes.put(
                id,
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-Xmx192m",
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

    @AfterEach
    void stop() throws InterruptedException {
        for (Process node : nodes.values()) {
            node.destroyForcibly().waitFor();
        }
    }

    private String log(String id) {
        return text(folder.resolve(id + ".log"));
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private String address(String id) {
        return "http://127.0.0.1:" + text(folder.resolve(id + ".port")).strip();
    }

    private CommandLab asked(String id) {
        return new CommandLab().with("BATON_SERVER", address(id));
    }

    private String baton(String id, int exit, String... arguments) {
        AtomicReference<CommandLab> last = new AtomicReference<>(asked(id));
        // The group may have no leader for a moment.
        eventually(
                "an answer",
                PATIENCE,
                () -> {
                    CommandLab lab = asked(id);
                    last.set(lab);
                    int status = lab.run(patient(arguments));
                    boolean leaderless = lab.err().contains("no majority answers");
                    if (!leaderless) {
                        assertThat(status).as(lab.out() + lab.err()).isEqualTo(exit);
                    }
                    return !leaderless;
                },
                () -> last.get().err());
        return last.get().out();
    }

    private static String[] patient(String... arguments) {
        return Stream.concat(Stream.of(arguments), Stream.of("--timeout", "60s"))
                .toArray(String[]::new);
    }

    private JsonNode json(String id, String... arguments) {
        CommandLab lab = asked(id);
        lab.run(patient(arguments));
        return parsed(lab.out());
    }

    private static JsonNode parsed(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException strange) {
            throw new UncheckedIOException(strange);
        }
    }

    private long taking(String id) {
        if (!Files.exists(folder.resolve(id + ".port"))) {
            return 0;
        }
        long taking = 0;
        for (JsonNode node : json(id, "controller", "--json").path("nodes")) {
            taking += node.path("fenced").asBoolean() || node.path("draining").asBoolean() ? 0 : 1;
        }
        return taking;
    }

    @Test
    void topicsAndNodesAreShownAndChangedFromTheCommandLine() {
        assertThat(baton("n1", 0, "topics", "create", "orders", "--partitions", "4", "--config", "retention.ms=9"))
                .contains("topic orders is created");
        baton("n2", 0, "topics", "create", "mails", "--replication-factor", "2");
        assertThat(baton("n3", 0, "topics")).contains("orders").contains("mails");
        assertThat(baton("n3", 0, "topics", "list")).contains("orders");
        assertThat(baton("n2", 0, "topics", "describe", "orders"))
                .contains("retention.ms = 9")
                .contains("PARTITION");
        baton("n2", 0, "topics", "alter", "orders", "--partitions", "6", "--config", "retention.ms=");
        assertThat(parsed(baton("n1", 0, "topics", "describe", "orders", "--json"))
                        .path("partitions"))
                .hasSize(6);
        assertThat(baton("n1", 0, "controller")).contains("leads in term").contains("hash of controller");

        Path kept = folder.resolve("state");
        assertThat(baton("n1", 0, "controller", "snapshot", kept.toString())).contains("bytes");
        baton("n1", 0, "topics", "delete", "orders", "--yes");
        baton("n1", 3, "topics", "describe", "orders");
        baton("n1", 2, "topics", "describe", "no such?topic");
        baton("n3", 0, "controller", "restore", kept.toString(), "--yes");
        assertThat(parsed(baton("n1", 0, "topics", "describe", "orders", "--json"))
                        .path("partitions"))
                .hasSize(6);

        baton("n1", 5, "topics", "delete", "orders");
        movesAPartition();
        baton("n1", 5, "nodes", "remove", "n3", "--yes");
        baton("n1", 0, "nodes", "drain", "n3", "--yes");
        baton("n1", 0, "nodes", "resume", "n3");
        assertThat(baton("n1", 0, "nodes")).contains("n3");
        assertThat(log("n1") + log("n2") + log("n3"))
                .as("what is said by the parts of Ratis, and by a rehearsed lead")
                .doesNotContain("rehearsal")
                .doesNotContain("thirdparty");
        // Members are not always at the same entry.
        eventually(
                "doctor compares the states",
                PATIENCE,
                () -> baton("n1", 0, "doctor", "--server", address("n1")).contains("with the same state"),
                () -> baton("n1", 0, "doctor", "--server", address("n1")));
    }

    private void movesAPartition() {
        JsonNode mails = parsed(baton("n1", 0, "topics", "describe", "mails", "--json"));
        List<String> replicas = new ArrayList<>();
        mails.path("partitions").path(0).path("replicas").forEach(it -> replicas.add(it.asText()));
        String other = ports.keySet().stream()
                .filter(it -> !replicas.contains(it))
                .findFirst()
                .orElseThrow();
        String to = replicas.get(0) + "," + other;

        baton("n1", 5, "topics", "move", "mails", "0", "--to", to);
        baton("n1", 3, "topics", "move", "missing", "0", "--to", to, "--yes");
        baton("n1", 3, "topics", "move", "mails", "0", "--to", replicas.get(0) + ",n9", "--yes");
        baton("n1", 2, "topics", "move", "mails", "0", "--yes");
        eventually(
                "the group has a leader, and moves",
                PATIENCE,
                () -> asked("n1").run(patient("topics", "move", "mails", "0", "--to", to, "--yes")) == 0,
                () -> baton("n1", 0, "partition-groups"));
        assertThat(baton("n2", 0, "topics", "describe", "mails")).contains(to);
        eventually(
                "all is where it belongs",
                PATIENCE,
                () ->
                        parsed(baton("n1", 0, "partition-groups", "--json"))
                                .path("groups")
                                .findValuesAsText("movingFrom")
                                .stream()
                                .allMatch(String::isEmpty),
                () -> baton("n1", 0, "partition-groups"));
    }

    private String leader() {
        AtomicReference<String> leader = new AtomicReference<>("");
        eventually(
                "one leads",
                PATIENCE,
                () -> {
                    leader.set(json("n1", "controller", "--json").path("leader").asText(""));
                    return ports.containsKey(leader.get());
                },
                () -> log("n1"));
        return leader.get();
    }

    @Test
    void everyTopicThatWasAcknowledgedIsWholeThoughLeadersAreKilled() throws Exception {
        List<String> acknowledged = new ArrayList<>();
        for (int round = 0; round < 2; round++) {
            String leader = leader();
            String other = ports.keySet().stream()
                    .filter(it -> !it.equals(leader))
                    .findFirst()
                    .orElseThrow();
            for (int i = 0; i < 12; i++) {
                String topic = "t-" + round + "-" + i;
                if (i == 5) {
                    nodes.get(leader).destroyForcibly().waitFor();
                }
                if (asked(other)
                                .run(patient(
                                        "topics", "create", topic, "--partitions", "3", "--replication-factor", "2"))
                        == 0) {
                    acknowledged.add(topic);
                }
            }
            start(leader);
            ports.keySet()
                    .forEach(id ->
                            eventually(id + " knows three nodes", PATIENCE, () -> taking(id) == 3, () -> log(id)));
        }

        assertThat(acknowledged).hasSizeGreaterThan(18);
        for (String id : ports.keySet()) {
            JsonNode topics = parsed(baton(id, 0, "topics", "--json")).path("topics");
            Map<String, Integer> partitions = new TreeMap<>();
            topics.forEach(it -> partitions.put(
                    it.path("name").asText(), it.path("partitions").asInt()));
            assertThat(partitions.values()).containsOnly(3);
            assertThat(partitions.keySet()).containsAll(acknowledged);
        }
    }
}
