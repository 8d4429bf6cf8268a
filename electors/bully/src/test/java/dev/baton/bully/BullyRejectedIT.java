// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.Namespaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Processes of one host, each in its own network, and a packet filter that refuses connections for the leader. */
@Timeout(180)
@Isolated
class BullyRejectedIT {
    private static final BullySettings PACE =
            BullySettings.every(Duration.ofMillis(250)).toBuilder().misses(10).build();

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    @Test
    void aFilterThatRefusesForALiveLeaderIsNoProofAndItsEndIs() {
        try (Namespaces network = new Namespaces(3);
                BullyLab lab = new BullyLab(folder, PACE, network).withMembers("node1", "node2", "node3")) {
            String leader = lab.awaitAgreement();
            long epoch = lab.epoch(leader);
            int node = BullyLab.number(leader);
            int port = peerPort(network, node, lab.address(leader).port());
            List<String> connections = List.of("ss", "-Htn", "state", "established", "sport", "=", ":" + port);
            eventually(
                    "the others watch the leader",
                    BullyLab.PATIENCE,
                    () -> network.run(node, connections).lines().count() >= 2,
                    lab::living);

            network.reject(node, port, "tcp-reset");
            lab.awaitMore(leader, "renewals", PACE.misses());
            assertThat(lab.leaders()).containsExactly(leader);
            assertThat(lab.epoch(leader)).isEqualTo(epoch);

            lab.process(leader).kill();
            lab.awaitLeaderOtherThan(leader);
            lab.checkHistories();
        }
    }

    /** A node listens at two ports, and that for HTTP is known. */
    private static int peerPort(Namespaces network, int node, int http) {
        return network.run(node, List.of("ss", "-Hltn"))
                .lines()
                .map(line -> line.strip().split("\\s+")[3])
                .map(local -> Integer.parseInt(local.substring(local.lastIndexOf(':') + 1)))
                .filter(port -> port != http)
                .findFirst()
                .orElseThrow();
    }
}
