// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.testkit.docs.CodeBlock;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The lines with {@code curl} of the documents, typed as they stand there but for the address and the epoch. */
class DocumentedCurlIT {
    private static final Path ROOT = Path.of("..");
    private static final String OPERATOR = "operate-token-0123456789";
    private static final String ADMIN = ", cluster_token: cluster-token-0123456789,"
            + " tokens: [{name: alice, role: operate, token: " + OPERATOR + "}]";
    private static final int LIMIT_SECONDS = 60;

    @TempDir
    private Path folder;

    @BeforeAll
    static void lookForCurl() {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/curl")), "left out: curl is not installed (Debian: curl)");
    }

    @Test
    void theTransferOfTheAdminApiIsAnsweredAsShown() throws IOException {
        List<String> shown = commands("docs/admin-api.md");
        assertThat(shown).hasSize(2);
        try (TestNodes nodes = new TestNodes()) {
            nodes.start("n1", ADMIN);
            eventually("n1 leads", TestNodes.PATIENCE, () -> TestNodes.epoch(cluster(nodes)) > 0, () -> cluster(nodes));
            nodes.start("n2", ADMIN);
            eventually(
                    "n1 knows n2",
                    TestNodes.PATIENCE,
                    () -> TestNodes.up(cluster(nodes)) == 2 && TestNodes.candidates(cluster(nodes)) == 2,
                    () -> cluster(nodes));

            long epoch = TestNodes.epoch(cluster(nodes));
            int port = nodes.server("n1").adminPort().orElseThrow();
            String answer = type(
                    shown.get(0).replace("127.0.0.1:7400", "127.0.0.1:" + port).replace(":7,", ":" + epoch + ","),
                    "TOKEN",
                    OPERATOR);

            assertThat(json(answer))
                    .isEqualTo(json(shown.get(1)
                            .replace("\"epoch\":7", "\"epoch\":" + epoch)
                            .replace("\"newEpoch\":8", "\"newEpoch\":" + (epoch + 1))));
        }
    }

    private static JsonNode cluster(TestNodes nodes) {
        return nodes.http("n1").as(OPERATOR).get("/api/v1/cluster").json();
    }

    @Test
    void aBullyNodeTellsTheVersionThatARequestToRemoveNames() throws IOException {
        List<String> shown = commands("docs/bully.md");
        assertThat(shown).hasSize(2);
        String address = "127.0.0.1:" + FreePorts.take();
        try (BatonServer server = BatonServer.start(NodeConfig.parse("""
                node: {id: node1}
                elector:
                  type: bully
                  bully: {bind: "%s", form: true, user: cluster_user, password: cluster_pass, state_folder: "%s"}
                admin: {enabled: false}
                """.formatted(address, folder), Map.of()))) {
            Tried tried = new Tried(shown, address);

            eventually("the request is understood", TestNodes.PATIENCE, tried::namesTheUnknownNode, tried::toString);
        }
    }

    /** The two lines of docs/bully.md, one after the other. */
    private static final class Tried {
        private final List<String> lines;
        private String answer = "";

        Tried(List<String> shown, String address) {
            lines = shown.stream()
                    .map(line -> line.replace("10.0.0.1:2222", address))
                    .toList();
        }

        boolean namesTheUnknownNode() {
            JsonNode heartbeat = json(ask(lines.get(0)));
            String version = heartbeat.path("membership").asText();
            assertThat(version).as(heartbeat.toString()).matches("\\d+\\.\\d+");
            answer = ask(lines.get(1).replace("4.7", version));
            return answer.contains("node3");
        }

        private static String ask(String line) {
            return type(line, "USER_AND_PASS", "cluster_user:cluster_pass");
        }

        @Override
        public String toString() {
            return answer;
        }
    }

    /** The commands, and answers, of the blocks with a {@code curl}: one line each, continued ones joined. */
    private static List<String> commands(String document) throws IOException {
        return CodeBlock.in(document, Files.readString(ROOT.resolve(document))).stream()
                .filter(block -> block.text().contains("curl "))
                .flatMap(block -> block.text().replaceAll(" *\\\\\n *", " ").lines())
                .map(line -> line.replaceAll("^\\$ ", "").replaceAll(" +#.*", ""))
                .toList();
    }

    private static JsonNode json(String text) {
        try {
            return new ObjectMapper().readTree(text);
        } catch (IOException malformed) {
            throw new UncheckedIOException(malformed);
        }
    }

    private static String type(String line, String name, String secret) {
        try {
            return run(line, name, secret);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    private static String run(String line, String name, String secret) throws IOException, InterruptedException {
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line).redirectError(ProcessBuilder.Redirect.INHERIT);
        shell.environment().put(name, secret);
        Process process = shell.start();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).as(line).isTrue();
        String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.exitValue()).as(line + ": " + answer).isZero();
        return answer;
    }
}
