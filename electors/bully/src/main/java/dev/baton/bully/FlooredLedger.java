// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.quorum.Ledger;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/** A ledger that gives out no epoch which the membership knows to have been given, whoever remembers it. */
record FlooredLedger(Ledger ledger, Supplier<Epoch> floor) implements Ledger {
    @Override
    public Epoch highest(ElectionName election) {
        return ledger.highest(election).max(floor.get());
    }

    @Override
    public Epoch highest() {
        return ledger.highest().max(floor.get());
    }

    @Override
    public void raise(Map<ElectionName, Epoch> epochs, Duration lease) {
        ledger.raise(epochs, lease);
    }

    @Override
    public boolean takes(ElectionName election, Set<ElectionName> besides) {
        return ledger.takes(election, besides);
    }

    @Override
    public Duration longestLease() {
        return ledger.longestLease();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
