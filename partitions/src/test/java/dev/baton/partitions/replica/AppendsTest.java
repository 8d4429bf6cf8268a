// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionLog;
import dev.baton.raft.group.DataGroupLeadership;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The leader's side of a group, with a lead whose proposals are decided by hand. */
class AppendsTest {
    @TempDir
    private Path folder;

    private final Lead lead = new Lead();
    private LoggedGroup group;

    /** Keeps what was proposed. */
    private static final class Lead implements DataGroupLeadership {
        private final List<EntryHeader> headers = new ArrayList<>();
        private final List<byte[]> data = new ArrayList<>();
        private final List<CompletableFuture<Void>> decisions = new ArrayList<>();

        @Override
        public long term() {
            return 7;
        }

        @Override
        public CompletableFuture<Void> propose(byte[] header, byte[] bytes) {
            headers.add(EntryHeader.read(header));
            data.add(bytes);
            decisions.add(new CompletableFuture<>());
            return decisions.get(decisions.size() - 1);
        }
    }

    @BeforeEach
    void lead() throws IOException {
        group = new LoggedGroup(folder, 1 << 20);
        group.data.open(folder);
        group.open(LoggedGroup.ONE);
        group.open(LoggedGroup.TWO);
        group.applyAll();
        group.term = 7;
        group.data.leads(lead);
    }

    @AfterEach
    void close() {
        group.close();
    }

    private PartitionReplica one() {
        return group.replica(LoggedGroup.ONE);
    }

    /** Writes, applies and acknowledges an entry that was proposed. */
    private void commit(int proposal) {
        group.add(lead.headers.get(proposal), lead.data.get(proposal));
        group.applyAll();
        lead.decisions.get(proposal).complete(null);
    }

    @Test
    void anAppendHasItsOffsetAtOnceAndIsAcknowledgedOnceItIsCommitted() {
        Append first = one().append(Batches.of("a", "b"));
        Append second = one().append(Batches.of("c"));

        assertThat(List.of(first.baseOffset(), first.endOffset(), second.baseOffset(), second.endOffset()))
                .containsExactly(0L, 2L, 2L, 3L);
        assertThat(first.epoch()).isEqualTo(Epoch.of(7));
        assertThat(one().endOffset()).isEqualTo(3);
        assertThat(one().highWatermark()).isZero();
        assertThat(first.committed()).isNotDone();

        commit(0);
        assertThat(first.committed()).isCompleted();
        assertThat(second.committed()).isNotDone();
        assertThat(one().highWatermark()).isEqualTo(2);
        assertThat(Batches.read(one(), 0, 1000)).containsExactly("0=a", "1=b");
        assertThat(Batches.texts(one().read(2, 1000).records())).isEmpty();
        assertThat(one().endOffsetFor(Epoch.of(9)).orElseThrow().endOffset()).isEqualTo(2);
    }

    @Test
    void whatComesWhileAnEntryIsUnderWayIsProposedTogether() {
        for (int i = 0; i < 20; i++) {
            group.replica(i % 2 == 0 ? LoggedGroup.ONE : LoggedGroup.TWO).append(Batches.of("r" + i));
        }
        assertThat(lead.headers).hasSize(1);

        commit(0);
        assertThat(lead.headers).hasSize(2);
        assertThat(lead.headers.get(1).records()).hasSize(19);
    }

    @Test
    void fullEntriesAreProposedBesideOthersUpToALimit() {
        for (int i = 0; i < 1 + EntryHeader.MAX_ITEMS; i++) {
            one().append(Batches.of("r" + i));
        }
        assertThat(lead.headers).hasSize(2);
        assertThat(lead.headers.get(1).records()).hasSize(EntryHeader.MAX_ITEMS);

        for (int i = 0; i < 10; i++) {
            one().append(Batches.of("x".repeat(600_000)));
        }
        assertThat(lead.headers).hasSize(Appends.MAX_ENTRIES_UNDER_WAY);
    }

    @Test
    void aNewLeadDoesNotWaitForEntriesOfTheOneBefore() {
        one().append(Batches.of("undecided"));
        group.data.leadsNoMore();
        group.data.leads(lead);

        one().append(Batches.of("a"));

        assertThat(lead.headers).hasSize(2);
    }

    @Test
    void aRepeatedBatchIsAnsweredWithTheFirstOffsetOnceThatOneIsCommitted() {
        one().append(Batches.of("x"));
        Append first = one().append(Batches.numbered(5, 0, "a"));
        Append again = one().append(Batches.numbered(5, 0, "a"));

        assertThat(again.duplicate()).isTrue();
        assertThat(again.baseOffset()).isEqualTo(first.baseOffset()).isEqualTo(1);
        assertThat(again.committed()).isNotDone();
        assertThatThrownBy(() -> one().append(Batches.numbered(5, 3, "d")))
                .isInstanceOf(OutOfOrderSequenceException.class);

        commit(0);
        commit(1);
        assertThat(again.committed()).isCompleted();
        Append later = one().append(Batches.numbered(5, 0, "a"));
        assertThat(later.duplicate()).isTrue();
        assertThat(later.committed()).isCompleted();
        assertThat(one().append(Batches.numbered(5, 1, "b")).baseOffset()).isEqualTo(2);
        assertThat(one().lastOffset(5)).hasValue(2);
    }

