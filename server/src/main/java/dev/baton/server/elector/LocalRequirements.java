// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What an elector needs on its machine, for checks before a start. A start creates missing folders.
 *
 * @param stateFile keeps what must not be forgotten
 * @param stateFolder the same, for electors with several files
 * @param port where it listens, if the configuration determines that
 * @param witness a database with a row that votes
 * @param others the configured addresses of other nodes
 * @param certificates with which it and other nodes authenticate each other
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
     * Certificates of both sides, in PEM.
     *
     * @param host the host that others use; absent if none connect to this node
     */
    public record Certificates(Path own, Path trusted, Optional<String> host) {}

    static LocalRequirements file(Path file) {
        return new LocalRequirements(
                Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static LocalRequirements folder(Path folder) {
        return new LocalRequirements(
                Optional.empty(), Optional.of(folder), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    /** An address that only the network layer can resolve is left to it. */
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
