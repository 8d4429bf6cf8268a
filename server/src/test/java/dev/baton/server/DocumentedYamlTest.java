// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.docs.CodeBlock;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** What the documents show as YAML is what a node reads. */
class DocumentedYamlTest {
    @TempDir
    private static Path folder;

    private static TestKeys keys;

    @BeforeAll
    static void makeKeys() {
        keys = TestKeys.make(folder, "documented", "ip:10.0.0.1");
    }

    @TestFactory
    Stream<DynamicTest> aNodeReadsTheYamlOfTheDocuments() throws IOException {
        List<CodeBlock> yaml = CodeBlock.ofProject(Path.of("..")).stream()
                .filter(block -> block.language().equals("yaml"))
                .toList();
        assertThat(yaml).isNotEmpty();
        return yaml.stream()
                .map(block -> DynamicTest.dynamicTest(block.place(), () -> {
                    NodeConfig config = NodeConfig.parse(complete(block.text()), Map.of());
                    assertThat(config.warnings()).isEmpty();
                }));
    }

    /** With secrets and keys that are there; a block that shows one section alone belongs in the file of some node. */
    private static String complete(String yaml) throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "a-secret-of-some-length-0123456789");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rw-------"));
        String readable = yaml.replaceAll("_file: /[^,}\\s]+", "_file: " + secret);
        readable = readable.replaceAll("(certificate|trusted): /[^,}\\s]+", "$1: " + keys.certificate())
                .replaceAll("key: /[^,}\\s]+", "key: " + keys.key());
        return readable.startsWith("node:") || readable.contains("\nnode:") ? readable : "node:\n  id: n1\n" + readable;
    }
}