    @Test
    void whenTheLeadEndsWhatWasNotProposedFailsForCertain() {
        List<Append> appends = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            appends.add(one().append(Batches.of("r" + i)));
        }
        group.data.leadsNoMore();

        assertThat(appends.get(1).committed()).isCompletedExceptionally();
        assertThatThrownBy(() -> appends.get(1).committed().join()).hasCauseInstanceOf(NotLeaderException.class);
        assertThat(appends.get(0).committed()).isNotDone();
        lead.decisions.get(0).completeExceptionally(new OutcomeUnknownException("lost"));
        assertThatThrownBy(() -> appends.get(0).committed().join()).hasCauseInstanceOf(OutcomeUnknownException.class);
        assertThatThrownBy(() -> one().append(Batches.of("late"))).isInstanceOf(NotLeaderException.class);
    }

    @Test
    void aNewLeadGoesOnBehindWhatWasApplied() {
        one().append(Batches.of("a"));
        one().append(Batches.of("lost"));
        commit(0);
        group.data.leadsNoMore();
        group.data.leads(lead);

        assertThat(one().append(Batches.of("b")).baseOffset()).isEqualTo(1);
    }

    @Test
    void whileTooManyFilesAreOpenOnlyPartitionsThatHaveOneTakeRecords(@TempDir Path elsewhere) throws IOException {
        AtomicLong open = new AtomicLong(9);
        OpenFiles files = new OpenFiles(open::get, 10);
        try (LoggedGroup some = new LoggedGroup(elsewhere, 1_000, new AppendBudget(Long.MAX_VALUE, files))) {
            PartitionLog log = led(some, elsewhere, new Lead());
            assertThat(log.append(Batches.of("none is open yet")).baseOffset()).isZero();
            some.data.leadsNoMore();
            some.append(List.of(LoggedGroup.ONE), List.of(0L), "has a file");
            some.applyAll();
            some.data.leads(new Lead());
            open.set(10);
            files.look();

            assertThat(log.append(Batches.of("fits")).baseOffset()).isEqualTo(2);
            assertThatThrownBy(() -> log.append(Batches.of("x".repeat(1_000))))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("too many are open");
            open.set(9);
            files.look();
            assertThat(log.append(Batches.of("x".repeat(1_000))).baseOffset()).isEqualTo(3);
        }
    }

    @Test
    void allGroupsOfANodeTogetherTakeNoMoreThanItHasMemoryFor(@TempDir Path one, @TempDir Path other)
            throws IOException {
        AppendBudget budget = new AppendBudget(1_000, OpenFiles.unlimited());
        String text = "x".repeat(300);
        Lead otherLead = new Lead();
        try (LoggedGroup first = new LoggedGroup(one, 1 << 20, budget);
                LoggedGroup second = new LoggedGroup(other, 1 << 20, budget)) {
            PartitionLog here = led(first, one, new Lead());
            PartitionLog there = led(second, other, otherLead);
            here.append(Batches.of(text));
            there.append(Batches.of(text));

            assertThatThrownBy(() -> here.append(Batches.of(text)))
                    .isInstanceOf(UnavailableException.class)
                    .hasMessageContaining("all groups");
            assertThat(here.endOffset()).isEqualTo(1);

            otherLead.decisions.get(0).completeExceptionally(new OutcomeUnknownException("lost"));
            assertThat(here.append(Batches.of(text)).baseOffset()).isEqualTo(1);
            assertThatThrownBy(() -> here.append(Batches.of(text))).isInstanceOf(UnavailableException.class);

            // One of these is proposed and not decided; the other one never will be.
            first.data.leadsNoMore();
            assertThat(there.append(Batches.of(text)).baseOffset()).isEqualTo(1);
            assertThatThrownBy(() -> there.append(Batches.of(text))).isInstanceOf(UnavailableException.class);
        }
    }

    private static PartitionLog led(LoggedGroup group, Path folder, Lead lead) throws IOException {
        group.data.open(folder);
        group.open(LoggedGroup.ONE);
        group.applyAll();
        group.data.leads(lead);
        return group.replica(LoggedGroup.ONE);
    }

    @Test
    void moreThanCanWaitIsRefusedAndNothingOfItAppended() {
        String large = "x".repeat(1_000_000);
        long end = 0;
        for (int i = 0; i < Appends.MAX_PENDING_BYTES / 1_000_100; i++) {
            end = one().append(Batches.of(large)).endOffset();
        }
        assertThatThrownBy(() -> one().append(Batches.of(large))).isInstanceOf(UnavailableException.class);
        assertThat(one().endOffset()).isEqualTo(end);

        lead.decisions.get(0).completeExceptionally(new OutcomeUnknownException("lost"));
        assertThat(one().append(Batches.of(large)).baseOffset()).isEqualTo(end);
    }
}
