// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members in processes of their own that are restarted, added, removed and replaced, also with an empty disk. */
class MemberChangesIT {
    /** More than one file of the log. */
    private static final int LARGE_RECORDS = 160;

    private static final int LARGE_RECORD_BYTES = 60_000;

    @Test
    void nothingThatWasAcknowledgedIsLostByRestartsAndChangesOfMembers(@TempDir Path folder) throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            RecordsWriter writer = new RecordsWriter(lab);
            writer.awaitMore(1);
            for (String node : lab.nodes()) {
                lab.stop(node);
                writer.awaitMore(5);
                lab.start(node);
                lab.awaitAgreement();
            }

            lab.join("node4");
            lab.join("node5");
            awaitMembers(lab, "[node1=voter, node2=voter, node3=voter, node4=voter, node5=voter]");
            String leader = lab.awaitLeader();
            String removed = leader.equals("node1") ? "node2" : "node1";
            eventually(
                    removed + " is removed",
                    GroupLab.PATIENCE,
                    () -> lab.ask(lab.awaitLeader(), "remove " + removed).equals("remove done"),
                    lab::nodes);
            lab.dismiss(removed);
            writer.awaitMore(5);

            String killed = lab.awaitLeader().equals("node3") ? "node4" : "node3";
            lab.process(killed).kill();
            writer.awaitMore(5);
            writer.end();

            lab.awaitEqualHashes();
            lab.checkHistory();
            assertThat(lab.list(lab.awaitLeader()))
                    .containsAll(writer.acknowledged())
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void aRemovalWhoseLeaderIsLostInTheMiddleIsSaidToBeUnknown(@TempDir Path folder) throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreement();
            List<String> others =
                    lab.nodes().stream().filter(node -> !node.equals(leader)).toList();
            String removed = others.get(0);

            others.forEach(node -> lab.process(node).pause());
            assertThat(lab.ask(leader, "remove " + removed)).contains("OutcomeUnknownException");
            others.forEach(node -> lab.process(node).resume());

            eventually(
                    "asked again, it is done",
                    GroupLab.PATIENCE,
                    () -> lab.ask(leader, "remove " + removed).equals("remove done"),
                    lab::nodes);
            lab.dismiss(removed);
            awaitMembers(
                    lab,
                    Stream.of(leader, others.get(1))
                            .sorted()
                            .map(node -> node + "=voter")
                            .toList()
                            .toString());
            lab.awaitEqualHashes();
            lab.checkHistory();
        }
    }

    private static void awaitMembers(GroupLab lab, String expected) {
        eventually(
                "members are " + expected,
                GroupLab.PATIENCE,
                () -> lab.ask(lab.awaitLeader(), "members").equals("members " + expected),
                () -> lab.ask(lab.awaitLeader(), "members"));
    }

    @Test
    void aMemberThatWasAwayGetsASnapshotAndOneWithAnEmptyDiskAllThatThereIsThoughNothingIsWritten(@TempDir Path folder)
            throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            String leader = lab.awaitLeader();
            lab.awaitAgreement();
            List<String> followers =
                    lab.nodes().stream().filter(node -> !node.equals(leader)).toList();
            String away = followers.get(0);
            lab.process(away).kill();
            String large = "x".repeat(LARGE_RECORD_BYTES);
            IntStream.range(0, LARGE_RECORDS).parallel().forEach(i -> RecordsCalls.add(lab.client(), i + large));
            eventually(
                    "the log was purged",
                    GroupLab.PATIENCE,
                    () -> !MemberFolder.hasFirstSegment(lab.folder(leader)),
                    () -> leader);
            lab.start(away);
            lab.awaitEqualHashes();
            assertThat(lab.ask(away, "snapshot")).isNotEqualTo("snapshot -1");

            String wiped = followers.get(1);
            lab.process(wiped).kill();
            MemberFolder.delete(lab.folder(wiped));
            lab.start(wiped);

            lab.awaitEqualHashes(Duration.ofSeconds(30));
            awaitMembers(lab, "[node1=voter, node2=voter, node3=voter]");
            lab.checkHistory();
        }
    }
}
