// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ListResponses;
import dev.baton.cli.lab.FakeNode;
import dev.baton.cli.lab.Sample;
import dev.baton.internal.state.StateFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How the command line answers its user. */
@Timeout(60)
class CommandLineTest {
    private static final ListResponses.CurrentLeader LED = Sample.current("coordinator", Sample.leader("n1", 7));

    private static final ListResponses.CurrentLeader LED_NEXT = Sample.current("coordinator", Sample.leader("n2", 8));

    @TempDir
    private Path folder;

    private final FakeNode node = new FakeNode().on("/api/v1/elections/coordinator/leader", LED);
    private final CommandLab lab = new CommandLab();

    @AfterEach
    void end() {
        node.close();
    }

    @Test
    void aCopiedStateFileIsAdopted() throws Exception {
        Path original = Files.createDirectory(folder.resolve("original")).resolve("state");
        try (StateFile file = new StateFile(original, "votes", "orders n1", "")) {
            file.replace("lease 3000\n");
        }
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Files.copy(original, copy.resolve("state"));

        assertThat(lab.run("adopt-state", copy.toString())).isZero();
        assertThat(lab.out()).contains(copy + " is the original now");
        assertThat(lab.run("adopt-state", original.toString())).isZero();
        assertThat(lab.out()).contains(original + " was no copy");
        assertThat(lab.run("adopt-state", folder.resolve("none").toString())).isEqualTo(1);
        assertThat(lab.err()).contains("there is no state file at");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sttus",
                "status --servr x",
                "status --server ftp://host",
                "status --server http://user:secret@host",
                "status --timeout 5",
                "status --timeout 0s",
                "watch --interval 0s",
                "leader",
                "transfer coordinator",
                "eligible coordinator n1 perhaps",
                "run --election x --url jdbc:h2:mem:x",
                "run --election ../x --url jdbc:h2:mem:x -- true",
                "demo --script hug",
                "demo --elector paxos",
                "demo work --script hug",
                "demo work --workers 10",
                "demo kafka --script hug",
                "doctor",
                "config",
                "config check -c /no/such/file"
            })
    void whatIsAskedWronglyIsToldInTheFormThatWasAskedFor(String line) throws Exception {
        assertThat(lab.run(line.split(" "))).isEqualTo(2);
        assertThat(lab.out()).isEmpty();
        assertThat(lab.err()).startsWith("baton: ").doesNotContain("Exception", "secret");

        String[] withJson =
                line.contains(" -- ") ? line.replace(" -- ", " --json -- ").split(" ") : (line + " --json").split(" ");
        assertThat(lab.run(withJson)).isEqualTo(2);
        assertThat(JsonOutput.parse(lab.out()).path("error").path("message").asText())
                .isNotEmpty();
    }

    @Test
    void whatChangesAClusterIsConfirmedFirst() {
        node.on("/api/v1/elections/coordinator/resign", 200, "{}");

        assertThat(lab.run("resign", "coordinator", "--server", node.url())).isEqualTo(5);
        assertThat(new CommandLab().atATerminal("n\n").run("resign", "coordinator", "--server", node.url()))
                .isEqualTo(5);
        assertThat(new CommandLab().atATerminal("").run("resign", "coordinator", "--server", node.url()))
                .isEqualTo(5);

        assertThat(lab.err()).contains("n1 leads coordinator under epoch 7. Should it resign? Confirm with --yes.");
        assertThat(node.asked()).allMatch(asked -> asked.method().equals("GET"));
        assertThat(new CommandLab()
                        .atATerminal("y\n")
                        .run("resign", "coordinator", "--wait", "0s", "--server", node.url()))
                .isZero();
    }

    @Test
    void aResignationSaysWhichNodeLeadsNextAndAfterHowLong() throws Exception {
        node.on("/api/v1/elections/coordinator/resign", exchange -> {
            node.on("/api/v1/elections/coordinator/leader", LED_NEXT);
            exchange.sendResponseHeaders(200, 2);
            exchange.getResponseBody().write("{}".getBytes(StandardCharsets.UTF_8));
        });

        assertThat(lab.run("resign", "coordinator", "--yes", "--server", node.url()))
                .isZero();
        assertThat(lab.out()).isEqualTo("n1 resigned from coordinator; n2 leads under epoch 8 after 23 ms\n");

        node.on("/api/v1/elections/coordinator/leader", LED);
        CommandLab json = new CommandLab();
        assertThat(json.run("resign", "coordinator", "--yes", "--json", "--server", node.url()))
                .isZero();
        assertThat(JsonOutput.parse(json.out()).toString())
                .isEqualTo("{\"leader\":\"n2\",\"newEpoch\":8,\"gapMs\":23}");
    }

    @Test
    void anElectionThatDoesNotExistIsNamed() {
        node.on("/api/v1/elections/nope/leader", 404, "{\"error\":{\"code\":\"NOT_FOUND\",\"message\":\"no\"}}");

        for (String command : new String[] {"leader", "resign"}) {
            CommandLab asked = new CommandLab();
            assertThat(asked.run(command, "nope", "--server", node.url())).isEqualTo(3);
            assertThat(asked.err()).contains("there is no election nope");
        }
    }

    @Test
    void withoutACommandTheHelpIsShown() {
        assertThat(lab.run()).isEqualTo(2);
        assertThat(lab.err()).startsWith("Usage: baton").contains("resign");
    }

    @Test
    void theEpochThatWasSeenGoesAlong() {
        node.on("/api/v1/elections/coordinator/transfer", 200, "{\"outcome\":\"transferred\"}");
        node.on("/api/v1/elections/coordinator/eligibility", 200, "{}");

        assertThat(lab.run("transfer", "coordinator", "--to", "n2", "--yes", "--wait", "0s", "--server", node.url()))
                .isZero();
        assertThat(lab.run("eligible", "coordinator", "n2", "yes", "--server", node.url()))
                .isZero();

        assertThat(node.asked())
                .filteredOn(asked -> asked.method().equals("POST"))
                .extracting(FakeNode.Request::body)
                .containsExactly("{\"epoch\":7,\"to\":\"n2\"}", "{\"epoch\":7,\"node\":\"n2\",\"eligible\":true}");
    }

    @Test
    void aNodeIsAllowedToLeadWhereNoNodeLeads() {
        node.on("/api/v1/elections/coordinator/leader", Sample.current("coordinator", null));
        node.on("/api/v1/elections/coordinator/eligibility", 200, "{}");

        assertThat(lab.run("eligible", "coordinator", "n2", "yes", "--server", node.url()))
                .isZero();
        assertThat(lab.run("resign", "coordinator", "--yes", "--server", node.url()))
                .isEqualTo(3);

        assertThat(node.asked())
                .filteredOn(asked -> asked.method().equals("POST"))
                .extracting(FakeNode.Request::body)
                .containsExactly("{\"node\":\"n2\",\"eligible\":true}");
        assertThat(lab.err()).contains("no node leads coordinator");
    }

    @Test
    void theTokenComesFromTheEnvironmentOrAFileAndIsNeverShown() throws Exception {
        Path file = Files.writeString(folder.resolve("token"), "canary-from-file\n");
        lab.with("BATON_TOKEN", "canary-from-environment").with("BATON_SERVER", node.url());

        lab.run("leader", "coordinator");
        lab.run("leader", "coordinator", "--token-file", file.toString());
        lab.run("leader", "nobody");

        assertThat(node.asked())
                .extracting(FakeNode.Request::authorization)
                .containsExactly(
                        "Bearer canary-from-environment", "Bearer canary-from-file", "Bearer canary-from-environment");
        assertThat(lab.out() + lab.err()).doesNotContain("canary");
    }

    @Test
    void aNameIsOnePartOfThePath() {
        lab.run("leader", "../nodes?x=1 #", "--server", node.url());

        assertThat(node.asked())
                .extracting(FakeNode.Request::path)
                .containsExactly("/api/v1/elections/..%2Fnodes%3Fx%3D1%20%23/leader");
    }

    @Test
    void aReaderThatGoesAwayEndsTheCommandSilently() {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("Broken pipe");
            }
        };

        assertThat(lab.run(closed, "leader", "coordinator", "--server", node.url()))
                .isEqualTo(141);
        assertThat(lab.err()).isEmpty();
    }

    @Test
    void coloursAreForTerminalsAndForThoseWhoWantThem() {
        node.on("/api/v1/cluster", Sample.cluster(List.of(), Sample.election("coordinator", null)));
        CommandLab terminal = new CommandLab().atATerminal("");
        CommandLab plain = new CommandLab().atATerminal("").with("NO_COLOR", "1");

        terminal.run("status", "--server", node.url());
        plain.run("status", "--server", node.url());
        lab.run("status", "--server", node.url());

        assertThat(terminal.out()).contains("\u001b[31m");
        assertThat(plain.out()).doesNotContain("\u001b");
        assertThat(lab.out()).doesNotContain("\u001b");
    }

    @Test
    void everyCommandHasHelpAndIsCompleted() {
        var commands = BatonCommand.commandLine(CliEnvironment.ofProcess()).getSubcommands();

        assertThat(commands).hasSizeGreaterThan(15);
        commands.forEach((name, command) -> {
            assertThat(new CommandLab().run(name, "--help")).as(name).isZero();
            if (!command.getCommandSpec().usageMessage().hidden()) {
                assertThat(command.getCommandSpec().usageMessage().description())
                        .as(name)
                        .isNotEmpty();
            }
        });
        assertThat(lab.run("completion")).isZero();
        assertThat(lab.out()).contains("complete -F").doesNotContain("demo-node");
    }

    @Test
    void versionAndHelpAreThereInEveryUsualWay() {
        assertThat(out("--version")).isEqualTo(out("version")).startsWith("baton ");
        assertThat(out("-V")).isEqualTo(out("version"));
        assertThat(out("help")).isEqualTo(out("--help"));
        assertThat(out("help", "resign")).isEqualTo(out("resign", "--help"));
    }

    private static String out(String... arguments) {
        CommandLab fresh = new CommandLab();
        assertThat(fresh.run(arguments)).isZero();
        return fresh.out();
    }

    @Test
    void theHelpFitsATerminal() {
        assertThat(out("--help").lines())
                .allMatch(line -> line.length() <= 80)
                .noneMatch(line -> line.equals("there,"));
        assertThat(out("--help")).contains("2 usage error,\n3 not found, 4 no answer");
    }

    @Test
    void thereIsNoOptionThatTakesASecret() {
        BatonCommand.commandLine(CliEnvironment.ofProcess()).getSubcommands().values().stream()
                .flatMap(command -> command.getCommandSpec().options().stream())
                .forEach(option -> assertThat(option.names()).doesNotContain("--token", "--password"));
    }
}
