// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.commands.CommandServer;
import dev.baton.commands.CommandSettings;
import dev.baton.commands.LeaderRouting;
import dev.baton.standalone.StandaloneElector;
import java.io.IOException;

/** A node that leads alone and serves commands, a process of its own. Says {@code ready PORT}; ends when it hears nothing more. */
final class CommandsHost {
    private CommandsHost() {}

    public static void main(String[] arguments) throws IOException {
        CommandServer server =
                CommandServer.open(CommandSettings.builder().port(0).anonymous().build());
        Baton baton = Baton.node("host").start(StandaloneElector.inMemory());
        Candidate candidate = baton.stand("commands").duty(server.duty()).start();
        server.follow(LeaderRouting.of(candidate));
        candidate.whenLeading().join();
        System.out.println("ready " + server.port());
        int end = System.in.read();
        System.exit(Math.min(end, 0));
    }
}
