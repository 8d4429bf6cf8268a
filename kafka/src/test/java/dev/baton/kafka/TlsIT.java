// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.kafka.access.KafkaAcl;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.security.TlsFiles;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.errors.SslAuthenticationException;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who gets through to a broker with a certificate, and who does not. */
class TlsIT {
    private static final String LOCAL = "dns:localhost,ip:127.0.0.1";
    private static final int PATIENCE_MILLIS = 60_000;
    /** Kinds of TLS records. */
    private static final int ALERT = 21;

    private static final int HANDSHAKE = 22;
    /** The alert about a version that is too old. */
    private static final int PROTOCOL_VERSION = 70;

    @TempDir
    static Path keyFolder;

    private static TestKeys keys;
    private static TestKeys others;

    @TempDir
    Path folder;

    @BeforeAll
    static void makeKeys() {
        keys = TestKeys.make(keyFolder, "broker", LOCAL);
        others = TestKeys.make(keyFolder, "others", LOCAL);
    }

    private static KafkaTls tls(TestKeys shown) {
        return KafkaTls.of(TlsFiles.pem(shown.certificate(), shown.key()));
    }

    private TestBroker broker(KafkaTls tls) throws IOException {
        return new TestBroker(folder, KafkaSettings.onLoopback(0).with(new KafkaAcl(Optional.of(tls), List.of())));
    }

    private static Admin admin(TestBroker broker, TestKeys trusted, Map<String, Object> more) throws IOException {
        Map<String, Object> settings = new HashMap<>(Map.of(
                "bootstrap.servers",
                broker.address(),
                "security.protocol",
                "SSL",
                "ssl.truststore.type",
                "PEM",
                "ssl.truststore.certificates",
                Files.readString(trusted.certificate())));
        settings.putAll(more);
        return Admin.create(settings);
    }

    private static void isServed(TestBroker broker, TestKeys trusted) throws Exception {
        try (Admin admin = admin(broker, trusted, Map.of())) {
            assertThat(admin.describeCluster().nodes().get()).hasSize(1);
        }
    }

    private static void refusesIt(TestBroker broker, TestKeys trusted, Map<String, Object> more) throws Exception {
        try (Admin admin = admin(broker, trusted, more)) {
            assertThatThrownBy(() -> admin.describeCluster().nodes().get())
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(SslAuthenticationException.class);
        }
    }

    private static void isCounted(TestBroker broker, String name) {
        eventually("it is counted", TestBroker.SOON, () -> broker.metrics.count(name) > 0, () -> broker.metrics);
    }

    @Test
    void connectionsAreShownTheCertificateOfTheirTime() throws Exception {
        try (TestBroker broker = broker(tls(keys));
                Admin open = admin(broker, keys, Map.of())) {
            assertThat(open.describeCluster().nodes().get()).hasSize(1);

            broker.broker.use(tls(others));

            isServed(broker, others);
            refusesIt(broker, keys, Map.of());
            assertThat(broker.metrics.count("answered DescribeCluster")).isPositive();
            // Who is connected stays so.
            long before = broker.metrics.count("opened");
            assertThat(open.listTopics().names().get()).isEmpty();
            assertThat(broker.metrics.count("opened")).isEqualTo(before);
        }
    }

