// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.lab;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.raft.member.MemberKeys;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** A leader that is cut off from the other members, while a client still reaches it. Needs root. */
@Timeout(180)
@Isolated
class IsolatedLeaderIT {
    private static final Duration LEASE = Duration.ofSeconds(4);
    private static final String CLIENT = "client4";
    private static final int NODES = 4;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    @Test
    void itAnswersNothingThatNeedsAMajorityAndStopsActingBeforeAnotherActs(@TempDir Path folder) throws Exception {
        List<String> addresses =
                IntStream.rangeClosed(1, NODES).mapToObj(Namespaces::address).toList();
        MemberKeys.share(folder, addresses);
        try (Namespaces network = new Namespaces(NODES);
                RaftLab lab = new RaftLab(folder, 3, LEASE, Optional.of(network)).startAll()) {
            lab.start(CLIENT);
            lab.awaitReady();
            lab.awaitAgreement();
            String isolated = leaderOfBoth(lab);
            long epoch = lab.epoch(isolated);
            awaitAnswer(lab, "once:before");
            awaitAnswer(lab, "size");

            List<String> others = Stream.of("node1", "node2", "node3")
                    .filter(it -> !it.equals(isolated))
                    .toList();
            others.forEach(it -> network.cutBothWays(ProcessLab.number(it), ProcessLab.number(CLIENT)));
            others.forEach(it -> network.cutBothWays(ProcessLab.number(it), ProcessLab.number(isolated)));
            // On a slow machine it may have noticed already that it is alone.
            assertThat(lab.askRecords(CLIENT, "term").isPresent() || !lab.leadsGroup(isolated))
                    .as("what the leader answers from memory, to show that it is reached")
                    .isTrue();
            assertThat(lab.askRecords(CLIENT, "size")).isEmpty();
            assertThat(lab.askRecords(CLIENT, "add:lost")).isEmpty();

            String next = lab.awaitLeaderOtherThan(isolated);
            assertThat(lab.awaitStopped(isolated, epoch)).isLessThan(lab.actingAt(next));
            network.mendAll();
            lab.awaitAgreement();
            // The new leader answers, and has nothing of what was not acknowledged.
            awaitAnswer(lab, "size");
            lab.checkHistories();
        }
    }

    /** The leader of the group, which also leads the election. */
    private static String leaderOfBoth(RaftLab lab) {
        String leader;
        do {
            leader = lab.awaitGroupLeader();
            lab.lead(leader);
        } while (!lab.leadsGroup(leader));
        return leader;
    }

    /** That there is one record. */
    private static void awaitAnswer(RaftLab lab, String question) {
        eventually(
                question + " is answered with 1",
                ProcessLab.PATIENCE,
                () -> lab.askRecords(CLIENT, question).equals(Optional.of("1")),
                lab::state);
    }
}
