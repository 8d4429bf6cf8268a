// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft;

import dev.baton.raft.group.DataGroups;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.MemberTls;
import dev.baton.raft.member.RaftMember;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Elections on a Raft group, without a database: {@code Baton.node("a").start(RaftElector.member(settings))} on its
 * members, {@code Baton.node("x").start(RaftElector.client(addresses))} on other nodes.
 */
public final class RaftElector implements Elector {
    private final LeaseElector leases;
    private final Optional<RaftMember> member;
    private final List<ReplicatedPart> parts;
    private final DataGroups hosted;
    private final Runnable closing;

    RaftElector(
            LeaseElector leases,
            Optional<RaftMember> member,
            List<ReplicatedPart> parts,
            DataGroups hosted,
            Runnable closing) {
        this.leases = leases;
        this.hosted = hosted;
        this.member = member;
        this.parts = List.copyOf(parts);
        this.closing = closing;
    }

    /**
     * Creates electors of nodes that are members of the group: a member keeps a copy of all elections, and may have a
     * vote.
     */
    public static RaftElectorFactory member(MemberSettings settings) {
        return RaftElectorFactory.member(settings);
    }

    /**
     * Creates electors of nodes that are not members, and only know the addresses of some.
     *
     * @param addresses {@code host:port} of members; one that answers is enough
     */
    public static RaftElectorFactory client(List<String> addresses) {
        return RaftElectorFactory.client(addresses, Optional.empty());
    }

    /** Creates electors of nodes that are not members, for a group that uses TLS. */
    public static RaftElectorFactory client(List<String> addresses, MemberTls tls) {
        return RaftElectorFactory.client(addresses, Optional.of(tls));
    }

    /** This node's member of the group, if it is one. */
    public Optional<RaftMember> member() {
        return member;
    }

    /** The copy that this node's member has of one of the group's parts; empty if the node is not a member. */
    public <T extends ReplicatedPart> Optional<T> part(Class<T> type) {
        return parts.stream().filter(type::isInstance).map(type::cast).findFirst();
    }

    /** The data of the further groups that this node's member takes part in; empty if it is of another type, or none. */
    public <T extends DataGroups> Optional<T> hosted(Class<T> type) {
        return Optional.of(hosted).filter(type::isInstance).map(type::cast);
    }

    @Override
    public Guarantee guarantee() {
        return leases.guarantee();
    }

    @Override
    public Duration certainty() {
        return leases.certainty();
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        return leases.enter(entry, events);
    }

    /** The elections first: they need the group to give back leases. */
    @Override
    public void close() {
        try {
            leases.close();
        } finally {
            closing.run();
        }
    }
}
