// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Endpoints;
import dev.baton.commands.CommandServer;
import dev.baton.commands.CommandSettings;
import dev.baton.commands.LeaderRouting;
import dev.baton.commands.client.ClientSettings;
import dev.baton.commands.client.CommandsClient;
import dev.baton.standalone.StandaloneElector;
import java.time.Duration;

/** A node that answers Redis clients while it leads, and a client that finds it. */
public final class LeaderOnlyCommands {
    private LeaderOnlyCommands() {}

    public static void main(String[] arguments) {
        // tag::commands[]
        CommandSettings settings = CommandSettings.builder().port(0).anonymous().build();
        try (CommandServer server = CommandServer.open(settings);
                Baton baton = Baton.node("node-1")
                        .endpoints(Endpoints.of(CommandServer.ENDPOINT, server.address()))
                        .start(StandaloneElector.inMemory())) {
            Candidate candidate = baton.stand("coordinator").duty(server.duty()).start();
            server.follow(LeaderRouting.of(candidate));

            try (CommandsClient client = CommandsClient.of(ClientSettings.of(server.address()))) {
                System.out.println("counted " + client.increment("jobs"));
                System.out.println("token "
                        + client.acquireLease("nightly", "me", Duration.ofMinutes(1))
                                .orElseThrow());
            }
        } // the node hands over first, then the server closes
        // end::commands[]
    }
}
