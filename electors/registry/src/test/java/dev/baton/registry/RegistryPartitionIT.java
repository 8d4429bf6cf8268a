// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.Namespaces;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The registry in real processes, each in its own network that is really cut. */
@Timeout(400)
class RegistryPartitionIT {
    private static final Duration FLAP = Duration.ofMillis(300);
    private static final Duration HEALS_WITHIN = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    /** Both in one test, so that three nodes are started only once. */
    @Test
    void aFlappingLinkChangesNoLeaderAndOneThatIsCutOffStopsBeforeTheOthersElectWhicheverWayIsCut() {
        try (Namespaces network = new Namespaces(3);
                RegistryLab lab = new RegistryLab(folder, 3, 50, network)) {
            String first = lab.awaitAgreement();
            long epoch = lab.epoch(first);
            flap(network, first);
            assertThat(lab.leaders()).containsExactly(first);
            assertThat(lab.epoch(first)).isEqualTo(epoch);

            others(lab, first).forEach(id -> network.cutBothWays(RegistryLab.number(first), RegistryLab.number(id)));
            String second = lab.awaitLeaderAbove(epoch);
            // While it is cut off. That it was in time is in the histories, by its own clock.
            lab.awaitRevoked(first, epoch);
            long healedAt = System.currentTimeMillis();
            network.mendAll();
            lab.awaitAgreementOn(second);
            System.out.println("agreement after heal: " + (System.currentTimeMillis() - healedAt) + " ms");

            // One way: its messages leave, but no answer comes back.
            long before = lab.epoch(second);
            others(lab, second).forEach(id -> network.cut(RegistryLab.number(id), RegistryLab.number(second)));
            String third = lab.awaitLeaderAbove(before);
            lab.awaitRevoked(second, before);
            network.mendAll();
            lab.awaitAgreementOn(third);

            lab.checkHistories();
        }
    }

    private static List<String> others(RegistryLab lab, String than) {
        return lab.ids().stream().filter(id -> !id.equals(than)).toList();
    }

    /** The link between the leader and another comes and goes faster than the lease. */
    private static void flap(Namespaces network, String leader) {
        int other = RegistryLab.number(leader) % 3 + 1;
        for (int i = 0; i < 10; i++) {
            network.cutBothWays(RegistryLab.number(leader), other);
            RegistryLab.let(FLAP);
            network.mendAll();
            RegistryLab.let(FLAP);
        }
    }

    @Test
    void anOverlappingPartitionOfFiveHasOneLeaderAtMostAndHeals() {
        try (Namespaces network = new Namespaces(5);
                RegistryLab lab = new RegistryLab(folder, 5, 50, network)) {
            String first = lab.awaitAgreement();
            long epoch = lab.epoch(first);

            // A ring: everyone hears its two neighbours only.
            for (int i = 1; i <= 5; i++) {
                network.cutBothWays(i, (i + 1) % 5 + 1);
            }
            lab.process(first).say("resign");
            lab.awaitRevoked(first, epoch);
            lab.awaitLeaderAbove(epoch);
            network.mendAll();

            lab.awaitAgreement();
            lab.checkHistories();
        }
    }

    @Test
    void withoutAQuorumEachSideLeadsAndAfterTheMergeOneStopsBeforeItsSideHearsOfTheOther() {
        try (Namespaces network = new Namespaces(4);
                RegistryLab lab = new RegistryLab(folder, 4, 50, network, false)) {
            lab.awaitAgreement();

            for (int left : List.of(1, 2)) {
                network.cutBothWays(left, 3);
                network.cutBothWays(left, 4);
            }
            List<String> both = new ArrayList<>();
            eventually(
                    "each side leads",
                    RegistryLab.PATIENCE,
                    () -> {
                        both.clear();
                        both.addAll(lab.leaders());
                        return both.size() == 2;
                    },
                    lab::state);
            assertThat(lab.epoch(both.get(0))).isNotEqualTo(lab.epoch(both.get(1)));
            long healed = System.currentTimeMillis();
            network.mendAll();
            String winner = lab.awaitAgreement();
            long agreed = System.currentTimeMillis() - healed;

            System.out.println("one leader after a merge without a quorum: " + agreed + " ms");
            assertThat(agreed).isLessThan(HEALS_WITHIN.toMillis());
            String loser = both.get(0).equals(winner) ? both.get(1) : both.get(0);
            String observer =
                    Map.of("n1", "n2", "n2", "n1", "n3", "n4", "n4", "n3").get(loser);
            assertThat(lab.epoch(winner)).isGreaterThan(lab.epoch(loser));
            for (String id : List.of(loser, observer)) {
                assertThat(lab.awaitSaid(id, "sees " + winner))
                        .as("%s hears of %s after the duty has stopped", id, winner)
                        .isGreaterThanOrEqualTo(lab.awaitSaid(loser, "stopped"));
            }
        }
    }

    @Test
    void aFilterThatRefusesForTheLeaderDoesNotCostItItsLeadershipAndItsEndIsStillSeen() {
        try (Namespaces network = new Namespaces(3);
                RegistryLab lab = new RegistryLab(folder, 3, 50, network)) {
            String first = lab.awaitAgreement();
            long epoch = lab.epoch(first);
            int number = RegistryLab.number(first);

            int port = peerPort(network, number, lab.port(first));
            List<String> connections =
                    List.of("ss", "-Htn", "state", "established", "sport", "=", Integer.toString(port));
            eventually(
                    "the others watch the leader",
                    RegistryLab.PATIENCE,
                    () -> network.run(number, connections).lines().count() >= 2,
                    lab::state);
            network.reject(number, port, "tcp-reset");
            RegistryLab.let(RegistrySettings.TERMS.lease());
            assertThat(lab.leaders()).containsExactly(first);
            assertThat(lab.epoch(first)).isEqualTo(epoch);

            long killedAt = System.currentTimeMillis();
            lab.process(first).kill();
            lab.awaitLeaderAbove(epoch);
            System.out.println("another leads " + (System.currentTimeMillis() - killedAt) + " ms after kill -9");
            lab.checkHistories();
        }
    }

    /** A node listens at two ports, and where JGroups listens is known. */
    private static int peerPort(Namespaces network, int node, int jgroups) {
        return network.run(node, List.of("ss", "-Hltn"))
                .lines()
                .map(line -> line.strip().split("\\s+")[3])
                .map(local -> Integer.parseInt(local.substring(local.lastIndexOf(':') + 1)))
                .filter(port -> port != jgroups)
                .findFirst()
                .orElseThrow();
    }
}
