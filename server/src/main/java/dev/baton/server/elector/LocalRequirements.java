// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.security.TlsIdentity;
import dev.baton.sql.SqlDatabase;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/**
 * What an elector needs where it is started, for those who look before that. A start makes the folders that are missing.
 *
 * @param stateFile keeps what must not be forgotten
 * @param stateFolder keeps it where that is several files
 * @param port where it listens, as far as the configuration tells
 * @param witness a database with a row that votes
 * @param others where other nodes are said to listen
 * @param tls by which it and other nodes know each other
 */
public record LocalRequirements(
        Optional<Path> stateFile,
        Optional<Path> stateFolder,
        Optional<InetSocketAddress> port,
        Optional<SqlDatabase> witness,
        List<InetSocketAddress> others,
        Optional<Tls> tls) {
    static final LocalRequirements NOTHING = new LocalRequirements(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());

    /**
     * What two nodes show each other, and whom they trust.
     *
     * @param key under which the node's own certificate is configured
     * @param trustKey the same for those that it trusts; absent if its own is all that it trusts
     * @param host by which others reach it, if its certificate has to name that
     * @param checksNames whether the certificates of others have to name their hosts
     * @param protocols one of which is agreed on in the handshake, in all of which the server speaks first; none if empty
     */
    public record Tls(
            String key,
            TlsIdentity identity,
            Optional<String> trustKey,
            List<X509Certificate> trusted,
            Optional<String> host,
            boolean checksNames,
            List<String> protocols) {
        public Tls {
            trusted = List.copyOf(trusted);
            protocols = List.copyOf(protocols);
        }

        /** Where all of it is configured. */
        public String keys() {
            return trustKey.map(it -> key + " and " + it).orElse(key);
        }
    }

    static LocalRequirements file(Path file) {
        return new LocalRequirements(
                Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static LocalRequirements folder(Path folder) {
        return new LocalRequirements(
                Optional.empty(), Optional.of(folder), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    /** The certificate that its port shows. */
    public Optional<TlsIdentity> shown() {
        return tls.map(Tls::identity);
    }

    /** An address that only the network layer understands is left to it. */
    LocalRequirements port(InetSocketAddress where) {
        return new LocalRequirements(
                stateFile, stateFolder, Optional.of(where).filter(it -> !it.isUnresolved()), witness, others, tls);
    }

    LocalRequirements witness(Optional<SqlDatabase> database) {
        return new LocalRequirements(stateFile, stateFolder, port, database, others, tls);
    }

    LocalRequirements others(List<InetSocketAddress> listening) {
        return new LocalRequirements(stateFile, stateFolder, port, witness, List.copyOf(listening), tls);
    }

    LocalRequirements tls(Optional<Tls> agreed) {
        return new LocalRequirements(stateFile, stateFolder, port, witness, others, agreed);
    }
}
