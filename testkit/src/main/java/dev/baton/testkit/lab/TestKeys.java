// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A key pair with a certificate that vouches for itself, made by the JDK's own keytool.
 *
 * @param certificate in PEM
 * @param key in PEM
 * @param keystore both, as PKCS#12
 */
public record TestKeys(Path certificate, Path key, Path keystore) {
    /** Of the key store. */
    public static final String PASSWORD = "changeit-please";

    private static final int DEFAULT_DAYS = 30;

    /** @param names such as {@code dns:localhost,ip:127.0.0.1} */
    public static TestKeys make(Path folder, String name, String names) {
        return make(folder, name, names, "-0d", DEFAULT_DAYS);
    }

    /**
     * Valid for some days.
     *
     * @param from as keytool takes it: {@code -10d} is ten days ago
     */
    public static TestKeys make(Path folder, String name, String names, String from, int days) {
        return make(folder.resolve(name + ".p12"), name, names, from, days, List.of("-ext", "bc:c"));
    }

    /** Another pair, for which this one vouches. In the same folder, and the same key store. */
    public TestKeys signing(String name, String names, String from, int days) {
        String signer = String.valueOf(certificate.getFileName()).replace(".pem", "");
        return make(keystore, name, names, from, days, List.of("-signer", signer));
    }

    private static TestKeys make(Path store, String name, String names, String from, int days, List<String> more) {
        Path out = store.resolveSibling(name + ".keytool.out");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                name,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + name,
                "-ext",
                "SAN=" + names,
                "-startdate",
                from,
                "-validity",
                Integer.toString(days),
                "-keystore",
                store.toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD));
        command.addAll(more);
        try {
            Process keytool = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!keytool.waitFor(60, TimeUnit.SECONDS) || keytool.exitValue() != 0) {
                throw new IllegalStateException("keytool failed: " + Files.readString(out));
            }
            KeyStore keys = KeyStore.getInstance("PKCS12");
            try (InputStream in = Files.newInputStream(store)) {
                keys.load(in, PASSWORD.toCharArray());
            }
            byte[] key = keys.getKey(name, PASSWORD.toCharArray()).getEncoded();
            byte[] certificate = keys.getCertificate(name).getEncoded();
            return new TestKeys(
                    Files.writeString(store.resolveSibling(name + ".pem"), pem("CERTIFICATE", certificate)),
                    Files.writeString(store.resolveSibling(name + ".key"), pem("PRIVATE KEY", key)),
                    store);
        } catch (IOException | GeneralSecurityException problem) {
            throw new IllegalStateException("no keys for " + name, problem);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    private static String pem(String what, byte[] bytes) {
        return "-----BEGIN " + what + "-----\n" + Base64.getMimeEncoder().encodeToString(bytes) + "\n-----END " + what
                + "-----\n";
    }
}
