// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Two processes of one host, between which a packet filter refuses connections on behalf of the one that lives. */
class RejectedPortIT {
    private static final Duration WHILE = Duration.ofSeconds(2);

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    /** Generous: the machine may be busy. */
    private static final Duration BEFORE_ANY_LEASE = Duration.ofSeconds(8);

    @ParameterizedTest
    @ValueSource(strings = {"tcp-reset", "icmp-port-unreachable"})
    void filterThatRefusesForALiveProcessIsNoProofNeitherForItsLeadershipNorForTheNext(String how) {
        try (Namespaces network = new Namespaces(1);
                LabProcess leader = start("leader", 1, network);
                LabProcess standby = start("standby", 2, network)) {
            watch(standby, leader);
            awaitConnected(standby);

            network.reject(1, PeerNode.port(leader), how);
            await().during(WHILE).until(() -> standby.last("gone").isEmpty());
            network.accept(1, PeerNode.port(leader), how);

            // Its next leadership.
            awaitConnected(standby);
            watch(standby, leader);
            await().during(WHILE.dividedBy(4)).until(() -> standby.last("gone").isEmpty());

            long killedAt = System.currentTimeMillis();
            leader.kill();
            long goneAt = Long.parseLong(
                    standby.await("gone leader", PeerNode.PATIENCE).split(" ")[2]);
            System.out.println("kill -9 was seen after " + (goneAt - killedAt) + " ms");
            assertThat(Duration.ofMillis(goneAt - killedAt)).isLessThan(BEFORE_ANY_LEASE);
        }
    }

    private LabProcess start(String id, long incarnation, Namespaces network) {
        return PeerNode.start(id, incarnation, "127.0.0.1:0", folder, network.command(1));
    }

    private static void watch(LabProcess standby, LabProcess leader) {
        standby.say("watch leader 1 " + PeerNode.address(leader));
    }

    private static void awaitConnected(LabProcess standby) {
        long heard = heard(standby);
        eventually("the leader is heard", PeerNode.PATIENCE, () -> heard(standby) > heard, standby::lines);
    }

    private static long heard(LabProcess standby) {
        return standby.lines().stream()
                .filter(line -> line.startsWith("changed"))
                .count();
    }
}
