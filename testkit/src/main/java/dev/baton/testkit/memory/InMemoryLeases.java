// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.memory;

import dev.baton.NodeId;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseTerms;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * A lease store that the nodes of one JVM share. It tells its watchers of every release, as a good store does, and can
 * be cut off from any node. Safe for use by several threads.
 */
public final class InMemoryLeases {
    private static final Guarantee GUARANTEE = new Guarantee(
            Guarantee.Exclusivity.EXCLUSIVE,
            Guarantee.EpochMemory.PROCESS,
            "in memory: never two acting leaders in this JVM, and epochs start again with it");

    private final Ticker ticker;
    private final LeaseRows rows = new LeaseRows();
    private final Map<LeaseLink, LeaseLink.Listener> watchers = new ConcurrentHashMap<>();
    private final Set<NodeId> cutOff = ConcurrentHashMap.newKeySet();

    /** @param ticker the store's own clock */
    public InMemoryLeases(Ticker ticker) {
        this.ticker = ticker;
    }

    public InMemoryLeases() {
        this(System::nanoTime);
    }

    /** Electors on these leases, with the default timings. */
    public ElectorFactory<LeaseElector> elector() {
        return elector(LeaseTerms.DEFAULT);
    }

    /** Electors on these leases. */
    public ElectorFactory<LeaseElector> elector(LeaseTerms terms) {
        return context ->
                new LeaseElector(link(context.node().id()), terms, GUARANTEE, context.lanes(), new SecureRandom());
    }

    /** From now on the node gets no answers, and nothing it asks is done. */
    public void cutOff(NodeId node) {
        cutOff.add(node);
    }

    public void reconnect(NodeId node) {
        cutOff.remove(node);
    }

    /** The way of one node to this store. */
    public LeaseLink link(NodeId node) {
        return new Link(node);
    }

    private LeaseReply.Answered answer(LeaseRequest request) {
        synchronized (rows) {
            return rows.answer(request, ticker.nanos());
        }
    }

    private final class Link implements LeaseLink {
        private final NodeId node;

        Link(NodeId node) {
            this.node = node;
        }

        @Override
        public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
            if (cutOff.contains(node)) {
                return;
            }
            answer.accept(InMemoryLeases.this.answer(request));
            if (request instanceof LeaseRequest.Release) {
                watchers.forEach((watcher, listener) -> {
                    if (watcher != this) {
                        listener.changed(request.election());
                    }
                });
            }
        }

        @Override
        public void watch(Listener listener) {
            watchers.put(this, listener);
        }

        @Override
        public void close() {
            watchers.remove(this);
        }
    }
}
