// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.testkit.docs.CodeBlock;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members of a group that know each other by one key pair, from their configuration. */
class RaftTlsIT {
    @TempDir
    private Path folder;

    @Test
    void oneKeyPairDoesForAllServers() throws IOException, InterruptedException {
        TestKeys keys = keys();
        Map<String, Integer> ports =
                new TreeMap<>(Map.of("a", FreePorts.take(), "b", FreePorts.take(), "c", FreePorts.take()));
        String all = ports.entrySet().stream()
                .map(it -> "'" + it.getKey() + "=127.0.0.1:" + it.getValue() + "'")
                .collect(Collectors.joining(", "));
        try (TestNodes nodes = new TestNodes()) {
            ports.forEach(
                    (id, port) -> nodes.run(id, """
                    node: {id: %1$s}
                    elector:
                      type: raft
                      raft:
                        bind: '127.0.0.1:%2$d'
                        bootstrap: [%3$s]
                        state_folder: '%4$s/%1$s'
                        tls: {certificate: '%5$s', key: '%6$s', trusted: '%5$s'}
                    admin: {port: 0, peer_timeout: 10s, operation_timeout: 30s}
                    """.formatted(id, port, all, folder, keys.certificate(), keys.key())));

            eventually(
                    "a topic is created",
                    TestNodes.PATIENCE,
                    () -> isThere(nodes, "orders"),
                    () -> nodes.http("b").get("/api/v1/controller").body());
        }
    }

    /** By the line of docs/raft.md, but for its addresses; by the JDK's own tool where there is no openssl. */
    private TestKeys keys() throws IOException, InterruptedException {
        if (!Files.isExecutable(Path.of("/usr/bin/openssl"))) {
            System.out.println("openssl is not installed: the line of docs/raft.md was left out");
            return TestKeys.make(folder, "raft", "ip:127.0.0.1");
        }
        String line = CodeBlock.in("docs/raft.md", Files.readString(Path.of("..", "docs", "raft.md"))).stream()
                .map(CodeBlock::text)
                .filter(it -> it.startsWith("openssl "))
                .findFirst()
                .orElseThrow();
        Process openssl = new ProcessBuilder("sh", "-c", line.replaceAll("10\\.0\\.0\\.[123]", "127.0.0.1"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(openssl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(openssl.waitFor()).as(said).isZero();
        Path certificate = folder.resolve("raft.pem");
        return new TestKeys(certificate, folder.resolve("raft.key"), certificate);
    }

    /** Also if the answer to an earlier attempt was lost. */
    private static boolean isThere(TestNodes nodes, String topic) {
        nodes.http("b").post("/api/v1/topics/create", "{\"topic\":\"" + topic + "\"}");
        return nodes.http("c").get("/api/v1/topics/" + topic).status() == 200;
    }

    @Test
    void nothingListensBeyondLoopbackWithoutAKey() {
        assertThatThrownBy(() -> NodeConfig.parse("""
                        node: {id: a}
                        elector: {type: raft, raft: {bind: '10.0.0.1:7500', bootstrap: ['a=10.0.0.1:7500']}}
                        """, Map.of()))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("beyond the loopback interface without TLS");
    }
}
