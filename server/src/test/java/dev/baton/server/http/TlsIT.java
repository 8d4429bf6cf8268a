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
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The admin API by TLS, with a certificate that the JDK's own tool makes. */
class TlsIT {
    @TempDir
    private static Path folder;

    private static TestKeys keys;

    @BeforeAll
    static void makeKeys() {
        keys = TestKeys.make(folder, "localhost", "dns:localhost,ip:127.0.0.1");
    }

    private static BatonServer start(String id, String tls, String more) {
        return BatonServer.start(NodeConfig.parse(
                "node: {id: " + id + "}\nadmin: {port: 0, peer_timeout: 10s" + more + ", tls: {" + tls + "}}",
                Map.of()));
    }

    private static String pemFiles() {
        return "certificate: " + keys.certificate() + ", key: " + keys.key() + ", trust: " + keys.certificate();
    }

    private static JsonNode cluster(BatonServer server) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newBuilder()
                .sslContext(TlsFiles.trusting(keys.certificate()))
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
        String keystore = "keystore: " + keys.keystore() + ", keystore_password: " + TestKeys.PASSWORD;
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
        String wrong = "certificate: " + keys.certificate() + ", key: " + keys.certificate();
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> start("a", wrong, ""))
                .withMessageContaining(keys.certificate() + " has no unencrypted PKCS#8 key");
        String password = "keystore: " + keys.keystore() + ", keystore_password: not-the-password";
        assertThatExceptionOfType(UnavailableException.class)
                .isThrownBy(() -> start("a", password, ""))
                .withMessageContaining("admin.tls cannot be used")
                .satisfies(it -> assertThat(it.getMessage()).doesNotContain("not-the-password"));
    }
}
