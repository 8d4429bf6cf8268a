// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Node;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.MembershipStore;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.bully.internal.node.BullyRunner;
import dev.baton.peer.Presence;
import dev.baton.quorum.LedgerWriter;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lanes;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Holds elections among the nodes of a bully cluster: {@code Baton.node("a").start(BullyElector.with(configuration))}.
 */
public final class BullyElector implements Elector {
    private final BullySettings settings;
    private final BullyRunner node;

    /** @param chance must give different numbers in every process; only used from the lane */
    BullyElector(
            Node self,
            BullyMember described,
            BullySettings settings,
            List<Address> join,
            MembershipStore store,
            LedgerWriter writer,
            PeerTransport transport,
            Presence presence,
            Lanes lanes,
            RandomGenerator chance) {
        this.settings = settings;
        this.node = new BullyRunner(self, described, settings, join, store, writer, transport, presence, lanes, chance);
    }

    /**
     * Creates electors that start a node of a bully cluster: open its port, and begin to join or to form the cluster.
     */
    public static ElectorFactory<BullyElector> with(BullyConfiguration configuration) {
        return context -> configuration.start(context, UnaryOperator.identity());
    }

    /** The node behind this elector. */
    BullyRunner node() {
        return node;
    }

    @Override
    public Guarantee guarantee() {
        return settings.guarantee();
    }

    @Override
    public Duration certainty() {
        return settings.terms().certainty();
    }

    /** The members of the cluster, as last known. */
    public BullyClusterView view() {
        return node.view();
    }

    /** The address that this node listens on. */
    public Address address() {
        return node.address();
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        return node.enter(entry, events);
    }

    /** Leaves all contests, tells the other nodes, and ends. */
    @Override
    public void close() {
        node.close();
    }
}
