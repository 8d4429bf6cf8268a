// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** Another ledger, of which a test changes what it is about. */
public abstract class ForwardingLedger implements Ledger {
    private final Ledger within;

    protected ForwardingLedger(Ledger within) {
        this.within = within;
    }

    @Override
    public Epoch highest(ElectionName election) {
        return within.highest(election);
    }

    @Override
    public Epoch highest() {
        return within.highest();
    }

    @Override
    public void raise(Map<ElectionName, Epoch> epochs, Duration lease) {
        within.raise(epochs, lease);
    }

    @Override
    public boolean takes(ElectionName election, Set<ElectionName> besides) {
        return within.takes(election, besides);
    }

    @Override
    public Duration longestLease() {
        return within.longestLease();
    }

    @Override
    public Map<NodeId, String> voters() {
        return within.voters();
    }

    @Override
    public void meet(NodeId voter, String mark) {
        within.meet(voter, mark);
    }

    @Override
    public void close() {
        within.close();
    }
}
