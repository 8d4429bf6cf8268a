// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.NotLeaderException;
import dev.baton.UnavailableException;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionKey;
import dev.baton.raft.group.DataGroupLeadership;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;

/**
 * The leader's side of a group: puts appends in order, gives them their offsets, and proposes them. What comes while an
 * entry is under way shares the next one, since an entry costs a round whatever its size. Any thread.
 *
 * <ol>
 *   <li>A lead starts from what was applied. Offsets that it gives out are proposed in that order, or not at all: once one
 *       is not, the lead ends.
 *   <li>What is being appended counts when numbered batches are checked.
 * </ol>
 */
final class Appends {
    /** Of one group. */
    static final long MAX_PENDING_BYTES = 32L << 20;

    static final int MAX_PENDING = 10_000;
    /** Beside one that is not full, only full ones. */
    static final int MAX_ENTRIES_UNDER_WAY = 8;

    private static final int FULL_ENTRY_BYTES = 512 << 10;

    private final LongSupplier clock;
    private final AppendBudget budget;
    private final Deque<Waiting> queue = new ArrayDeque<>();
    private @Nullable Leading leading;
    private long queuedBytes;
    private long pendingBytes;
    private int pending;

    /** An append that is not proposed yet. */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Waiting(EntryHeader.Item item, byte[] bytes, CompletableFuture<Void> committed) {}

    /** What a lead has given out. */
    private static final class Leading {
        private final DataGroupLeadership lead;
        private final Map<PartitionKey, Long> next = new HashMap<>();
        private final Map<PartitionKey, Map<Long, OnItsWay>> producers = new HashMap<>();
        private final Set<PartitionKey> closing = new HashSet<>();
        private int underWay;

        Leading(DataGroupLeadership lead) {
            this.lead = lead;
        }
    }

    /** A producer with batches that are not applied yet, and when each is committed, by its first offset. */
    private record OnItsWay(ProducerTable.Producer producer, Map<Long, CompletableFuture<Void>> committed) {}

    /**
     * @param clock milliseconds of the day, for records that get the leader's time
     * @param budget of all groups of this node
     */
    Appends(LongSupplier clock, AppendBudget budget) {
        this.clock = clock;
        this.budget = budget;
    }

    synchronized void begin(DataGroupLeadership lead) {
        leading = new Leading(lead);
    }

    /** Nothing that waits was proposed: it fails for certain. */
    void end() {
        List<Waiting> certain;
        synchronized (this) {
            leading = null;
            certain = new ArrayList<>(queue);
            queue.clear();
            queuedBytes = 0;
            certain.forEach(this::left);
        }
        certain.forEach(
                it -> it.committed().completeExceptionally(notLeader(it.item().key())));
    }

    private static NotLeaderException notLeader(PartitionKey key) {
        return new NotLeaderException("this node does not lead " + key);
    }

    synchronized Optional<Epoch> ledIn() {
        return Optional.ofNullable(leading).map(it -> Epoch.of(it.lead.term()));
    }

    synchronized OptionalLong nextOffset(PartitionReplica of) {
        return leading == null ? OptionalLong.empty() : OptionalLong.of(next(leading, of));
    }

    private static long next(Leading lead, PartitionReplica of) {
        return lead.next.getOrDefault(of.key(), of.highWatermark());
    }

    Append append(PartitionReplica to, MemoryRecords batches, LogSettings settings) {
        if (ledIn().isEmpty()) {
            throw notLeader(to.key());
        }
        long now = clock.getAsLong();
        BatchCheck.Checked checked = BatchCheck.check(batches, settings, now);
        synchronized (this) {
            Leading lead = leading;
            if (lead == null || lead.closing.contains(to.key())) {
                throw notLeader(to.key());
            }
            Epoch epoch = Epoch.of(lead.lead.term());
            long appendTime = settings.appendTime() ? now : -1;
            if (checked.producer().isSome()) {
                Optional<Append> repeated = repeated(lead, to, checked.producer(), epoch, appendTime);
                if (repeated.isPresent()) {
                    return repeated.get();
                }
            }
            int size = checked.records().sizeInBytes();
            if (pending >= MAX_PENDING || pendingBytes + size > MAX_PENDING_BYTES) {
                throw new UnavailableException(
                        pending + " appends with " + pendingBytes + " bytes wait to be replicated: try again later");
            }
            if (!budget.hasFiles() && to.files().needsFile(size)) {
                throw new UnavailableException(
                        to.key() + " needs a further file, and too many are open: try again later");
            }
            if (!budget.take(size)) {
                throw new UnavailableException(
                        "appends of all groups of this node wait to be replicated, " + budget + ": try again later");
            }
            long base = next(lead, to);
            long end = base + checked.count();
            BatchCheck.number(checked.records(), base, epoch.value());
            Waiting waiting = new Waiting(
                    new EntryHeader.Item(to.key(), base, end, size, checked.maxTimestamp(), now, checked.producer()),
                    checked.records().buffer().array(),
                    new CompletableFuture<>());
            lead.next.put(to.key(), end);
            if (checked.producer().isSome()) {
                onItsWay(lead, to, waiting);
            }
            queue.add(waiting);
            queuedBytes += size;
            pending++;
            pendingBytes += size;
            propose(lead);
            return new Append(base, end, epoch, appendTime, false, waiting.committed());
        }
    }

