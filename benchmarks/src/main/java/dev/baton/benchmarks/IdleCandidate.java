// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.peer.PeerChannel;
import dev.baton.peer.PeerSettings;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A process that stands in one election and does nothing else, until its standard input ends. */
final class IdleCandidate {
    private IdleCandidate() {}

    /** What the process is started with. */
    static List<String> arguments(String node, String url, String user, Path passwordFile, TableNames tables) {
        return List.of(node, url, user, passwordFile.toString(), tables.lease(), tables.fence());
    }

    public static void main(String[] arguments) throws IOException {
        String password = Files.readString(Path.of(arguments[3]));
        SqlElectorFactory elector = SqlElector.on(arguments[1], arguments[2], () -> password)
                .settings(SqlSettings.DEFAULT.withTables(new TableNames(arguments[4], arguments[5])))
                .watching(PeerChannel.on(PeerSettings.defaults()));
        try (Baton node = Baton.node(arguments[0]).start(elector)) {
            node.stand("idle").start();
            System.out.println("ready");
            while (System.in.read() >= 0) {
                // Nothing is said to it.
            }
        }
    }
}
