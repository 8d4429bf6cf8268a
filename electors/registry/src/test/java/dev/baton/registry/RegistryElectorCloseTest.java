// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.FaultHandler;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.peer.Presence;
import dev.baton.quorum.ForwardingLedger;
import dev.baton.quorum.LedgerWriter;
import dev.baton.quorum.MemoryLedger;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How a registry ends. */
@Timeout(30)
class RegistryElectorCloseTest {
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(11));

    /** Knows which thread closed it. */
    private static final class WatchedLedger extends ForwardingLedger {
        private final AtomicReference<String> closedBy = new AtomicReference<>("nobody");

        WatchedLedger() {
            super(new MemoryLedger());
        }

        @Override
        public void close() {
            closedBy.set(Thread.currentThread().getName());
        }
    }

    /** A group in which nobody is. */
    private static final class Empty implements Group {
        @Override
        public void join(Listener listener) {}

        @Override
        public void send(Node to, RegistryMessage message) {}

        @Override
        public void close() {}
    }

    @Test
    void theLedgerIsClosedOnTheThreadThatWritesIt() {
        WatchedLedger ledger = new WatchedLedger();
        try (ThreadLanes lanes = new ThreadLanes("closing", 1, FaultHandler.halting())) {
            RegistryElector elector = new RegistryElector(
                    SELF,
                    RegistrySettings.majorityOf(3),
                    new Empty(),
                    Presence.NONE,
                    LedgerWriter.onThread(ledger, "closing-disk"),
                    ConflictResolver.HIGHER_EPOCH_WINS,
                    lanes,
                    new SplittableRandom(1));
            elector.start();

            elector.close();
        }

        assertThat(ledger.closedBy.get()).isEqualTo("closing-disk");
    }
}