    /** With everything that is on its way. */
    private static Optional<ProducerTable.Producer> known(Leading lead, PartitionReplica to, long producer) {
        OnItsWay latest = lead.producers.getOrDefault(to.key(), Map.of()).get(producer);
        return latest == null ? to.producers().find(producer) : Optional.of(latest.producer());
    }

    private static Optional<Append> repeated(
            Leading lead, PartitionReplica to, EntryHeader.Sequence sequence, Epoch epoch, long appendTime) {
        return SequenceRules.check(
                        sequence,
                        known(lead, to, sequence.producer()),
                        to.producers().mayHaveForgotten())
                .map(batch -> {
                    OnItsWay latest =
                            lead.producers.getOrDefault(to.key(), Map.of()).get(sequence.producer());
                    CompletableFuture<Void> committed =
                            latest == null ? null : latest.committed().get(batch.baseOffset());
                    return new Append(
                            batch.baseOffset(),
                            batch.endOffset(),
                            epoch,
                            appendTime,
                            true,
                            committed == null ? CompletableFuture.completedFuture(null) : committed);
                });
    }

    private static void onItsWay(Leading lead, PartitionReplica to, Waiting waiting) {
        EntryHeader.Item item = waiting.item();
        EntryHeader.Sequence sequence = item.producer();
        Map<Long, OnItsWay> producers = lead.producers.computeIfAbsent(to.key(), it -> new HashMap<>());
        OnItsWay before = producers.get(sequence.producer());
        Map<Long, CompletableFuture<Void>> committed = before == null ? new HashMap<>() : before.committed();
        committed.put(item.baseOffset(), waiting.committed());
        producers.put(
                sequence.producer(),
                new OnItsWay(
                        ProducerTable.Producer.after(
                                known(lead, to, sequence.producer()),
                                sequence,
                                new ProducerTable.Batch(
                                        sequence.first(), sequence.last(), item.baseOffset(), item.endOffset()),
                                item.appendedAt()),
                        committed));
    }

    /** What was applied need not be remembered here. */
    synchronized void applied(EntryHeader.Item item) {
        if (leading == null || !item.producer().isSome()) {
            return;
        }
        Map<Long, OnItsWay> producers = leading.producers.get(item.key());
        OnItsWay latest =
                producers == null ? null : producers.get(item.producer().producer());
        if (producers != null && latest != null) {
            latest.committed().remove(item.baseOffset());
            if (latest.producer().latest().baseOffset() == item.baseOffset()) {
                producers.remove(item.producer().producer());
            }
        }
    }

    /** Holds the lock. */
    private void propose(Leading lead) {
        while (!queue.isEmpty() && (lead.underWay == 0 || (hasFullEntry() && lead.underWay < MAX_ENTRIES_UNDER_WAY))) {
            List<Waiting> batch = new ArrayList<>();
            int size = 0;
            while (!queue.isEmpty()
                    && batch.size() < EntryHeader.MAX_ITEMS
                    && (batch.isEmpty() || size + queue.peek().bytes().length <= FULL_ENTRY_BYTES)) {
                Waiting taken = queue.remove();
                batch.add(taken);
                size += taken.bytes().length;
            }
            queuedBytes -= size;
            byte[] header =
                    EntryHeader.of(batch.stream().map(Waiting::item).toList()).bytes();
            lead.underWay++;
            CompletableFuture<?> unused = lead.lead
                    .propose(header, joined(batch, size))
                    .whenComplete((done, problem) -> decided(lead, batch, problem));
        }
    }

    private boolean hasFullEntry() {
        return queue.size() >= EntryHeader.MAX_ITEMS || queuedBytes >= FULL_ENTRY_BYTES;
    }

    private static byte[] joined(List<Waiting> batch, int size) {
        if (batch.size() == 1) {
            return batch.get(0).bytes();
        }
        byte[] joined = new byte[size];
        int at = 0;
        for (Waiting each : batch) {
            System.arraycopy(each.bytes(), 0, joined, at, each.bytes().length);
            at += each.bytes().length;
        }
        return joined;
    }

    private void decided(Leading lead, List<Waiting> batch, @Nullable Throwable problem) {
        synchronized (this) {
            lead.underWay--;
            batch.forEach(this::left);
            if (leading == lead) {
                propose(lead);
            }
        }
        for (Waiting each : batch) {
            if (problem == null) {
                each.committed().complete(null);
            } else {
                each.committed().completeExceptionally(problem);
            }
        }
    }

    private void left(Waiting each) {
        pending--;
        pendingBytes -= each.bytes().length;
        budget.release(each.bytes().length);
    }

    /** An entry without records. */
    CompletableFuture<Void> propose(EntryHeader control) {
        DataGroupLeadership lead;
        synchronized (this) {
            if (leading == null) {
                return CompletableFuture.failedFuture(new NotLeaderException("this node does not lead the group"));
            }
            lead = leading.lead;
            // Nothing comes behind the end of a partition.
            control.dropped().forEach(leading.closing::add);
        }
        return lead.propose(control.bytes(), new byte[0]);
    }
}
