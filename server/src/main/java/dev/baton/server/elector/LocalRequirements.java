// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import java.net.InetSocketAddress;
import java.nio.file.Path;
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
 * @param certificates by which it and other nodes know each other
 */
public record LocalRequirements(
        Optional<Path> stateFile,
        Optional<Path> stateFolder,
        Optional<InetSocketAddress> port,
        Optional<SqlDatabase> witness,
        List<InetSocketAddress> others,
        Optional<Certificates> certificates) {
    static final LocalRequirements NOTHING = new LocalRequirements(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());

    /**
     * Certificates of both sides, and the key of this one, in PEM.
     *
     * @param host that others use; absent if none connect to this node
     */
    public record Certificates(Path own, Path key, Path trusted, Optional<String> host) {}

    static LocalRequirements file(Path file) {
        return new LocalRequirements(
                Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static LocalRequirements folder(Path folder) {
        return new LocalRequirements(
                Optional.empty(), Optional.of(folder), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    /** An address that only the network layer understands is left to it. */
    LocalRequirements port(InetSocketAddress where) {
        return new LocalRequirements(
                stateFile,
                stateFolder,
                Optional.of(where).filter(it -> !it.isUnresolved()),
                witness,
                others,
                certificates);
    }

    LocalRequirements witness(Optional<SqlDatabase> database) {
        return new LocalRequirements(stateFile, stateFolder, port, database, others, certificates);
    }

    LocalRequirements others(List<InetSocketAddress> listening) {
        return new LocalRequirements(stateFile, stateFolder, port, witness, List.copyOf(listening), certificates);
    }

    LocalRequirements certificates(Optional<Certificates> files) {
        return new LocalRequirements(stateFile, stateFolder, port, witness, others, files);
    }
}
