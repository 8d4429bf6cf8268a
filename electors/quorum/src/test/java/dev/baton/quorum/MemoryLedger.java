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
    private Duration longestLease = Duration.ZERO;
    private boolean full;

    public synchronized void full(boolean disk) {
        full = disk;
    }

    public MemoryLedger copy() {
        MemoryLedger copied = new MemoryLedger();
        copied.write(read());
        return copied;
    }

    @Override
    public synchronized VoterState read() {
        return new VoterState(epochs, longestLease, voters);
    }

    @Override
    public synchronized void write(VoterState change) {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
        change.epochs().forEach((election, epoch) -> epochs.merge(election, epoch, Epoch::max));
        voters.putAll(change.voters());
        longestLease = VoterState.longer(longestLease, change.longestLease());
    }

    /** Writes a promise. */
    public void raise(ElectionName election, Epoch epoch, Duration lease) {
        write(new VoterState(Map.of(election, epoch), lease, Map.of()));
    }

    /** Writes which mark a voter has. */
    public void meet(NodeId voter, String mark) {
        write(VoterState.ofVoters(Map.of(voter, mark)));
    }

    public synchronized Epoch highest(ElectionName election) {
        return epochs.getOrDefault(election, Epoch.NONE);
    }

    public Epoch highest() {
        return read().epochs().values().stream().reduce(Epoch.NONE, Epoch::max);
    }

    public synchronized Duration longestLease() {
        return longestLease;
    }

    public Map<NodeId, String> voters() {
        return read().voters();
    }

    @Override
    public void close() {}
}
