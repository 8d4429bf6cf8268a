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
public record Needs(
        Optional<Path> stateFile,
        Optional<Path> stateFolder,
        Optional<InetSocketAddress> port,
        Optional<SqlDatabase> witness,
        List<InetSocketAddress> others,
        Optional<Certificates> certificates) {
    static final Needs NOTHING = new Needs(
            Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());

    /**
     * Certificates of both sides, in PEM.
     *
     * @param host that others use; absent if none connect to this node
     */
    public record Certificates(Path own, Path trusted, Optional<String> host) {}

    static Needs file(Path file) {
        return new Needs(
                Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    static Needs folder(Path folder) {
        return new Needs(
                Optional.empty(), Optional.of(folder), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    /** An address that only the network layer understands is left to it. */
    Needs port(InetSocketAddress where) {
        return new Needs(
                stateFile,
                stateFolder,
                Optional.of(where).filter(it -> !it.isUnresolved()),
                witness,
                others,
                certificates);
    }

    Needs witness(Optional<SqlDatabase> database) {
        return new Needs(stateFile, stateFolder, port, database, others, certificates);
    }

    Needs others(List<InetSocketAddress> listening) {
        return new Needs(stateFile, stateFolder, port, witness, List.copyOf(listening), certificates);
    }

    Needs certificates(Optional<Certificates> files) {
        return new Needs(stateFile, stateFolder, port, witness, others, files);
    }
}
