// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.server.TestNodes.epoch;
import static dev.baton.server.TestNodes.leader;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.server.http.RawHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nodes in processes of their own: killed, reloaded, told to end, and started with what is wrong. */
class ProcessIT {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final String CANARY = "canary-41c7-not-to-be-seen";

    @TempDir
    private Path folder;

    private final Map<String, Process> processes = new LinkedHashMap<>();

    @AfterEach
    void stop() throws InterruptedException {
        for (Process process : processes.values()) {
            process.destroyForcibly();
            process.waitFor();
        }
    }

    private Path config(String id, String more) throws IOException {
        Path file = folder.resolve(id + ".yml");
        Files.writeString(file, """
                node: {id: %1$s}
                elector:
                  type: sql
                  sql:
                    url: "jdbc:h2:%2$s/db;AUTO_SERVER=TRUE"
                    user: baton
                    password: %3$s
                    lease: 6s
                    peer: {enabled: true}
                elections: [{name: coordinator, duties: [log]}]
                admin:
                  port: 0
                  port_file: %2$s/%1$s.port
                  cluster_token: %3$s-cluster
                  tokens: [{name: reader, token: %3$s-reader}]
                %4$s
                """.formatted(id, folder, CANARY, more));
        return file;
    }

    private Process start(String id, Path file) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        NodeProcess.class.getName(),
                        "-c",
                        file.toString())
                .redirectOutput(folder.resolve(id + ".out").toFile())
                .redirectError(folder.resolve(id + ".log").toFile())
                .start();
        processes.put(id, process);
        return process;
    }

    private void startNode(String id) throws IOException {
        startNode(id, "");
    }

    private void startNode(String id, String more) throws IOException {
        start(id, config(id, more));
        eventually(id + " serves", PATIENCE, () -> Files.exists(folder.resolve(id + ".port")), () -> log(id));
    }

    private RawHttp http(String id) {
        try {
            int port = Integer.parseInt(
                    Files.readString(folder.resolve(id + ".port")).strip());
            return new RawHttp(port).as(CANARY + "-reader");
        } catch (IOException missing) {
            throw new UncheckedIOException(missing);
        }
    }

    private JsonNode cluster(String id) {
        return http(id).get("/api/v1/cluster").json();
    }

    private JsonNode history(String id) {
        return http(id).get("/api/v1/elections/coordinator/leaderships").json().path("leaderships");
    }

    private String log(String id) {
        try {
            return new String(Files.readAllBytes(folder.resolve(id + ".log")), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    private static JsonNode json(String line) {
        try {
            return new ObjectMapper().readTree(line);
        } catch (IOException broken) {
            throw new UncheckedIOException(line, broken);
        }
    }

    private void await(String what, String id, TestNodes.Fact fact) {
        eventually(what, PATIENCE, () -> fact.holds(cluster(id)), () -> cluster(id) + "\n" + log(id));
    }

    @Test
    void aKilledLeaderIsReplacedAndShownAsGoneAndNoSecretIsToldAnywhere() throws Exception {
        startNode("n1");
        await("n1 leads", "n1", it -> leader(it).equals("n1"));
        startNode("n2");
        startNode("n3", "logging: {format: json}");
        await("n2 sees all", "n2", it -> TestNodes.up(it) == 3 && TestNodes.candidates(it) == 3);
        long epoch = epoch(cluster("n2"));

        processes.get("n1").destroyForcibly().waitFor();

        await("another leads", "n2", it -> epoch(it) > epoch && !leader(it).equals("n1"));
        await("n1 is unreachable", "n2", it -> it.path("unreachable").toString().equals("[\"n1\"]"));
        String next = leader(cluster("n2"));
        // Noted a moment after the leader is shown.
        eventually(
                "the end of n1 is in the history",
                PATIENCE,
                () -> history("n2").at("/0/gapMs").isNumber()
                        && history("n2").at("/1/node").asText().equals("n1")
                        && history("n2").at("/1/reason").asText().matches("GONE|EXPIRED"),
                () -> history("n2"));

        // The next one is told to end, and hands over.
        processes.get(next).destroy();
        assertThat(processes.get(next).waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        assertThat(log(next)).contains("has stopped");
        String last = next.equals("n2") ? "n3" : "n2";
        await("the last one leads", last, it -> leader(it).equals(last));

        String shown = http(last).get("/api/v1/cluster").body()
                + http(last).get("/api/v1/local").body()
                + http(last).get("/api/v1/events?limit=1000").body()
                + http(last).get("/metrics").body()
                + log("n1")
                + log("n2")
                + log("n3")
                + Files.readString(folder.resolve("n2.out"));
        assertThat(shown).doesNotContain(CANARY);
        assertThat(log("n2"))
                .containsPattern("leader changed event=leader_changed election=coordinator node=n2 leader=n");
        assertThat(log("n3").lines())
                .isNotEmpty()
                .allSatisfy(
                        line -> assertThat(json(line).path("level").asText()).isIn("INFO", "WARN"));
        assertThat(log("n3")).contains("\"event\":\"leader_changed\"");
    }

    @Test
    void aHangUpReloadsAndWhatIsWrongChangesNothing() throws Exception {
        assumeFalse(ignoresHangUp(), "hang-ups are ignored here, as under nohup, and every process would inherit that");
        startNode("n1");
        await("n1 leads", "n1", it -> leader(it).equals("n1"));
        config("n1", "logging: {level: loud}");
        hangUp("n1");
        eventually(
                "the refusal is logged",
                PATIENCE,
                () -> log("n1").contains("the configuration is unchanged"),
                () -> log("n1"));
        assertThat(leader(cluster("n1"))).isEqualTo("n1");

        assertThat(log("n1")).doesNotContain(" DEBUG ");

        Path file = config("n1", "logging: {level: debug}");
        Files.writeString(
                file, Files.readString(file).replace("{name: coordinator,", "{name: coordinator, eligible: false,"));
        hangUp("n1");

        await("n1 no longer leads", "n1", it -> leader(it).isEmpty());
        eventually("more is logged", PATIENCE, () -> log("n1").contains(" DEBUG "), () -> log("n1"));
        assertThat(log("n1")).doesNotContain(CANARY);
    }

    private static boolean ignoresHangUp() throws IOException {
        String ignored = Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("SigIgn:"))
                .findFirst()
                .orElseThrow();
        return (Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).strip(), 16) & 1) != 0;
    }

    private void hangUp(String id) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(
                                "kill", "-HUP", String.valueOf(processes.get(id).pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    @Test
    void whatCannotStartSaysWhyAndEnds() throws Exception {
        Path wrong = folder.resolve("wrong.yml");
        Files.writeString(wrong, "nod: {id: n1}\nadmin: {port: 70000}\n");
        Process refused = start("wrong", wrong);
        assertThat(refused.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(refused.exitValue()).isEqualTo(NodeProcess.BAD_CONFIGURATION);
        assertThat(log("wrong").lines().toList())
                .isEqualTo(List.of(
                        "baton: wrong.yml:1: unknown key \"nod.id\"; did you mean node.id?",
                        "baton: wrong.yml:2: admin.port \"70000\" is not a number from 0 to 65535"));

        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path busy = folder.resolve("busy.yml");
            Files.writeString(busy, "admin: {port: " + taken.getLocalPort() + "}\n");
            Process without = start("busy", busy);
            assertThat(without.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(without.exitValue()).isEqualTo(NodeProcess.UNAVAILABLE);
            assertThat(log("busy"))
                    .contains("admin: cannot listen on 127.0.0.1")
                    .doesNotContain("leads");
        }
    }
}
