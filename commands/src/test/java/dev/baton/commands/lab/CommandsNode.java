// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Endpoints;
import dev.baton.commands.CommandServer;
import dev.baton.commands.CommandSettings;
import dev.baton.commands.LeaderRouting;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlElectorFactory;
import dev.baton.sql.SqlSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * A node with a command server, a process of its own: {@code NODE URL USER PASSWORD-FILE LEASE-MILLIS}. Says
 * {@code ready ADDRESS}, and ends when it hears nothing more.
 */
final class CommandsNode {
    private CommandsNode() {}

    public static void main(String[] arguments) throws IOException {
        String password = Files.readString(Path.of(arguments[3]));
        Duration lease = Duration.ofMillis(Long.parseLong(arguments[4]));
        SqlElectorFactory elector = SqlElector.on(arguments[1], arguments[2], () -> password)
                .settings(SqlSettings.DEFAULT.withLease(lease));
        CommandServer server =
                CommandServer.open(CommandSettings.builder().port(0).anonymous().build());
        Baton baton = Baton.node(arguments[0])
                .requireExclusive()
                .endpoints(Endpoints.of(CommandServer.ENDPOINT, server.address()))
                .start(elector);
        Candidate candidate = baton.stand("commands")
                .settings(CandidateSettings.builder()
                        .windDown(lease.dividedBy(20))
                        .build())
                .duty(server.duty())
                .start();
        server.follow(LeaderRouting.of(candidate));
        System.out.println("ready " + server.address());
        int end = System.in.read();
        System.exit(end < 0 ? 0 : end);
    }
}
