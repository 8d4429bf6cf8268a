// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import java.time.Duration;
import java.util.Map;

/** A ledger that outlives the process it is modelled in, and can be made to fail. */
public final class MemoryLedger implements Ledger {
    private volatile VoterState written = VoterState.EMPTY;
    private volatile boolean full;

    public void full(boolean disk) {
        full = disk;
    }

    public MemoryLedger copy() {
        MemoryLedger copied = new MemoryLedger();
        copied.written = written;
        return copied;
    }

    @Override
    public VoterState read() {
        return written;
    }

    @Override
    public void write(VoterState change) {
        if (full) {
            throw new UnavailableException("modelled full disk");
        }
        written = written.with(change);
    }

    /** Writes a promise. */
    public void raise(ElectionName election, Epoch epoch, Duration lease) {
        write(new VoterState(Map.of(election, epoch), lease, Map.of()));
    }

    /** Writes which mark a voter has. */
    public void meet(NodeId voter, String mark) {
        write(VoterState.ofVoters(Map.of(voter, mark)));
    }

    public Epoch highest(ElectionName election) {
        return written.epochs().getOrDefault(election, Epoch.NONE);
    }

    public Epoch highest() {
        return written.epochs().values().stream().reduce(Epoch.NONE, Epoch::max);
    }

    public Duration longestLease() {
        return written.longestLease();
    }

    public Map<NodeId, String> voters() {
        return written.voters();
    }

    @Override
    public void close() {}
}
