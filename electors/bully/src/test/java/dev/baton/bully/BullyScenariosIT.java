// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * The failure scenarios of docs/bully.md on the real processes of one cluster of three with
 * their histories checked. Each leaves the cluster as it found it. Those that need another cluster are in
 * {@link BullyFormationsIT}.
 */
@Timeout(180)
@Isolated
class BullyScenariosIT {
    @TempDir
    private static Path folder;

    /** Many misses are allowed, so that nobody is replaced because the machine was busy; all else goes quickly. */
    private static final BullySettings PACE =
            BullySettings.every(Duration.ofMillis(250)).toBuilder().misses(10).build();

    private static final Duration LEASE = PACE.terms().lease();

    private static BullyLab lab;

    private String leader;
    private long epoch;

    @BeforeAll
    static void startThree() {
        lab = new BullyLab(folder, PACE).withMembers("node1", "node2", "node3");
    }

    @AfterAll
    static void end() {
        if (lab != null) {
            lab.close();
        }
    }

    @BeforeEach
    void lookWhoLeads() {
        leader = lab.awaitAgreement();
        epoch = lab.epoch(leader);
    }

    @AfterEach
    void restore() {
        lab.checkHistories();
        lab.restore();
    }

    private List<String> others() {
        return lab.living().stream().filter(id -> !id.equals(leader)).toList();
    }

    private void assertNoElectionTookPlace() {
        assertThat(lab.leaders()).containsExactly(leader);
        assertThat(lab.epoch(leader)).as("no election took place").isEqualTo(epoch);
    }

    @Test
    void leaderCrashes() {
        long killedAt = System.nanoTime();
        lab.process(leader).kill();
        String second = lab.awaitLeaderOtherThan(leader);

        Duration took = Duration.ofNanos(lab.actingAt(second) - killedAt);
        System.out.println("bully: kill -9 to acting: " + took.toMillis() + " ms");
        assertThat(took).as("its lease was not waited for").isLessThan(LEASE.dividedBy(2));
        String highest = leader.equals("node3") ? "node2" : "node3";
        assertThat(second).as("the highest that is left").isEqualTo(highest);
        assertThat(lab.epoch(second)).isGreaterThan(epoch);
        lab.awaitAgreementOn(second);
    }

    @Test
    void followerCrashes() {
        String follower = leader.equals("node2") ? "node3" : "node2";

        lab.process(follower).kill();
        eventually(
                "the follower is marked dead by all who live",
                BullyLab.PATIENCE,
                () -> lab.living().stream().allMatch(id -> lab.marksDead(id, follower)),
                lab::living);

        assertNoElectionTookPlace();
    }

    @Test
    void networkPartitionFullSplit() {
        lab.split(List.of("node1"), List.of("node2", "node3"));
        lab.split(List.of("node2"), List.of("node3"));
        eventually("nobody leads", BullyLab.PATIENCE, () -> lab.leaders().isEmpty(), lab::leaders);
        lab.heal();

        lab.awaitAgreement();
    }

    @Test
    void networkPartitionPartialSplit() {
        lab.split(List.of(leader), others());
        String next = lab.awaitLeaderOtherThan(leader);

        lab.awaitNoMore(leader);
        assertThat(lab.awaitStopped(leader, epoch))
                .as("what the old leader did has stopped before the new one starts")
                .isLessThan(lab.awaitStarted(next, lab.epoch(next)));
        lab.heal();
        lab.awaitAgreementOn(next);
        assertThat(lab.leaders()).containsExactly(next);
    }

    /** Clients see no leader on any of the nodes, instead of three of them. */
    @Test
    void nodesReachableByClientsButNotByEachOther() throws Exception {
        lab.split(List.of("node1"), List.of("node2", "node3"));
        lab.split(List.of("node2"), List.of("node3"));
        eventually("nobody leads", BullyLab.PATIENCE, () -> lab.leaders().isEmpty(), lab::leaders);

        for (String id : lab.living()) {
            assertThat(RawHttp.get(lab.address(id), "/heartbeat").status())
                    .as(id)
                    .isEqualTo(200);
        }
    }

    @Test
    void failingNodeRejoinsWithAHigherId() {
        lab.lead("node3");
        lab.process("node3").kill();
        String second = lab.awaitLeaderOtherThan("node3");
        long taken = lab.epoch(second);

        lab.start("node3");
        lab.awaitMembers(3);
        lab.awaitAgreementOn(second);

        assertThat(lab.epoch(second)).as("nothing was taken from it").isEqualTo(taken);
    }

    @Test
    void allNodesRestartSimultaneously() {
        lab.living().forEach(id -> lab.process(id).kill());

        // The one that formed the cluster comes last: start order does not matter.
        List.of("node3", "node2", "node1").forEach(lab::start);
        String next = lab.awaitAgreement();

        assertThat(lab.epoch(next)).isGreaterThan(epoch);
    }

    @Test
    void heartbeatFalsePositiveSlowLeader() {
        // Late by a few heartbeats, but not by as much as the misses that are allowed.
        for (int i = 0; i < 3; i++) {
            lab.process(leader).pause();
            // The signal may take a moment to reach every thread.
            eventually("it is silent", BullyLab.PATIENCE, () -> isSilent(leader), lab::leaders);
            lab.process(leader).resume();
            lab.awaitMore(leader, "renewals", 2);
        }

        assertNoElectionTookPlace();

        // By more than that: it is replaced, and does nothing when it wakes.
        long pausedAt = System.nanoTime();
        lab.process(leader).pause();
        String next = lab.awaitLeaderOtherThan(leader);
        assertThat(Duration.ofNanos(lab.actingAt(next) - pausedAt))
                .as("it is not considered gone")
                .isGreaterThan(LEASE.minus(PACE.heartbeat().multipliedBy(2)));
        lab.process(leader).resume();
        lab.awaitNoMore(leader);
        lab.awaitAgreementOn(next);
    }

    /** Whatever anybody says takes half a heartbeat to arrive. */
    @Test
    void slowLinks() {
        lab.living().forEach(id -> lab.slow(id, PACE.heartbeat().dividedBy(2)));

        lab.awaitMore(leader, "renewals", 6);

        assertNoElectionTookPlace();
    }

    /** Between the leader and one other, down for about as long as up. */
    @Test
    void flappingLink() {
        String other = others().get(0);
        for (int i = 0; i < 4; i++) {
            lab.split(List.of(leader), List.of(other));
            lab.awaitMore(leader, "renewals", 2);
            lab.heal();
            lab.awaitMore(leader, "renewals", 2);
        }

        assertNoElectionTookPlace();
    }

    /** Whether it does not answer for two heartbeats. */
    private static boolean isSilent(String id) {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), lab.address(id).port())) {
            socket.setSoTimeout((int) PACE.heartbeat().toMillis() * 2);
            socket.getOutputStream()
                    .write("GET /heartbeat HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException silent) {
            return true;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    @Test
    void authenticationMismatch() {
        lab.start("node4", "another_password", MemberRole.FULL);
        lab.process("node4").await("ready", BullyLab.PATIENCE);
        lab.awaitMore("node4", "refusals", 3);

        assertThat(lab.process("node4").lines()).noneMatch(line -> line.startsWith("elected"));
        lab.dismiss("node4");
        lab.awaitMembers(3);
        assertNoElectionTookPlace();
    }
}
