// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import java.util.function.Consumer;

/** The way to a store that does not tell of releases, so that looking at once is due to a notice from a peer. */
record SilentStoreLink(LeaseLink link, ModelledWatch watch, CoverageCounts facts) implements LeaseLink {
    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        if (watch.hasJustNoticed(request.election())) {
            facts.seen(CoverageFact.NOTICE_MADE_STANDBY_LOOK);
        }
        link.send(request, answer);
    }

    @Override
    public void watch(Listener listener) {}

    @Override
    public void close() {
        link.close();
    }
}
