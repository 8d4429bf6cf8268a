// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.util.Optional;

/** Tells a watch which leases of an election this process holds, and whose end would be news. */
record WatchTeller(HolderWatch watch, ElectionName election) implements ElectorEvent.Handler {
    @Override
    public void granted(Epoch epoch, Validity validity) {
        watch.unwatch(election);
        watch.holding(election, epoch, validity.othersFrom());
    }

    @Override
    public void extended(Epoch epoch, Validity validity) {
        watch.holding(election, epoch, validity.othersFrom());
    }

    @Override
    public void leaderSeen(Leader leader) {
        watch.watch(election, leader);
    }

    @Override
    public void vacant(Vacancy vacancy) {
        watch.unwatch(election);
    }

    @Override
    public void lost(Epoch epoch) {
        // The watch goes by the end of the lease that it was told last.
    }

    @Override
    public void released(Epoch epoch) {
        // The rules say so themselves, by an effect: also after an attempt that may have won.
    }

    @Override
    public void preferred(Optional<Node> better) {
        // A matter of the candidates.
    }

    @Override
    public void trouble(Alarm alarm) {
        // A matter of the candidates.
    }
}
