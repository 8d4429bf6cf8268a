// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import dev.baton.commands.client.ClientSettings;
import dev.baton.commands.client.CommandsClient;
import dev.baton.security.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIT {
    private static final String STORE_PASSWORD = "only-for-this-test";

    @TempDir
    static Path directory;

    private static PemFiles files;

    private record PemFiles(Path certificate, Path privateKey) {}

    @BeforeAll
    static void makeKeyPair() throws Exception {
        files = keyPair("server");
    }

    /** By the JDK's own keytool, and then as PEM. */
    private static PemFiles keyPair(String name) throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-alias",
                        "baton",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        STORE_PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, STORE_PASSWORD.toCharArray());
        }
        return new PemFiles(
                pem(name + ".crt", "CERTIFICATE", keys.getCertificate("baton").getEncoded()),
                pem(
                        name + ".key",
                        "PRIVATE KEY",
                        keys.getKey("baton", STORE_PASSWORD.toCharArray()).getEncoded()));
    }

    private static Path pem(String file, String type, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        return Files.writeString(
                directory.resolve(file), "-----BEGIN " + type + "-----\n" + text + "\n-----END " + type + "-----\n");
    }

    private TestServer server() {
        return new TestServer(
                        settings -> settings.anonymous().tls(TlsFiles.pem(files.certificate(), files.privateKey())))
                .lead(7);
    }

    @Test
    void aClientThatTrustsTheCertificateIsServed() {
        try (TestServer it = server();
                CommandsClient client =
                        CommandsClient.of(ClientSettings.of(it.server.address()).withTrusted(files.certificate()))) {
            assertThat(client.increment("n")).isEqualTo(1);
        }
    }

    @Test
    void aClientThatTrustsAnotherDoesNotSpeak() throws Exception {
        Path other = keyPair("other").certificate();
        Duration limit = Duration.ofMillis(800);
        try (TestServer it = server();
                CommandsClient client = CommandsClient.of(ClientSettings.of(it.server.address())
                        .withTrusted(other)
                        .withLimits(limit, limit))) {
            assertThatThrownBy(() -> client.call("PING")).isInstanceOf(UnavailableException.class);
            assertThat(it.server.stats().commands()).isZero();
        }
    }

    @Test
    void aClientWithoutTlsIsCutOff() {
        try (TestServer it = server();
                RawClient client = it.connect()) {
            client.send(RawClient.command("SET a b"));
            // It may say goodbye in its own words before it closes.
            assertThat(client.drain()).isLessThan(100);
            assertThat(it.server.stats().keys()).isZero();
        }
    }

    @Test
    void filesThatHoldNoKeyPairAreRefusedByName() throws IOException {
        Path empty = Files.writeString(directory.resolve("empty.key"), "no key");

        assertThatThrownBy(() -> TlsFiles.pem(files.certificate(), empty))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(empty.toString());
    }
}
