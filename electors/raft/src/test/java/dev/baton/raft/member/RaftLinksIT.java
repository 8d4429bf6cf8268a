// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Members whose links are cut in odd ways, and come back. Needs root. The long ones only with {@code -Dbaton.long=true}. */
@Timeout(300)
@Isolated
class RaftLinksIT {
    /** After a fault, all have the same state again. */
    private static final Duration CAUGHT_UP = Duration.ofSeconds(30);
    /** Several elections, if there were any. */
    private static final Duration SEVERAL_TIMEOUTS = RatisSettings.MAX_TIMEOUT.multipliedBy(2);

    /** After a cut of this length the kernel would send again after 42 s more. */
    private static final Duration A_MINUTE = Duration.ofMinutes(1);

    private static final int ATTEMPTS = 3;
    private static final String LONG = "baton.long";

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsNamespaces() {
        String obstacle = Namespaces.obstacle();
        assumeTrue(obstacle.isEmpty(), "network namespaces are not to be had here: " + obstacle);
    }

    /** What is done to the links of some members. */
    private interface Scenario {
        void run(GroupLab lab, Namespaces network) throws Exception;
    }

    private void with(int members, Scenario scenario) throws Exception {
        Path own = Files.createTempDirectory(folder, "group");
        try (Namespaces network = new Namespaces(members);
                GroupLab lab = new GroupLab(own, members, network).startAll()) {
            lab.awaitLeader();
            lab.awaitAgreement();
            write(lab, lab.nodes(), "before");
            scenario.run(lab, network);
            network.mendAll();
            lab.awaitEqualHashes(CAUGHT_UP);
            lab.awaitAgreement();
            write(lab, lab.nodes(), "after");
            lab.checkHistory();
        }
    }

    /** Through some of these nodes. */
    private static void write(GroupLab lab, List<String> through, String text) {
        eventually(
                text + " is written",
                GroupLab.PATIENCE,
                () -> through.stream()
                        .anyMatch(node -> !lab.ask(node, "call " + RecordsPart.ONCE + text)
                                .startsWith("call failed")),
                () -> text);
    }

    private static int number(String node) {
        return ProcessLab.number(node);
    }

    private static List<String> followers(GroupLab lab) {
        String leader = lab.awaitLeader();
        return lab.nodes().stream().filter(node -> !node.equals(leader)).toList();
    }

    @Test
    void aCutOfOneWayAShortStopAndTheEndOfAFollowerStartNoElections() throws Exception {
        with(3, (lab, network) -> {
            assertThat(growth(lab, network, () -> cutTheWayFromTheLeader(lab, network)))
                    .isLessThanOrEqualTo(2);
            assertThat(leastGrowth(lab, network, () -> stopTheLeaderForHalfATimeout(lab)))
                    .isLessThanOrEqualTo(1);
            assertThat(leastGrowth(lab, network, () -> killAFollower(lab))).isZero();
        });
    }

    /** Of the term, by a fault and what comes after it. */
    private static long growth(GroupLab lab, Namespaces network, Runnable fault) {
        lab.awaitAgreement();
        long before = lab.term();
        fault.run();
        network.mendAll();
        lab.awaitEqualHashes(CAUGHT_UP);
        lab.awaitAgreement();
        return lab.term() - before;
    }

