// SPDX-License-Identifier: Apache-2.0
package dev.baton.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.baton.ConfigurationException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files, and the secrets in them. */
class ConfigFileTest {
    private static final String CANARY = "canary-7f3a-not-to-be-seen";

    @TempDir
    private Path folder;

    private Path file(String name, String text, String permissions) throws IOException {
        Path file = folder.resolve(name);
        Files.write(file, text.getBytes(StandardCharsets.UTF_8));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
        return file;
    }

    private static NodeConfig read(Path file) {
        return NodeConfig.read(Optional.of(file), Map.of());
    }

    private static List<String> problems(Path file) {
        return catchThrowableOfType(ConfigurationException.class, () -> read(file))
                .problems();
    }

    @Test
    void aFileThatIsNotThereOrNoFileOrTooLargeOrNotUtf8IsNamed() throws IOException {
        Path large = file("large.yml", "# " + "x".repeat(300_000), "rw-------");
        Path latin = folder.resolve("latin.yml");
        Files.write(latin, new byte[] {'#', (byte) 0xE4, (byte) 0xFF});

        assertThat(problems(folder.resolve("none.yml")))
                .singleElement()
                .asString()
                .contains("no such file");
        assertThat(problems(folder)).singleElement().asString().contains("is not a file");
        assertThat(problems(large)).singleElement().asString().contains("larger than 256 KiB");
        assertThat(problems(latin)).singleElement().asString().contains("is not UTF-8");
    }

    @Test
    void aByteOrderMarkIsSkipped() throws IOException {
        assertThat(read(file("bom.yml", "\uFEFFnode: {id: n1}\r\n", "rw-------"))
                        .id()
                        .value())
                .isEqualTo("n1");
    }

    @Test
    void aSecretInAFileThatEverybodyCanReadIsWarnedOf() throws IOException {
        String yaml = "admin: {cluster_token: " + CANARY + "}";

        assertThat(read(file("open.yml", yaml, "rw-r--r--")).warnings())
                .singleElement()
                .asString()
                .contains("open.yml")
                .contains("chmod 600")
                .doesNotContain(CANARY);
        assertThat(read(file("closed.yml", yaml, "rw-------")).warnings()).isEmpty();
        assertThat(read(file("harmless.yml", "node: {id: n1}", "rw-r--r--")).warnings())
                .isEmpty();
    }

    @Test
    void aSecretMayComeFromAFileOfItsOwnWhichIsReadAgain() throws IOException {
        Path secret = file("token", CANARY + "\n", "rw-------");
        NodeConfig config = read(file("n.yml", "admin: {cluster_token_file: " + secret + "}", "rw-r--r--"));

        assertThat(config.admin()
                        .orElseThrow()
                        .clusterToken()
                        .orElseThrow()
                        .get()
                        .reveal())
                .isEqualTo(CANARY);
        Files.writeString(secret, "rotated-rotated-rotated");
        assertThat(config.admin()
                        .orElseThrow()
                        .clusterToken()
                        .orElseThrow()
                        .get()
                        .reveal())
                .isEqualTo("rotated-rotated-rotated");
        assertThat(config.warnings()).isEmpty();
    }

    @Test
    void aSecretFileThatIsMissingOrBesideTheSecretIsAProblem() throws IOException {
        Path secret = file("token", CANARY, "rw-------");

        assertThat(problems(file("a.yml", "admin: {cluster_token_file: /nowhere/at/all}", "rw-------")))
                .singleElement()
                .asString()
                .contains("cannot be read");
        assertThat(problems(file(
                        "b.yml",
                        "admin: {cluster_token: " + CANARY + ", cluster_token_file: " + secret + "}",
                        "rw-------")))
                .singleElement()
                .asString()
                .contains("remove one of them")
                .doesNotContain(CANARY);
    }

    @Test
    void noSecretIsEverShown() throws IOException {
        String yaml = """
                elector:
                  type: sql
                  sql:
                    url: jdbc:postgresql://u:%1$s@db/x?password=%1$s
                    password: %1$s
                    peer: {secret: %1$s}
                admin:
                  cluster_token: %1$s
                  tokens: [{name: a, token: %1$s}]
                  tls: {keystore_password: %1$s}
                """.formatted(CANARY);
        NodeConfig config = read(file("n.yml", yaml, "rw-------"));

        assertThat(config.print()).doesNotContain(CANARY).contains("password: \"***\"");
        assertThat(config.toString()
                        + config.admin()
                        + config.admin().orElseThrow().tokens())
                .doesNotContain(CANARY);
    }

    @Test
    void aWrongSecretIsNotShownEither() throws IOException {
        assertThat(problems(file("n.yml", "admin: {cluster_token: 1234567890123456789}", "rw-------")))
                .singleElement()
                .asString()
                .contains("put it in quotes")
                .doesNotContain("1234567890123456789");
    }

    @Test
    void whatIsPrintedCanBeReadBackAndSaysWhereItComesFrom() throws IOException {
        Path file = file("n.yml", """
                node: {id: n1}
                elector: {type: sql, sql: {url: "jdbc:h2:mem:x"}}
                elections: [{name: a, duties: [log]}, {name: b}]
                """, "rw-------");
        NodeConfig config = NodeConfig.read(Optional.of(file), Map.of("BATON_ADMIN_PORT", "0"));

        String printed = config.print();

        assertThat(printed).containsPattern("id: n1 +# n.yml:1").containsPattern("port: 0 +# BATON_ADMIN_PORT");
        assertThat(NodeConfig.parse(printed, Map.of()).print().replaceAll(" +#.*", ""))
                .isEqualTo(printed.replaceAll(" +#.*", ""));
    }
}