    @Test
    void keyOfAnotherCertificateIsRefusedBeforeAnythingIsChanged() {
        assertThatThrownBy(() -> KafkaTls.of(TlsFiles.pem(keys.certificate(), others.key())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("does not fit");
    }

    @Test
    void clientRefusesACertificateThatIsOutOfDateOrOfAnotherHost() throws Exception {
        TestKeys expired = keys.signing("expired", LOCAL, "-10d", 5);
        try (TestBroker broker = broker(tls(expired))) {
            refusesIt(broker, keys, Map.of());
            isCounted(broker, "unfinished");

            TestKeys elsewhere = keys.signing("elsewhere", "dns:elsewhere.example", "-0d", 5);
            broker.broker.use(tls(elsewhere));
            refusesIt(broker, keys, Map.of());
            // What is wrong with them is that alone.
            broker.broker.use(tls(keys.signing("good", LOCAL, "-0d", 5)));
            long refused = broker.metrics.count("answered ApiVersions");

            isServed(broker, keys);
            assertThat(refused).isZero();
        }
    }

    @Test
    void clientNeedsACertificateWhereOneIsAskedFor() throws Exception {
        KafkaTls asking =
                new KafkaTls(TlsFiles.pem(keys.certificate(), keys.key()), TlsFiles.certificates(others.certificate()));
        try (TestBroker broker = broker(asking)) {
            refusesIt(broker, keys, Map.of());
            refusesIt(broker, keys, shows(keys));
            assertThat(broker.metrics.count("answered ApiVersions")).isZero();

            try (Admin admin = admin(broker, keys, shows(others))) {
                assertThat(admin.describeCluster().nodes().get()).hasSize(1);
            }
        }
    }

    private static Map<String, Object> shows(TestKeys own) throws IOException {
        return Map.of(
                "ssl.keystore.type",
                "PEM",
                "ssl.keystore.certificate.chain",
                Files.readString(own.certificate()),
                "ssl.keystore.key",
                Files.readString(own.key()));
    }

    @Test
    void oldVersionsOfTlsAreRefused() throws Exception {
        try (TestBroker broker = broker(tls(keys))) {
            for (int minor : new int[] {0, 1, 2}) {
                assertThat(answerToHello(broker.port(), minor))
                        .as("3.%s", minor)
                        .startsWith((byte) ALERT)
                        .endsWith((byte) PROTOCOL_VERSION);
            }
            isCounted(broker, "unfinished");
            // The same greeting of TLS 1.2 begins a handshake.
            assertThat(answerToHello(broker.port(), 3)).startsWith((byte) HANDSHAKE);
        }
    }

    /** The beginning of what comes back: a whole record, if it is an alert. */
    private static byte[] answerToHello(int port, int minor) throws IOException {
        ByteBuffer hello = ByteBuffer.allocate(64)
                .put(new byte[] {22, 3, 1, 0, 47, 1, 0, 0, 43, 3, (byte) minor})
                .put(new byte[32])
                .put((byte) 0)
                // Two that fit keys of elliptic curves: of TLS 1.0, and of TLS 1.2.
                .put(new byte[] {0, 4, (byte) 0xc0, 0x09, (byte) 0xc0, 0x2b, 1, 0});
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream().write(hello.array(), 0, hello.position());
            return socket.getInputStream().readNBytes(7);
        }
    }

    @Test
    void clientWithoutTlsIsClosedAndCounted() throws Exception {
        try (TestBroker broker = broker(tls(keys))) {
            for (byte[] first : List.of(
                    RawConnection.frame(
                            new ApiVersionsRequest(
                                    new ApiVersionsRequestData()
                                            .setClientSoftwareName("raw")
                                            .setClientSoftwareVersion("1"),
                                    (short) 3),
                            1),
                    "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII))) {
                long before = broker.metrics.count("unfinished");
                try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), broker.port())) {
                    socket.setSoTimeout(PATIENCE_MILLIS);
                    socket.getOutputStream().write(first);
                    endOf(socket);
                }
                eventually(
                        "it is counted",
                        TestBroker.SOON,
                        () -> broker.metrics.count("unfinished") > before,
                        () -> broker.metrics);
            }
            isServed(broker, keys);
        }
    }

    private static void endOf(Socket socket) {
        try {
            // An alert may come first.
            assertThat(socket.getInputStream().readAllBytes()).hasSizeLessThan(100);
        } catch (IOException reset) {
            assertThat(reset).isNotInstanceOf(java.net.SocketTimeoutException.class);
        }
    }

    @Test
    void clientWithTlsIsClosedAndCountedWhereThereIsNone() throws Exception {
        try (TestBroker broker = new TestBroker(folder, KafkaSettings.onLoopback(0));
                SSLSocket socket = (SSLSocket) TlsFiles.trusting(keys.certificate())
                        .getSocketFactory()
                        .createSocket(InetAddress.getLoopbackAddress(), broker.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);

            assertThatThrownBy(socket::startHandshake)
                    .isInstanceOfAny(SSLException.class, java.net.SocketException.class);
            isCounted(broker, "invalid");
            assertThat(broker.metrics.count("answered ApiVersions")).isZero();
        }
    }
}