    /** Of some attempts: on a busy machine there may be an election for no reason. */
    private static long leastGrowth(GroupLab lab, Namespaces network, Runnable fault) {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < ATTEMPTS && least > 0; i++) {
            least = Math.min(least, growth(lab, network, fault));
        }
        return least;
    }

    private static void cutTheWayFromTheLeader(GroupLab lab, Namespaces network) {
        String leader = lab.awaitLeader();
        String deaf = followers(lab).get(0);
        network.cut(number(leader), number(deaf));
        awaitLonely(lab, deaf);
        ProcessLab.let(SEVERAL_TIMEOUTS);
        write(lab, List.of(leader), "from-the-leader-" + lab.term());
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void aCutOfTheOtherWayStartsNoElections() throws Exception {
        with(
                3,
                (lab, network) -> assertThat(growth(lab, network, () -> cutTheWayToTheLeader(lab, network)))
                        .isLessThanOrEqualTo(2));
    }

    private static void cutTheWayToTheLeader(GroupLab lab, Namespaces network) {
        String leader = lab.awaitLeader();
        String mute = followers(lab).get(0);
        network.cut(number(mute), number(leader));
        awaitLonely(lab, mute);
        ProcessLab.let(SEVERAL_TIMEOUTS);
        write(lab, List.of(leader), "to-the-leader-" + lab.term());
    }

    /** The proof that the fault happened. */
    private static void awaitLonely(GroupLab lab, String node) {
        eventually(
                node + " hears of no leader",
                GroupLab.PATIENCE,
                () -> lab.role(node).equals(Optional.of("alone")),
                () -> lab.process(node).lines());
    }

    private static void stopTheLeaderForHalfATimeout(GroupLab lab) {
        String leader = lab.awaitLeader();
        lab.process(leader).pause();
        ProcessLab.let(RatisSettings.MAX_TIMEOUT.dividedBy(2));
        lab.process(leader).resume();
        ProcessLab.let(RatisSettings.MAX_TIMEOUT);
    }

    private static void killAFollower(GroupLab lab) {
        String leader = lab.awaitLeader();
        String follower = followers(lab).get(0);
        lab.process(follower).kill();
        ProcessLab.let(RatisSettings.MAX_TIMEOUT);
        write(lab, List.of(leader), "without-" + follower);
        lab.start(follower);
    }

    /** Its entries still reach the others, so that no timeout comes to an end. */
    @Test
    void aLeaderWhosePortIsClosedIsReplacedAlsoByAFollowerThatHadLostItForAWhile() throws Exception {
        with(3, (lab, network) -> {
            String leader = lab.awaitLeader();
            // Of equal logs the one with the lowest id goes first.
            String first = followers(lab).get(0);
            network.cutBothWays(number(leader), number(first));
            awaitLonely(lab, first);
            network.mendAll();
            lab.awaitEqualHashes(CAUGHT_UP);
            lab.awaitAgreement();
            assertThat(lab.awaitLeader()).isEqualTo(leader);

            isReplacedBehind(List.of("REJECT", "--reject-with", "tcp-reset"), lab, network);
            lab.awaitEqualHashes(CAUGHT_UP);
            lab.awaitAgreement();
            // Here the others wait for answers, instead of being refused.
            isReplacedBehind(List.of("DROP"), lab, network);
        });
    }

    private static void isReplacedBehind(List<String> target, GroupLab lab, Namespaces network) {
        String leader = lab.awaitLeader();
        firewall("-I", target, leader, lab, network);
        String next = lab.awaitLeaderOtherThan(leader);
        write(lab, List.of(next), "behind-" + target.get(0));
        firewall("-D", target, leader, lab, network);
    }

    private static void firewall(String change, List<String> target, String node, GroupLab lab, Namespaces network) {
        List<String> rule = new ArrayList<>(List.of("iptables", change, "INPUT", "-p", "tcp", "--dport"));
        rule.addAll(List.of(Integer.toString(lab.port(node)), "-j"));
        rule.addAll(target);
        network.run(number(node), rule);
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void aMemberThatWasCutOffForAMinuteCatchesUpSoon() throws Exception {
        with(3, (lab, network) -> {
            cutOff(lab, network, followers(lab).get(0));
            caughtUp(lab, network, "a follower");
            cutOff(lab, network, lab.awaitLeader());
            caughtUp(lab, network, "a leader");
        });
    }

    private static void cutOff(GroupLab lab, Namespaces network, String node) {
        List<String> others =
                lab.nodes().stream().filter(it -> !it.equals(node)).toList();
        others.forEach(it -> network.cutBothWays(number(it), number(node)));
        long begun = System.nanoTime();
        write(lab, others, "without-" + node);
        Duration half = A_MINUTE.minusNanos(System.nanoTime() - begun).dividedBy(2);
        ProcessLab.let(half);
        ProcessLab.let(half);
    }

    private static void caughtUp(GroupLab lab, Namespaces network, String what) {
        long mended = System.nanoTime();
        network.mendAll();
        lab.awaitEqualHashes(CAUGHT_UP);
        System.out.printf(
                "%s that was cut off for a minute: equal after %d ms%n",
                what, (System.nanoTime() - mended) / 1_000_000);
        lab.awaitAgreement();
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void aFlappingLinkRaisesTheTermSeldom() throws Exception {
        with(3, (lab, network) -> {
            String follower = followers(lab).get(0);
            List<String> others =
                    lab.nodes().stream().filter(it -> !it.equals(follower)).toList();
            long ofAFollower = growth(lab, network, () -> flap(network, follower, others));
            String leader = lab.awaitLeader();
            String other = followers(lab).get(0);
            long betweenTwo = growth(lab, network, () -> flap(network, leader, List.of(other)));
            System.out.printf(
                    "term growth in 60 s of a link of 1 s up, 1 s down: %d of a follower, %d between the"
                            + " leader and a follower%n",
                    ofAFollower, betweenTwo);
            assertThat(List.of(ofAFollower, betweenTwo)).allMatch(growth -> growth <= 5);
        });
    }

    private static void flap(Namespaces network, String node, List<String> others) {
        for (int i = 0; i < 30; i++) {
            others.forEach(it -> network.cutBothWays(number(it), number(node)));
            ProcessLab.let(Duration.ofSeconds(1));
            network.mendAll();
            ProcessLab.let(Duration.ofSeconds(1));
        }
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void inARingOfFiveAndOverABridgeATermHasOneLeaderAndThereIsProgress() throws Exception {
        with(5, (lab, network) -> {
            long ring = growth(lab, network, () -> keep(lab, network, RaftLinksIT::areNeighbours));
            long bridge = growth(lab, network, () -> keep(lab, network, RaftLinksIT::areJoinedByTheThird));
            System.out.printf("term growth in 20 s: %d in a ring of five, %d over a bridge%n", ring, bridge);
            assertThat(ring).isLessThanOrEqualTo(5);
            assertThat(bridge).isLessThanOrEqualTo(5);
        });
    }

    private static boolean areNeighbours(int one, int other) {
        return other - one == 1 || other - one == 4;
    }

    private static boolean areJoinedByTheThird(int one, int other) {
        return one == 3 || other == 3 || (one < 3) == (other < 3);
    }

    /** Cuts all other links among five. */
    private static void keep(GroupLab lab, Namespaces network, BiPredicate<Integer, Integer> links) {
        for (int one = 1; one <= 5; one++) {
            for (int other = one + 1; other <= 5; other++) {
                if (!links.test(one, other)) {
                    network.cutBothWays(one, other);
                }
            }
        }
        ProcessLab.let(Duration.ofSeconds(20));
        write(lab, lab.nodes(), "in-term-" + lab.term());
    }

    @Test
    @EnabledIfSystemProperty(named = LONG, matches = "true")
    void aRollingRestartOfTenRoundsHasOneElectionForEachLeaderThatWasRestarted() throws Exception {
        with(3, (lab, network) -> {
            long before = lab.term();
            int leaders = 0;
            for (int i = 0; i < 10; i++) {
                for (String node : lab.nodes()) {
                    leaders += lab.awaitLeader().equals(node) ? 1 : 0;
                    lab.stop(node);
                    write(
                            lab,
                            lab.nodes().stream().filter(it -> !it.equals(node)).toList(),
                            node + "-" + i);
                    lab.start(node);
                    lab.awaitEqualHashes(CAUGHT_UP);
                    lab.awaitAgreement();
                }
            }
            long growth = lab.term() - before;
            System.out.printf(
                    "ten rolling restarts: %d leaders were restarted, the term grew by %d%n", leaders, growth);
            assertThat(growth).isBetween((long) leaders, leaders + 2L);
        });
    }
}
