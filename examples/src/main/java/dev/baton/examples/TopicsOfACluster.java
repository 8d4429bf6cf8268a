// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples;

import dev.baton.Baton;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerSettings;
import dev.baton.raft.RaftElector;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** A member of a Raft group with a controller, embedded in a program; the group has one member here. */
public final class TopicsOfACluster {
    private static final Duration WITHIN = Duration.ofSeconds(20);

    private TopicsOfACluster() {}

    public static void main(String[] arguments) throws Exception {
        MemberAddress self = MemberAddress.of("a", "127.0.0.1", freePort());
        Path folder = Files.createTempDirectory("topics").resolve("a");
        MemberSettings settings = MemberSettings.bootstrap(self, folder, List.of(self));

        // tag::start[]
        try (Baton baton = Baton.node("a")
                .start(RaftElector.member(settings)
                        .replicating(context -> new ControllerPart(
                                ControllerSettings.DEFAULT, context.lanes().ticker(), UUID::randomUUID)))) {
            RaftElector elector = baton.elector(RaftElector.class);
            ControllerPart local = elector.part(ControllerPart.class).orElseThrow();
            ControllerClient client =
                    ControllerClient.on(elector.member().orElseThrow().client());
            // end::start[]
            client.register(ClusterNode.of(baton.node().id(), baton.node().incarnation()), WITHIN)
                    .join();

            // tag::use[]
            client.createTopic("orders", 12, 1, Map.of(), Duration.ofSeconds(10))
                    .join(); // all of it, or nothing

            long version = client.latestVersion(Duration.ofSeconds(5)).join(); // confirmed by a majority
            local.reached(version).join(); // this member has it
            int partitions = local.read(view -> view.partitions()); // local: no network, marked with its index
            // end::use[]
            System.out.println(partitions + " partitions of "
                    + local.read(view -> view.topics().size()) + " topic");
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
