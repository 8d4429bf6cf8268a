// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.quorum.Quorum;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The failure scenarios that the seed describes, by their names there, on real processes with their histories checked. */
@Timeout(120)
class BullyScenariosIT {
    @TempDir
    Path folder;

    private BullyLab three() {
        return new BullyLab(folder).with("node1", "node2", "node3");
    }

    @Test
    void leaderCrashes() {
        try (BullyLab lab = three()) {
            String first = lab.awaitLeader();
            lab.awaitAgreementOn(first);
            long epoch = lab.epoch(first);

            lab.process(first).kill();
            String second = lab.awaitLeaderOtherThan(first);

            String highest = first.equals("node3") ? "node2" : "node3";
            assertThat(second).as("the highest that is left").isEqualTo(highest);
            assertThat(lab.epoch(second)).isGreaterThan(epoch);
            lab.awaitAgreementOn(second);
            lab.checkHistories();
        }
    }

    @Test
    void followerCrashes() {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            long epoch = lab.epoch(leader);
            String follower = leader.equals("node2") ? "node3" : "node2";

            lab.process(follower).kill();
            eventually(
                    "the follower is marked dead by all who live",
                    BullyLab.PATIENCE,
                    () -> lab.living().stream().allMatch(id -> lab.marksDead(id, follower)),
                    lab::living);

            assertThat(lab.leaders()).containsExactly(leader);
            assertThat(lab.epoch(leader)).as("no election took place").isEqualTo(epoch);
            lab.checkHistories();
        }
    }

    @Test
    void networkPartitionFullSplit() {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);

            lab.split(List.of("node1"), List.of("node2", "node3"));
            lab.split(List.of("node2"), List.of("node3"));
            eventually("nobody leads", BullyLab.PATIENCE, () -> lab.leaders().isEmpty(), lab::leaders);
            lab.heal();

            String next = lab.awaitLeader();
            lab.awaitAgreementOn(next);
            lab.checkHistories();
        }
    }

    @Test
    void networkPartitionPartialSplit() {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            List<String> others =
                    lab.living().stream().filter(id -> !id.equals(leader)).toList();

            lab.split(List.of(leader), others);
            String next = lab.awaitLeaderOtherThan(leader);

            lab.process(leader).await("revoked", BullyLab.PATIENCE);
            assertThat(lab.revokedAt(leader))
                    .as("the old leader stops before the new one starts")
                    .isLessThan(lab.electedAt(next));
            lab.heal();
            lab.awaitAgreementOn(next);
            assertThat(lab.leaders()).containsExactly(next);
            lab.checkHistories();
        }
    }

    /** Clients see no leader on any of the nodes, instead of three of them. */
    @Test
    void nodesReachableByClientsButNotByEachOther() throws Exception {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);

            lab.split(List.of("node1"), List.of("node2", "node3"));
            lab.split(List.of("node2"), List.of("node3"));
            eventually("nobody leads", BullyLab.PATIENCE, () -> lab.leaders().isEmpty(), lab::leaders);

            for (String id : lab.living()) {
                assertThat(RawHttp.get(lab.address(id), "/heartbeat").status())
                        .as(id)
                        .isEqualTo(200);
            }
            lab.checkHistories();
        }
    }

    @Test
    void nodeJoinsWithAHigherId() {
        try (BullyLab lab = new BullyLab(folder).with("node1", "node2")) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            long epoch = lab.epoch(leader);

            lab.with("node10");
            lab.awaitAgreementOn(leader);

            assertThat(lab.epoch(leader)).as("joining disturbs nobody").isEqualTo(epoch);
            lab.process(leader).kill();
            assertThat(lab.awaitLeaderOtherThan(leader))
                    .as("node10 is above node2")
                    .isEqualTo("node10");
            lab.checkHistories();
        }
    }

    @Test
    void failingNodeRejoinsWithAHigherId() {
        try (BullyLab lab = three()) {
            String resigned = lab.awaitLeader();
            lab.process(resigned).say("resign");
            String first = lab.awaitLeaderOtherThan(resigned);
            lab.awaitAgreementOn(first);
            lab.process(first).kill();
            String second = lab.awaitLeaderOtherThan(first);
            long epoch = lab.epoch(second);

            lab.start(first);
            lab.awaitMembers(3);
            lab.awaitAgreementOn(second);

            assertThat(lab.epoch(second)).as("nothing was taken from it").isEqualTo(epoch);
            lab.checkHistories();
        }
    }

    @Test
    void allNodesRestartSimultaneously() {
        try (BullyLab lab = three()) {
            String former = lab.awaitLeader();
            long epoch = lab.epoch(former);
            List<String> all = lab.living();
            all.forEach(id -> lab.process(id).kill());

            // The one that formed the cluster comes last: start order does not matter.
            List.of("node3", "node2", "node1").forEach(lab::start);
            String leader = lab.awaitLeader();

            lab.awaitAgreementOn(leader);
            assertThat(lab.epoch(leader)).isGreaterThan(epoch);
            lab.checkHistories();
        }
    }

    @Test
    void heartbeatFalsePositiveSlowLeader() {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            long epoch = lab.epoch(leader);

            // Late, but not by as much as the misses that are allowed.
            for (int i = 0; i < 4; i++) {
                lab.process(leader).pause();
                pass(Duration.ofMillis(400));
                lab.process(leader).resume();
                pass(Duration.ofMillis(600));
            }

            assertThat(lab.leaders()).containsExactly(leader);
            assertThat(lab.epoch(leader)).as("no election took place").isEqualTo(epoch);

            // By more than that: it is replaced, and does nothing when it wakes.
            lab.process(leader).pause();
            String next = lab.awaitLeaderOtherThan(leader);
            lab.process(leader).resume();
            lab.process(leader).await("revoked", BullyLab.PATIENCE);
            lab.awaitAgreementOn(next);
            lab.checkHistories();
        }
    }

    /** The one thing that the test does to the process is to let time pass for it. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        eventually("time passes", BullyLab.PATIENCE, () -> System.nanoTime() - end >= 0, () -> time);
    }

    @Test
    void authenticationMismatch() {
        try (BullyLab lab = three()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);

            lab.start("node4", "another_password", Part.FULL);
            lab.process("node4").await("ready", BullyLab.PATIENCE);
            pass(Duration.ofSeconds(2));

            List<String> members = List.of("node1", "node2", "node3");
            members.forEach(id -> lab.process(id).say("view"));
            eventually(
                    "the members know of three",
                    BullyLab.PATIENCE,
                    () -> members.stream()
                            .allMatch(id -> lab.process(id)
                                    .last("view ")
                                    .filter(view -> !view.contains("node4"))
                                    .isPresent()),
                    lab::leaders);
            assertThat(lab.leaders()).containsExactly(leader);
            assertThat(lab.process("node4").lines()).noneMatch(line -> line.startsWith("elected"));
            lab.checkHistories();
        }
    }

    @Test
    void twoNodesAndAWitnessOutliveOneNode() {
        try (BullyLab lab = new BullyLab(folder).with("node1", "node2")) {
            lab.start("zz", "cluster_pass", Part.WITNESS);
            lab.awaitMembers(3);
            String leader = lab.awaitLeader();
            assertThat(leader).isNotEqualTo("zz");

            lab.process(leader).kill();
            String next = lab.awaitLeaderOtherThan(leader);

            assertThat(next).as("a witness never leads").isNotEqualTo("zz");
            lab.checkHistories();
        }
    }

    @Test
    void withoutAQuorumEachSideLeadsAndOneIsLeftWithinThreeHeartbeatsOfTheHeal() {
        try (BullyLab lab = new BullyLab(folder, Quorum.NONE).with("node1", "node2", "node3")) {
            String leader = lab.awaitLeader();
            lab.awaitAgreementOn(leader);
            List<String> others =
                    lab.living().stream().filter(id -> !id.equals(leader)).toList();
            lab.split(List.of(leader), others);
            String second = lab.awaitLeaderOtherThan(leader);
            eventually("both sides lead", BullyLab.PATIENCE, () -> lab.leaders().size() == 2, lab::leaders);

            long healed = System.nanoTime();
            lab.heal();
            eventually("one is left", BullyLab.PATIENCE, () -> lab.leaders().size() == 1, lab::leaders);

            String loser = lab.leaders().contains(leader) ? second : leader;
            long took = (lab.revokedAt(loser) - healed) / 1_000_000;
            System.out.println("conflicting leaders resolved " + took + " ms after the heal");
            assertThat(took).isLessThan(3 * LabNode.SETTINGS.heartbeat().toMillis() + 200);
            eventually("all see the one that is left", BullyLab.PATIENCE, lab::agree, lab::leaders);
        }
    }
}
