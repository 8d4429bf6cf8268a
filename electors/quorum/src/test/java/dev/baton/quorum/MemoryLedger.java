// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** A ledger that outlives the process it is modelled in, and can be made to fail. */
public final class MemoryLedger implements Ledger {
    private final Map<ElectionName, Epoch> epochs = new HashMap<>();
    private final Map<NodeId, String> voters = new HashMap<>();
    private Duration longest = Duration.ZERO;
    private boolean full;

    public void full(boolean disk) {
        full = disk;
    }

    public MemoryLedger copy() {
        MemoryLedger copied = new MemoryLedger();
        copied.epochs.putAll(epochs);
        copied.voters.putAll(voters);
        copied.longest = longest;
        return copied;
    }

    @Override
    public Epoch highest(ElectionName election) {
        return epochs.getOrDefault(election, Epoch.NONE);
    }

    @Override
    public void raise(Map<ElectionName, Epoch> raised, Duration lease) {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
        raised.forEach((election, epoch) -> epochs.merge(election, epoch, Epoch::max));
        longest = lease.compareTo(longest) > 0 ? lease : longest;
    }

    @Override
    public Map<NodeId, String> voters() {
        return voters;
    }

    @Override
    public void meet(NodeId voter, String mark) {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
        voters.put(voter, mark);
    }

    @Override
    public Epoch highest() {
        return epochs.values().stream().reduce(Epoch.NONE, Epoch::max);
    }

    @Override
    public Duration longestLease() {
        return longest;
    }

    @Override
    public void close() {}
}
