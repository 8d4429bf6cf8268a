// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/**
 * The epochs that a voter has promised: those that are durable, and those that are on their way to the disk in numbered
 * batches. Confined to the lane of its {@link Voting}. Invariants:
 *
 * <ol>
 *   <li>An epoch counts from when it is promised, be it durable or not, so that it is not promised twice.
 *   <li>A change is in one batch, and durable when that batch is.
 * </ol>
 */
final class EpochMemory {
    private final Map<ElectionName, Epoch> durable;
    private Duration longestLease;
    private final TreeMap<Long, Batch> batches = new TreeMap<>();
    /** By election, the last batch that it is in. */
    private final Map<ElectionName, Pending> pending = new HashMap<>();
    /** Elections that are not durable yet, not even with an earlier epoch. */
    private final Set<ElectionName> fresh = new HashSet<>();

    private Epoch highest;
    private long lastNumber;
    private Batch open = new Batch();

    private record Pending(Epoch epoch, long number) {}

    private static final class Batch {
        private final Map<ElectionName, Epoch> epochs = new HashMap<>();
        private Duration lease = Duration.ZERO;
    }

    EpochMemory(VoterState remembered) {
        this.durable = new HashMap<>(remembered.epochs());
        this.longestLease = remembered.longestLease();
        this.highest = durable.values().stream().reduce(Epoch.NONE, Epoch::max);
    }

    /** The highest epoch that was promised in an election. */
    Epoch highest(ElectionName election) {
        Pending unwritten = pending.get(election);
        Epoch written = durable.getOrDefault(election, Epoch.NONE);
        return unwritten == null ? written : written.max(unwritten.epoch());
    }

    /** The highest epoch that was promised in any election, or that was about to be. */
    Epoch highest() {
        return highest;
    }

    /** The longest lease that is durable. */
    Duration longestLease() {
        return longestLease;
    }

    /** Whether there is room for an election. */
    boolean takes(ElectionName election) {
        return durable.containsKey(election)
                || fresh.contains(election)
                || durable.size() + fresh.size() < Bounds.MAX_ELECTIONS;
    }

    /** Adds to the batch that is written next. */
    void raise(ElectionName election, Epoch epoch, Duration lease) {
        Epoch raised = highest(election).max(epoch);
        open.epochs.put(election, raised);
        open.lease = VoterState.longer(open.lease, lease);
        pending.put(election, new Pending(raised, lastNumber + 1));
        highest = highest.max(raised);
        if (!durable.containsKey(election)) {
            fresh.add(election);
        }
    }

    /** The last batch of those that are not durable in which an election is. */
    OptionalLong batchOf(ElectionName election) {
        Pending unwritten = pending.get(election);
        return unwritten == null ? OptionalLong.empty() : OptionalLong.of(unwritten.number());
    }

    /** Whether something waits to be written. */
    boolean hasChanged() {
        return !open.epochs.isEmpty();
    }

    /** Ends the open batch, which is to be written. */
    VotingEffect.Persist take() {
        Batch taken = open;
        open = new Batch();
        lastNumber++;
        batches.put(lastNumber, taken);
        return new VotingEffect.Persist(lastNumber, new VoterState(taken.epochs, taken.lease, Map.of()));
    }

    /** @return whether such a batch was on its way */
    boolean isOnItsWay(long number) {
        return batches.containsKey(number);
    }

    /** A batch that is on its way has become durable. */
    void written(long number) {
        Batch batch = batches.remove(number);
        if (batch == null) {
            throw new IllegalArgumentException("batch " + number + " is not on its way");
        }
        batch.epochs.forEach((election, epoch) -> {
            durable.merge(election, epoch, Epoch::max);
            fresh.remove(election);
            pending.computeIfPresent(election, (same, last) -> last.number() == number ? null : last);
        });
        longestLease = VoterState.longer(longestLease, batch.lease);
    }

    /** Forgets all that is not durable. */
    void forgetUnwritten() {
        batches.clear();
        pending.clear();
        fresh.clear();
        open = new Batch();
        lastNumber++; // The open batch had the next number, by which nothing else may be meant.
    }
}
