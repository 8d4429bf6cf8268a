// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands before a node that serves by TLS, with a certificate that no authority knows. */
@Timeout(120)
class TlsServerIT {
    private static final String PASSWORD = "changeit-please";
    private static final String TOKEN = "read-token-of-the-lab";

    @TempDir
    private static Path folder;

    private static BatonServer server;

    private final CommandLab lab = new CommandLab().with("BATON_TOKEN", TOKEN);

    @BeforeAll
    static void start() throws Exception {
        makeKey("node");
        makeKey("other");
        server = BatonServer.start(
                NodeConfig.parse("""
                node: {id: n1}
                admin:
                  port: 0
                  tokens: [{name: reader, token: %s}]
                  tls: {keystore: "%s", keystore_password: %s}
                """.formatted(TOKEN, folder.resolve("node.p12"), PASSWORD), Map.of()));
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Makes a key, and writes its certificate down by itself for those who are to trust it. */
    private static void makeKey(String name) throws Exception {
        Path store = folder.resolve(name + ".p12");
        Path out = folder.resolve("keytool.out");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        command.addAll(
                List.of(("-genkeypair -alias admin -keyalg EC -groupname secp256r1 -dname CN=localhost -validity 30"
                                + " -ext SAN=dns:localhost,ip:127.0.0.1 -storetype PKCS12 -storepass " + PASSWORD)
                        .split(" ")));
        command.addAll(List.of("-keystore", store.toString()));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0)
                .as(Files.readString(out))
                .isTrue();
        byte[] certificate = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
                .getCertificate("admin")
                .getEncoded();
        Files.writeString(
                folder.resolve(name + ".pem"),
                "-----BEGIN CERTIFICATE-----\n" + Base64.getMimeEncoder().encodeToString(certificate)
                        + "\n-----END CERTIFICATE-----\n");
    }

    private int status(String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("status", "--json", "--server", server.adminUrl().orElseThrow()));
        arguments.addAll(List.of(more));
        return lab.run(arguments.toArray(String[]::new));
    }

    @Test
    void whoTrustsItsCertificateIsAnswered() throws IOException {
        status("--ca-file", folder.resolve("node.pem").toString());

        assertThat(JsonOutput.parse(lab.out()).path("answeredBy").asText())
                .as(lab.out())
                .isEqualTo("n1");
    }

    @Test
    void whoDoesNotTrustItSendsNoToken() throws IOException {
        assertThat(status()).isEqualTo(4);
        assertThat(status("--ca-file", folder.resolve("other.pem").toString())).isEqualTo(4);
        assertThat(lab.out().lines().map(TlsServerIT::code)).containsOnly("TLS");
        assertThat(lab.out() + lab.err()).doesNotContain(TOKEN);
    }

    private static String code(String line) {
        try {
            return JsonOutput.parse(line).path("error").path("code").asText();
        } catch (IOException strange) {
            throw new AssertionError(line, strange);
        }
    }

    @Test
    void aKeyThatTheStartWouldRefuseIsRefusedByTheCheckAndNamedByTheDoctor() throws IOException {
        Path config = Files.writeString(folder.resolve("node.yml"), """
                admin: {port: 0, tls: {certificate: "%1$s/node.pem", key: "%1$s/node.pem"}}
                """.formatted(folder));

        assertThat(lab.run("config", "check", "-c", config.toString())).isEqualTo(2);
        assertThat(lab.err()).contains("node.pem has no unencrypted PKCS#8 key");
        assertThat(lab.run("doctor", "-c", config.toString())).isEqualTo(1);
        assertThat(lab.out()).contains("FAIL  tls: admin.tls cannot be used", "node.pem");
    }

    @Test
    void aFileThatHasNoCertificateIsNamed() throws IOException {
        Path none = Files.writeString(folder.resolve("none.pem"), "no certificate\n");

        assertThat(status("--ca-file", none.toString())).isEqualTo(2);
        assertThat(status("--ca-file", folder.resolve("missing.pem").toString()))
                .isEqualTo(2);
        assertThat(lab.out()).contains("none.pem", "missing.pem");
    }
}
