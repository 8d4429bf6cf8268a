// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One key pair for all members of a group, made by the JDK's own tool. */
public final class TestKeys {
    private static final String PASSWORD = "changeit-please";

    private TestKeys() {}

    /** @param addresses what its certificate names */
    public static MemberTls make(Path folder, String name, List<String> addresses)
            throws IOException, InterruptedException {
        Path store = folder.resolve(name + ".p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
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
                        addresses.stream().map(it -> "ip:" + it).collect(Collectors.joining(",", "SAN=", "")),
                        "-validity",
                        "30",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        PASSWORD)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("keytool.out").toFile())
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS) && keytool.exitValue() == 0)
                .as(Files.readString(folder.resolve("keytool.out")))
                .isTrue();
        return read(store);
    }

    /** What {@link #make} has left in the folder. */
    public static MemberTls read(Path store) {
        TlsIdentity identity = TlsFiles.pkcs12(store, PASSWORD.toCharArray());
        return new MemberTls(identity, List.of(identity.certificate()));
    }
}
