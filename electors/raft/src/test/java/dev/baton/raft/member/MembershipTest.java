// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.raft.member.MemberView.Role.LISTENER;
import static dev.baton.raft.member.MemberView.Role.VOTER;
import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MembershipTest {
    private static final Duration WITHIN = Duration.ofSeconds(30);

    @Test
    void aNodeJoinsByAnAddressFollowsWithoutAVoteAndLeavesByCommand(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withVoters(3, Duration.ofMinutes(10))).startAll()) {
            String leader = lab.awaitLeader();
            lab.add(leader, "before");

            lab.join("node4");
            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER, "node4", LISTENER));
            assertThat(joined(lab, new GroupPeer("node2@another", "127.0.0.1:1")))
                    .as("a second process as node2, with another folder")
                    .isEqualTo("refused: another process is node node2 of this group, and alive");
            assertThat(joined(
                            lab,
                            new GroupPeer(
                                    "node9@another", lab.addresses().get(1).authority())))
                    .as("a node that says it is where node2 is")
                    .startsWith("refused: " + lab.addresses().get(1).authority() + " is the address of node2@")
                    .endsWith(", which is in this group, and alive");
            assertThat(lab.roles()).hasSize(4);
            lab.awaitRecords("node4", List.of("before"));
            assertThat(lab.add("node4", "through it")).isEqualTo("2");
            lab.awaitRecords("node4", List.of("before", "through it"));
            eventually(
                    "equal hashes",
                    MemberLab.PATIENCE,
                    () -> lab.member("node4")
                            .stateHash()
                            .equals(lab.member(leader).stateHash()),
                    () -> lab.member(leader).stateHash());

            eventually("node4 is removed", MemberLab.PATIENCE, () -> removed(lab, "node4"), lab::roles);

            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER));
            lab.add(lab.awaitLeader(), "without it");
            assertThat(lab.part("node4").records()).hasSize(2);
        }
    }

    @Test
    void aNodeWhoseDiskWasWipedComesBackAsANewMemberAndGetsItsVote(@TempDir Path folder) throws IOException {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String leader = lab.awaitLeader();
            lab.add(leader, "kept");
            String wiped = lab.running().stream()
                    .filter(node -> !node.equals(leader))
                    .findFirst()
                    .orElseThrow();
            List<String> former = ids(lab, wiped);

            lab.stop(wiped);
            MemberFolder.delete(lab.folder(wiped));
            lab.start(wiped);

            lab.awaitRecords(wiped, List.of("kept"));
            eventually(
                    "it has another id",
                    MemberLab.PATIENCE,
                    () -> !ids(lab, wiped).isEmpty() && Collections.disjoint(ids(lab, wiped), former),
                    () -> lab.member(leader).members());
            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER));
            assertThat(lab.faults()).isEmpty();
        }
    }

    /** It never asks for votes, so that no voter tells it. */
    @Test
    void aListenerThatWasRemovedWhileItWasAwayEndsWhenItComesBack(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withVoters(3, Duration.ofMinutes(10))).startAll()) {
            lab.awaitLeader();
            lab.join("node4");
            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER, "node4", LISTENER));
            lab.add("node4", "while it was in");
            lab.stop("node4");
            eventually("node4 is removed", MemberLab.PATIENCE, () -> removed(lab, "node4"), lab::roles);

            RaftMember back = lab.join("node4");

            eventually("it has ended", MemberLab.PATIENCE, () -> back.ended().isPresent(), back::members);
            assertThat(back.ended().orElseThrow()).contains("removed from the group");
            eventually(
                    "it takes no part", MemberLab.PATIENCE, () -> back.members().isEmpty(), back::members);
            assertThat(lab.roles()).doesNotContainKey("node4");
            assertThat(lab.faults()).isEmpty();

            lab.stop("node4");
            RaftMember again = lab.join("node4");
            eventually("and again", MemberLab.PATIENCE, () -> again.ended().isPresent(), again::members);
        }
    }

    @Test
    void aMemberThatWasRemovedWhileItRanIsNotLetInAgainByARestart(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withVoters(3, Duration.ofMinutes(10))).startAll()) {
            String leader = lab.awaitLeader();
            lab.join("node4");
            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER, "node4", LISTENER));
            lab.add("node4", "while it was in");
            String first = lab.addresses().stream()
                    .map(it -> it.node().toString())
                    .filter(node -> !node.equals(leader))
                    .findFirst()
                    .orElseThrow();

            for (String node : List.of("node4", first)) {
                eventually(node + " is removed", MemberLab.PATIENCE, () -> removed(lab, node), lab::roles);
                RaftMember running = lab.member(node);
                eventually(
                        node + " ends",
                        MemberLab.PATIENCE,
                        () -> running.ended().isPresent(),
                        running::members);
                lab.stop(node);

                RaftMember again = node.equals("node4") ? lab.join(node) : lab.start(node);

                eventually(
                        node + " ends again",
                        MemberLab.PATIENCE,
                        () -> again.ended().isPresent(),
                        again::members);
                assertThat(again.ended().orElseThrow()).contains("removed from the group");
                assertThat(lab.member(lab.awaitLeader()).members())
                        .noneMatch(it -> it.node().toString().equals(node));
                lab.stop(node);
            }
        }
    }

    @Test
    void aVoterThatWasAwayForLongComesBackAsAListenerWithWhatItHad(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withVoters(3, Duration.ofSeconds(5))).startAll()) {
            String leader = lab.awaitLeader();
            lab.add(leader, "before");
            lab.join("node4");
            lab.awaitRoles(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER, "node4", LISTENER));
            String away = List.of("node1", "node2", "node3").stream()
                    .filter(node -> !node.equals(leader))
                    .findFirst()
                    .orElseThrow();
            List<String> former = ids(lab, away);
            lab.stop(away);
            Map<String, MemberView.Role> changed =
                    new TreeMap<>(Map.of("node1", VOTER, "node2", VOTER, "node3", VOTER, "node4", VOTER));
            changed.put(away, LISTENER);
            lab.awaitRoles(changed);
            lab.add(lab.awaitLeader(), "meanwhile");

            RaftMember back = lab.start(away);

            lab.awaitRecords(away, List.of("before", "meanwhile"));
            assertThat(lab.add(away, "after")).isEqualTo("3");
            lab.awaitRecords(away, List.of("before", "meanwhile", "after"));
            lab.awaitRoles(changed);
            assertThat(ids(lab, away)).as("it is the same member").isEqualTo(former);
            assertThat(back.ended()).isEmpty();
            assertThat(lab.faults()).isEmpty();
        }
    }

    /** What a member that asks to be let in is told. */
    private static String joined(MemberLab lab, GroupPeer joiner) {
        byte[] answer = lab.member("node1")
                .client()
                .call(MembershipSide.PART, MembershipSide.join(joiner), WITHIN)
                .join();
        return new String(answer, StandardCharsets.UTF_8);
    }

    /** Can be asked again if it is not known whether it was done. */
    private static boolean removed(MemberLab lab, String node) {
        try {
            return lab.member(lab.awaitLeader())
                    .remove(NodeId.of(node), WITHIN)
                    .join()
                    .equals("done");
        } catch (CompletionException notYet) {
            return false;
        }
    }

    /** The ids of the members that a node is, or was. */
    private static List<String> ids(MemberLab lab, String node) {
        return lab.member(lab.awaitLeader()).members().stream()
                .filter(each -> each.node().toString().equals(node))
                .map(MemberView::id)
                .toList();
    }

    @Test
    void aProcessThatIsNoMemberReachesTheLeaderByAnyAddress(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder).startAll();
                RemoteGroup remote = RemoteGroup.at(
                        List.of("127.0.0.1:1", lab.addresses().get(1).authority()), Optional.empty())) {
            assertThat(RecordsCalls.add(remote, "from outside")).isEqualTo("1");

            // Also once the member that it was told of is gone, and the leader is another.
            String leader = lab.awaitLeader();
            lab.stop(leader);
            assertThat(RecordsCalls.add(remote, "again")).isEqualTo("2");

            List.copyOf(lab.running()).forEach(lab::stop);
            assertThat(remote.call(RecordsPart.NAME, RecordsPart.bytes("add:no"), Duration.ofMillis(300))
                            .handle((answer, why) -> why)
                            .join())
                    .isInstanceOf(UnavailableException.class);
        }
    }
}
