// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.UnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaftMemberTest {
    @Test
    void everyMemberReachesTheLeaderAndAppliesTheSame(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            lab.awaitLeader();

            assertThat(lab.add("node1", "a")).isEqualTo("1");
            assertThat(lab.add("node2", "b")).isEqualTo("2");
            assertThat(lab.add("node3", "c")).isEqualTo("3");

            for (String node : lab.running()) {
                lab.awaitRecords(node, List.of("a", "b", "c"));
            }
            assertThat(lab.size("node1")).isEqualTo("3");
            assertThat(lab.faults()).isEmpty();
        }
    }

    @Test
    void theOthersGoOnWhenTheLeaderIsClosedAndItCatchesUpWhenItIsBack(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String first = lab.awaitLeader();
            RecordsPart led = lab.part(first);
            lab.add(first, "before");

            lab.stop(first);
            String other = lab.running().get(0);
            lab.add(other, "after");

            assertThat(led.leads()).isNotEmpty().last().asString().startsWith("end");
            lab.start(first);
            lab.awaitRecords(first, List.of("before", "after"));
        }
    }

    @Test
    void allThatWasAcknowledgedIsThereAfterARestartOfAll(@TempDir Path folder) {
        List<String> expected = new ArrayList<>();
        long term;
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withSnapshotEvery(10)).startAll()) {
            String leader = lab.awaitLeader();
            for (int i = 0; i < 25; i++) {
                lab.add(leader, String.valueOf(i));
                expected.add(String.valueOf(i));
            }
            term = lab.member(leader).term();

            List.of("node1", "node2", "node3").forEach(lab::stop);
            lab.startAll();

            leader = lab.awaitLeader();
            assertThat(lab.size(leader)).isEqualTo("25");
            assertThat(lab.member(leader).term()).isGreaterThan(term);
            for (String node : lab.running()) {
                lab.awaitRecords(node, expected);
            }
        }
    }

    @Test
    void aMemberThatIsFarBehindGetsASnapshot(@TempDir Path folder) throws Exception {
        try (MemberLab lab = new MemberLab(folder, 3, each -> each.withSnapshotEvery(20)).startAll()) {
            String leader = lab.awaitLeader();
            String away = lab.running().stream()
                    .filter(node -> !node.equals(leader))
                    .findFirst()
                    .orElseThrow();
            lab.stop(away);
            List<String> expected = new ArrayList<>();
            String large = "x".repeat(60_000);
            // More than one segment of the log.
            for (int i = 0; i < 200; i++) {
                lab.add(leader, i + large);
                expected.add(i + large);
            }
            eventually(
                    "the log is purged",
                    MemberLab.PATIENCE,
                    () -> !MemberFolder.hasFirstSegment(lab.folder(leader)),
                    () -> leader);

            lab.start(away);

            lab.awaitRecords(away, expected);
            assertThat(lab.faults()).isEmpty();
        }
    }

    /** Otherwise a power cut of all members could take back what was acknowledged. */
    @Test
    void whatIsAcknowledgedIsOnTheDisksOfAMajority(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            lab.awaitLeader();
            AtomicInteger syncs = new AtomicInteger();
            lab.running()
                    .forEach(node -> lab.member(node).measures().timing((what, time) -> {
                        if (what == EngineMetrics.Timed.SYNC) {
                            syncs.incrementAndGet();
                        }
                    }));

            for (int i = 1; i <= 10; i++) {
                lab.add("node1", "record " + i);
                assertThat(syncs.get()).isGreaterThanOrEqualTo(2 * i);
            }
        }
    }

    @Test
    void aMemberWhosePartThrowsEndsAndSaysSo(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder).startAll()) {
            String leader = lab.awaitLeader();

            assertThatThrownBy(() -> RecordsCalls.once(lab.member(leader).client(), "add:poison", MemberLab.PATIENCE))
                    .isInstanceOf(Exception.class);

            // The last one does not always hear that the entry is committed.
            eventually(
                    "a majority ended", MemberLab.PATIENCE, () -> lab.faults().size() >= 2, lab::faults);
            eventually("none leads", MemberLab.PATIENCE, () -> lab.leader().isEmpty(), lab::running);
            assertThat(lab.faults()).allMatch(what -> what.contains("cannot be applied"));
        }
    }

    @Test
    void aPortInUseIsRefused(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder)) {
            lab.start("node1");

            assertThatThrownBy(() -> RaftMember.start(
                            MemberSettings.bootstrap(lab.addresses().get(0), folder.resolve("other"), lab.addresses()),
                            List.of(new RecordsPart()),
                            (what, cause) -> {}))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("in use");
        }
    }

    @Test
    void withoutAMajorityNothingIsDoneAndTheCallerIsTold(@TempDir Path folder) {
        try (MemberLab lab = new MemberLab(folder)) {
            RaftMember alone = lab.start("node1");

            assertThatThrownBy(() -> alone.client()
                            .call(RecordsPart.NAME, RecordsPart.bytes("add:a"), Duration.ofMillis(500))
                            .join())
                    .hasCauseInstanceOf(UnavailableException.class);
        }
    }
}
