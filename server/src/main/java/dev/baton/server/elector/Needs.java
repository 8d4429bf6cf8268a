// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.elector;

import dev.baton.sql.SqlDatabase;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What an elector needs where it is started, for whoever looks before that. A start makes the folders that are missing.
 *
 * @param stateFile keeps what must not be forgotten
 * @param stateFolder keeps it where that is several files
 * @param port where it listens, as far as the configuration tells
 * @param witness a database with a row that votes
 */
public record Needs(
        Optional<Path> stateFile,
        Optional<Path> stateFolder,
        Optional<InetSocketAddress> port,
        Optional<SqlDatabase> witness) {
    static final Needs NOTHING = new Needs(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    static Needs file(Path file) {
        return new Needs(Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Needs folder(Path folder) {
        return new Needs(Optional.empty(), Optional.of(folder), Optional.empty(), Optional.empty());
    }

    /** An address that only the network layer understands is left to it. */
    Needs port(InetSocketAddress where) {
        return new Needs(stateFile, stateFolder, Optional.of(where).filter(it -> !it.isUnresolved()), witness);
    }

    Needs witness(Optional<SqlDatabase> database) {
        return new Needs(stateFile, stateFolder, port, database);
    }
}
