// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.cluster;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.cli.lab.CliProcess;
import dev.baton.cli.lab.LabDatabase;
import dev.baton.cli.lab.PseudoTerminal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every command that asks a node, against two nodes that really run, through the launcher. */
@Timeout(180)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClusterCommandsIT {
    private static final String TOKEN = "operate-token-of-the-lab";

    private Path folder;

    private LabDatabase database;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<CliProcess> servers = new ArrayList<>();
    private String server;

    @BeforeAll
    void start(@TempDir Path shared) throws IOException {
        folder = shared;
        database = LabDatabase.start(folder);
        for (String id : List.of("n1", "n2")) {
            servers.add(CliProcess.start(
                    folder, Map.of(), "server", "-c", config(id).toString()));
        }
        eventually(
                "both serve",
                Duration.ofMinutes(2),
                () -> Files.exists(folder.resolve("port-n1")) && Files.exists(folder.resolve("port-n2")),
                servers::toString);
        server = address("n1");
    }

    /** One test may leave the cluster without a leader for a moment; the next one begins when that is over. */
    @BeforeEach
    void settle() throws IOException {
        for (String id : List.of("n1", "n2")) {
            eventually(
                    id + " sees a leader and both nodes",
                    Duration.ofMinutes(1),
                    () -> isSettled(cluster(id)),
                    () -> cluster(id));
        }
    }

    private static boolean isSettled(JsonNode cluster) {
        JsonNode election = cluster.at("/elections/0");
        return cluster.path("nodes").size() == 2
                && cluster.path("unreachable").isEmpty()
                && election.has("leader")
                && election.path("candidates").size() == 2
                && election.at("/candidates/1/eligible").asBoolean()
                && election.at("/candidates/0/state").asText().equals("LEADING");
    }

    private JsonNode cluster(String id) {
        return get(id, "/api/v1/cluster");
    }

    private JsonNode get(String id, String path) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(address(id) + path))
                    .header("Authorization", "Bearer " + TOKEN)
                    .build();
            return new ObjectMapper()
                    .readTree(http.send(request, HttpResponse.BodyHandlers.ofString())
                            .body());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private String address(String id) throws IOException {
        return "http://127.0.0.1:"
                + Files.readString(folder.resolve("port-" + id)).strip();
    }

    private Path config(String id) throws IOException {
        return Files.writeString(
                folder.resolve(id + ".yml"), """
                node:
                  id: %1$s
                  cluster: lab
                elector:
                  type: sql
                  sql:
                    url: "%2$s"
                    user: sa
                    lease: 10s
                    peer:
                      enabled: true
                elections:
                  - name: coordinator
                    rest: 200ms
                    duties: [log]
                admin:
                  port: 0
                  port_file: "%3$s"
                  cluster_token: cluster-token-of-the-lab
                  tokens:
                    - name: operator
                      role: operate
                      token: %4$s
                """.formatted(id, database.url(), folder.resolve("port-" + id), TOKEN));
    }

    @AfterAll
    void end() {
        servers.forEach(CliProcess::close);
        database.close();
    }

    private CliProcess ask(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--json");
        CliProcess process = CliProcess.start(
                folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), all.toArray(String[]::new));
        process.awaitEnd();
        return process;
    }

    private JsonNode answer(String... arguments) {
        CliProcess process = ask(arguments);
        assertThat(process.awaitEnd()).as(process.toString()).isZero();
        assertThat(process.err()).isEmpty();
        return process.json();
    }

    @Test
    void theClusterIsShownByEveryCommandThatLooks() {
        String leader = answer("leader", "coordinator").path("node").asText();

        assertThat(leader).isIn("n1", "n2");
        assertThat(answer("status")
                        .path("elections")
                        .get(0)
                        .path("leader")
                        .path("node")
                        .asText())
                .isEqualTo(leader);
        assertThat(answer("nodes").path("nodes")).hasSize(2);
        assertThat(answer("elections").path("elections").get(0).path("name").asText())
                .isEqualTo("coordinator");
        assertThat(answer("elections", "--filter", "nothing").path("elections")).isEmpty();
        assertThat(answer("elections", "coordinator").path("leaderships")).isNotEmpty();
        assertThat(answer("duties").path("duties").get(0).path("name").asText()).isEqualTo("log");
        assertThat(answer("events", "--limit", "500").path("events"))
                .extracting(event -> event.path("type").asText())
                .contains("leader_changed");
        assertThat(answer("watch", "--count", "1").path("nodes")).hasSize(2);
        assertThat(ask("leader", "nothing").awaitEnd()).isEqualTo(3);
        assertThat(answer("doctor", "--server", server).path("ok").asBoolean()).isTrue();
    }

    @Test
    void peopleSeeTables() {
        CliProcess status = CliProcess.start(folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), "status");

        assertThat(status.awaitEnd()).isZero();
        assertThat(status.out()).contains("cluster lab", "ELECTION", "coordinator", "NODE", "n1", "n2");
    }

    private static String other(String node) {
        return node.equals("n1") ? "n2" : "n1";
    }

    @Test
    void leadershipMovesOnRequest() {
        JsonNode before = cluster("n1").at("/elections/0/leader");
        String other = other(before.path("node").asText());

        JsonNode moved = answer("transfer", "coordinator", "--to", other, "--yes");

        assertThat(moved.path("outcome").asText()).isEqualTo("transferred");
        JsonNode after = answer("leader", "coordinator");
        assertThat(after.path("node").asText()).isEqualTo(other);
        assertThat(after.path("epoch").asLong())
                .isGreaterThan(before.path("epoch").asLong());
        answer("resign", "coordinator", "--yes");
        eventually(
                "a node leads under a higher epoch",
                Duration.ofSeconds(30),
                () -> epoch(cluster("n1")) > after.path("epoch").asLong(),
                () -> cluster("n1"));
    }

    @Test
    void whoMayLeadIsSaid() {
        String other = other(cluster("n1").at("/elections/0/leader/node").asText());

        answer("eligible", "coordinator", other, "no", "--yes");
        eventually(
                "it is shown",
                Duration.ofSeconds(10),
                () -> !cluster("n1").at("/elections/0/candidates/1/eligible").asBoolean(true),
                () -> cluster("n1"));
        assertThat(ask("elections", "coordinator").out()).contains("\"eligible\":false");
        answer("eligible", "coordinator", other, "yes");
    }

    @Test
    void eventsAreFollowedAsTheyHappen() {
        try (CliProcess follower = CliProcess.start(
                folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), "events", "--follow", "--json")) {
            follower.awaitOut("\"type\"");
            long seen = follower.jsonLines().size();

            answer("resign", "coordinator", "--yes");

            eventually(
                    "the resignation is told",
                    Duration.ofSeconds(30),
                    () -> follower.out().lines().skip(seen).anyMatch(line -> line.contains("lost_leadership"))
                            || follower.out().lines().skip(seen).anyMatch(line -> line.contains("leader_changed")),
                    follower::toString);
        }
    }

    private static long epoch(JsonNode cluster) {
        return cluster.at("/elections/0/leader/epoch").asLong();
    }

    @Test
    void watchShowsALeaderChangeAndGivesTheTerminalBack() {
        long before = epoch(cluster("n1"));
        try (PseudoTerminal terminal = PseudoTerminal.start(
                folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), "watch --interval 200ms")) {
            terminal.await("the leader is shown", screen -> epochShown(screen) == before);

            answer("resign", "coordinator", "--yes");

            terminal.await("the next one is shown", screen -> epochShown(screen) > before);
            terminal.await("the event is shown", screen -> screen.contains("leader_changed"));
            terminal.type("q");
            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("ended with 0", "the terminal is as it was");
            assertThat(terminal.all()).contains("\u001b[?1049l");
        }
    }

    @Test
    void watchOperatesWhatIsUnderTheCursor() throws IOException {
        String leader = cluster("n1").at("/elections/0/leader/node").asText();
        String next = other(leader);
        try (PseudoTerminal terminal = PseudoTerminal.start(
                folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), "watch --interval 200ms")) {
            terminal.awaitScreen("> coordinator");
            terminal.type("r");
            terminal.awaitScreen("Should " + leader + " resign? " + next + " would lead next.");
            terminal.type("y");
            terminal.await(
                    "the resignation is told",
                    screen -> told(
                            screen,
                            leader + " resigned from coordinator; n[12] leads under epoch \\d+ after \\d+ m?s"));

            // Either of them leads now: the one that resigned may have been the first again.
            settle();
            String from = cluster("n1").at("/elections/0/leader/node").asText();
            String to = other(from);
            terminal.awaitScreen("> coordinator  " + from);
            terminal.type("t");
            terminal.awaitScreen("Choose the next leader");
            terminal.awaitScreen("> " + to);
            terminal.type("t");
            terminal.awaitScreen(from + " leads coordinator");
            terminal.awaitScreen("Hand over to " + to + "?");
            terminal.type("y");
            terminal.await(
                    "the transfer is told",
                    screen -> told(screen, from + " handed coordinator over; " + to + " leads under epoch"));

            terminal.await("it is shown", screen -> screen.contains(to + " leads coordinator"));
            terminal.awaitScreen("> " + to);
            terminal.type("d");
            terminal.awaitScreen("Drain " + to + "?");
            terminal.type("y");
            terminal.await(
                    "the drain is told",
                    screen -> told(screen, to + " may not lead coordinator; " + from + " leads under epoch"));
            terminal.await("it is shown", screen -> told(screen, "> " + to + " +[A-Z]+ +no "));
            eventually(
                    "the drained node knows the leader that the next change refers to",
                    Duration.ofMinutes(1),
                    () -> get(to, "/api/v1/local")
                            .at("/elections/0/leader/node")
                            .asText()
                            .equals(from),
                    () -> get(to, "/api/v1/local"));
            terminal.await("that leader is shown", screen -> screen.contains(from + " leads coordinator"));
            terminal.type("u");
            terminal.awaitScreen("Undrain " + to + "?");
            terminal.type("y");
            terminal.awaitScreen(to + " may lead coordinator");
            terminal.type("q");
            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("ended with 0", "the terminal is as it was");
        }
    }

    private static boolean told(String screen, String pattern) {
        return Pattern.compile(pattern).matcher(screen).find();
    }

    private static long epochShown(String screen) {
        return Pattern.compile("^> coordinator +n[12] +([0-9]+) ", Pattern.MULTILINE)
                .matcher(screen)
                .results()
                .mapToLong(row -> Long.parseLong(row.group(1)))
                .findFirst()
                .orElse(-1);
    }

    @Test
    void ctrlCGivesTheTerminalBackAsWell() {
        try (PseudoTerminal terminal =
                PseudoTerminal.start(folder, Map.of("BATON_SERVER", server, "BATON_TOKEN", TOKEN), "watch")) {
            terminal.awaitScreen("coordinator");

            terminal.type(PseudoTerminal.CTRL_C);

            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("the terminal is as it was");
            assertThat(terminal.all()).contains("\u001b[?1049l");
        }
    }

    @Test
    void aTokenIsAskedForAndNotShown() {
        try (PseudoTerminal terminal = PseudoTerminal.start(folder, Map.of("BATON_SERVER", server), "status")) {
            terminal.awaitScreen("Token: ");

            terminal.type(TOKEN + "\n");

            terminal.awaitEnd();
            assertThat(terminal.screen()).contains("cluster lab", "ended with 0", "the terminal is as it was");
            assertThat(terminal.all()).doesNotContain(TOKEN);
        }
    }

    @Test
    void withoutATokenNothingIsTold() {
        CliProcess process = CliProcess.start(folder, Map.of("BATON_SERVER", server), "status", "--json");

        assertThat(process.awaitEnd()).isEqualTo(5);
        assertThat(process.json().path("error").path("code").asText()).isEqualTo("UNAUTHENTICATED");
    }

    @Test
    void theConfigurationIsCheckedAndPrintedWithoutItsSecrets() throws IOException {
        Path good = config("n3");
        Path bad = Files.writeString(folder.resolve("bad.yml"), "nod:\n  id: n1\nadmin:\n  port: 70000\n");

        CliProcess check = CliProcess.run(folder, "config", "check", "-c", good.toString(), "--json");
        CliProcess print = CliProcess.run(folder, "config", "print", "-c", good.toString());
        CliProcess serverPrint = CliProcess.run(folder, "server", "-c", good.toString(), "--print-config");
        CliProcess wrong = CliProcess.run(folder, "config", "check", "-c", bad.toString(), "--json");
        CliProcess refused = CliProcess.run(folder, "server", "-c", bad.toString());

        assertThat(check.json().path("ok").asBoolean()).isTrue();
        assertThat(print.out()).contains("id: n3").doesNotContain(TOKEN, "cluster-token-of-the-lab");
        assertThat(serverPrint.out()).isEqualTo(print.out());
        assertThat(wrong.awaitEnd()).isEqualTo(2);
        assertThat(wrong.json().path("error").path("message").asText()).contains("nod", "node", "70000");
        assertThat(refused.awaitEnd()).isEqualTo(2);
    }
}
