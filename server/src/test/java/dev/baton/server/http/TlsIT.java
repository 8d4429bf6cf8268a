// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.UnavailableException;
import dev.baton.security.TlsFiles;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin API by TLS, with a certificate that the JDK's own tool makes. */
class TlsIT {
    private static final String PASSWORD = "changeit-please";

    @TempDir
    private static Path folder;

    @BeforeAll
    static void makeKeys() throws Exception {
        Path store = folder.resolve("node.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-alias",
                        "admin",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-validity",
                        "30",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.out").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0)
                .as(Files.readString(folder.resolve("keytool.out")))
                .isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = new FileInputStream(store.toFile())) {
            keys.load(in, PASSWORD.toCharArray());
        }
        PrivateKey key = (PrivateKey) keys.getKey("admin", PASSWORD.toCharArray());
        Files.writeString(folder.resolve("key.pem"), pem("PRIVATE KEY", key.getEncoded()));
        Files.writeString(
                folder.resolve("cert.pem"),
                pem("CERTIFICATE", keys.getCertificate("admin").getEncoded()));
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                + "-----\n";
    }

    private static BatonServer start(String id, String tls, String more) {
        return BatonServer.start(NodeConfig.parse(
                "node: {id: " + id + "}\nadmin: {port: 0, peer_timeout: 10s" + more + ", tls: {" + tls + "}}",
                Map.of()));
    }

    private static String pemFiles() {
        return "certificate: " + folder.resolve("cert.pem") + ", key: " + folder.resolve("key.pem") + ", trust: "
                + folder.resolve("cert.pem");
    }

    private static JsonNode cluster(BatonServer server) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsFiles.trusting(folder.resolve("cert.pem")))
                .build();
        return new ObjectMapper()
                .readTree(client.send(request(server), BodyHandlers.ofString()).body());
    }

    private static HttpRequest request(BatonServer server) {
        return HttpRequest.newBuilder(URI.create(server.adminUrl().orElseThrow() + "/api/v1/cluster"))
                .build();
    }

    @Test
    void nodesServeByTlsAndAskEachOtherByIt() throws Exception {
        try (BatonServer first = start("a", pemFiles(), "");
                BatonServer second =
                        start("b", pemFiles(), ", peers: ['" + first.adminUrl().orElseThrow() + "']")) {
            assertThat(second.adminUrl().orElseThrow()).startsWith("https://127.0.0.1:");

            JsonNode cluster = cluster(second);

            assertThat(cluster.path("nodes"))
                    .extracting(it -> it.path("id").asText())
                    .containsExactly("a", "b");
            assertThat(cluster.path("unreachable")).isEmpty();
        }
    }

    @Test
    void whoDoesNotTrustTheCertificateDoesNotTalk() {
        try (BatonServer server = start("a", pemFiles(), "")) {
            assertThatExceptionOfType(SSLHandshakeException.class)
                    .isThrownBy(() -> HttpClient.newHttpClient().send(request(server), BodyHandlers.ofString()));
        }
    }

    @Test
    void aKeystoreDoesAsWell() throws Exception {
        String keystore = "keystore: " + folder.resolve("node.p12") + ", keystore_password: " + PASSWORD;
        try (BatonServer server = start("a", keystore, "")) {
            assertThat(cluster(server).path("answeredBy").asText()).isEqualTo("a");
        }
    }

    @Test
    void plainHttpGetsNothingFromATlsPort() {
        try (BatonServer server = start("a", pemFiles(), "")) {
            assertThatExceptionOfType(AssertionError.class)
                    .isThrownBy(() -> new RawHttp(server.adminPort().orElseThrow()).get("/health/live"));
        }
    }

    @Test
    void filesThatAreNoKeysAreNamedAndTheNodeDoesNotStart() {
        String wrong = "certificate: " + folder.resolve("cert.pem") + ", key: " + folder.resolve("cert.pem");
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> start("a", wrong, ""))
                .withMessageContaining("cert.pem has no unencrypted PKCS#8 key");
        String password = "keystore: " + folder.resolve("node.p12") + ", keystore_password: not-the-password";
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> start("a", password, ""))
                .withMessageContaining("admin.tls cannot be used")
                .satisfies(it -> assertThat(it.getMessage()).doesNotContain("not-the-password"));
    }
}
