// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.security.TlsFiles;
import dev.baton.security.TlsIdentity;
import dev.baton.testkit.lab.TestKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** One key pair for all members of a group. */
public final class MemberKeys {
    private static final String SHARED = "keys";

    private MemberKeys() {}

    /** @param addresses what its certificate names */
    static MemberTls make(Path folder, String name, List<String> addresses) {
        return of(TestKeys.make(folder, name, names(addresses)));
    }

    static String names(List<String> addresses) {
        return addresses.stream().map(it -> "ip:" + it).collect(Collectors.joining(","));
    }

    static MemberTls of(TestKeys keys) {
        return read(keys.keystore());
    }

    /** For the processes of a lab, which share a folder. */
    public static MemberTls share(Path folder, List<String> addresses) {
        return make(folder, SHARED, addresses);
    }

    /** What {@link #share} has left in the folder, if it has. */
    public static Optional<MemberTls> shared(Path folder) {
        return Optional.of(folder.resolve(SHARED + ".p12"))
                .filter(Files::exists)
                .map(MemberKeys::read);
    }

    private static MemberTls read(Path store) {
        TlsIdentity identity = TlsFiles.pkcs12(store, TestKeys.PASSWORD.toCharArray());
        return new MemberTls(identity, List.of(identity.certificate()));
    }
}
