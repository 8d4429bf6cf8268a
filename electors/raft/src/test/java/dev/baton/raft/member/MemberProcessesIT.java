// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.FaultHandler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Members in processes of their own, which are killed, stopped and run out of disk. */
class MemberProcessesIT {
    private static final int KILLS = Boolean.getBoolean("baton.long") ? 30 : 3;
    private static final Duration SOON = Duration.ofSeconds(30);

    @Test
    void nothingThatWasAcknowledgedIsLostByKillsOfTheLeaderAndOfAMajority(@TempDir Path folder) throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            RecordsWriter writer = new RecordsWriter(lab);
            List<String> acknowledged = writer.acknowledged();
            for (int i = 0; i < KILLS; i++) {
                lab.awaitAgreement();
                String leader = lab.awaitLeader();
                int before = acknowledged.size();
                eventually("entries are written", SOON, () -> acknowledged.size() > before + 5, () -> acknowledged);

                lab.process(leader).kill();

                int then = acknowledged.size();
                eventually("entries are written again", SOON, () -> acknowledged.size() > then, () -> acknowledged);
                lab.start(leader);
            }
            lab.awaitAgreement();
            List<String> killed = lab.nodes().subList(0, 2);
            killed.forEach(node -> lab.process(node).kill());
            assertThatThrownBy(() -> lab.call("size", Duration.ofMillis(500))).hasCauseInstanceOf(BatonException.class);
            killed.forEach(lab::start);
            // The writer, and no single record: the first lead after such a loss may not last.
            writer.awaitMore(2);
            writer.end();

            lab.awaitEqualHashes();
            lab.checkHistory();
            List<String> records = lab.list("node1");
            assertThat(records).containsAll(acknowledged).doesNotHaveDuplicates();
        }
    }

    @Test
    void aMemberWhoseLastRecordIsTornCatchesUpAndNothingIsLost(@TempDir Path folder) throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            lab.awaitLeader();
            lab.awaitAgreement();
            RecordsWriter writer = new RecordsWriter(lab);
            writer.awaitMore(5);
            String torn = lab.awaitLeader();
            lab.process(torn).kill();
            Path segment = MemberFolder.openSegment(lab.folder(torn));
            MemberFolder.tear(segment, 1000);
            assertThat(TornLogTail.endOf(Files.readAllBytes(segment)).torn()).isTrue();
            writer.awaitMore(5);

            lab.start(torn);
            lab.awaitAgreement();
            writer.awaitMore(5);
            writer.end();

            lab.awaitEqualHashes();
            lab.checkHistory();
            assertThat(lab.list(torn)).containsAll(writer.acknowledged()).doesNotHaveDuplicates();
        }
    }

    @Test
    void aLeaderThatStandsStillOrWhoseDiskIsFullIsReplacedAndCatchesUp(@TempDir Path folder) throws Exception {
        try (GroupLab lab = new GroupLab(folder, 3).startAll()) {
            String stopped = lab.awaitLeader();
            lab.awaitAgreement();
            RecordsCalls.add(lab.client(), "before");

            lab.process(stopped).pause();
            String full = lab.awaitLeaderOtherThan(stopped);
            RecordsCalls.add(lab.client(), "meanwhile");
            lab.process(stopped).resume();
            lab.awaitAgreement();
            lab.awaitEqualHashes();

            // As on a disk without room: nothing can be written behind the first bytes of a file.
            Process limit = new ProcessBuilder(
                            "prlimit",
                            "--fsize=64",
                            "--pid",
                            String.valueOf(lab.process(full).pid()))
                    .inheritIO()
                    .start();
            assertThat(limit.waitFor(10, TimeUnit.SECONDS)).isTrue();
            RecordsCalls.add(lab.client(), "on the others");
            assertThat(lab.process(full).awaitEnd()).isEqualTo(FaultHandler.EXIT_STATUS);
            assertThat(lab.leader()).isNotEqualTo(Optional.of(full));
            lab.start(full);

            lab.awaitAgreement();
            lab.awaitEqualHashes();
            assertThat(lab.list(full)).contains("before", "meanwhile", "on the others");
        }
    }
}
