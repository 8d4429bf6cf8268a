// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft;

import dev.baton.ConfigurationException;
import dev.baton.raft.elections.ElectionsPart;
import dev.baton.raft.elections.RaftLeaseLink;
import dev.baton.raft.group.DataGroups;
import dev.baton.raft.group.GroupClient;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.member.MemberSettings;
import dev.baton.raft.member.MemberTls;
import dev.baton.raft.member.RaftMember;
import dev.baton.raft.member.RemoteGroup;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseTerms;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;

/** Starts electors on a Raft group; see {@link RaftElector}. Immutable: each method answers with another one. */
public final class RaftElectorFactory implements ElectorFactory<RaftElector> {
    private static final Guarantee GUARANTEE = new Guarantee(
            Guarantee.Exclusivity.EXCLUSIVE,
            Guarantee.EpochMemory.DURABLE,
            "raft: never two acting leaders; grants are committed by a majority, and the holder stops by its own clock"
                    + " before the lease can pass on");

    private final Optional<MemberSettings> member;
    private final List<String> addresses;
    private final Optional<MemberTls> tls;
    private final List<Function<ElectorContext, ? extends ReplicatedPart>> parts;
    private final Function<List<ReplicatedPart>, DataGroups> data;
    private final LeaseTerms terms;
    private final HolderWatch.Factory watch;
    private final Consumer<Duration> renewals;

    private RaftElectorFactory(
            Optional<MemberSettings> member,
            List<String> addresses,
            Optional<MemberTls> tls,
            List<Function<ElectorContext, ? extends ReplicatedPart>> parts,
            Function<List<ReplicatedPart>, DataGroups> data,
            LeaseTerms terms,
            HolderWatch.Factory watch,
            Consumer<Duration> renewals) {
        this.member = member;
        this.addresses = List.copyOf(addresses);
        this.tls = tls;
        this.parts = List.copyOf(parts);
        this.data = data;
        this.terms = terms;
        this.watch = watch;
        this.renewals = renewals;
    }

    static RaftElectorFactory member(MemberSettings settings) {
        return new RaftElectorFactory(
                Optional.of(settings),
                List.of(),
                settings.tls(),
                List.of(),
                all -> DataGroups.NONE,
                LeaseTerms.DEFAULT,
                context -> HolderWatch.NONE,
                took -> {});
    }

    static RaftElectorFactory client(List<String> addresses, Optional<MemberTls> tls) {
        return new RaftElectorFactory(
                Optional.empty(),
                addresses,
                tls,
                List.of(),
                all -> DataGroups.NONE,
                LeaseTerms.DEFAULT,
                context -> HolderWatch.NONE,
                took -> {});
    }

    /** With these timings, instead of {@link LeaseTerms#DEFAULT}. */
    public RaftElectorFactory terms(LeaseTerms chosen) {
        return new RaftElectorFactory(member, addresses, tls, parts, data, chosen, watch, renewals);
    }

    /**
     * With a watch by which the lease of a process that is gone is taken before it expires, such as
     * {@code PeerChannel.on(settings)}.
     */
    public RaftElectorFactory watching(HolderWatch.Factory holders) {
        return new RaftElectorFactory(member, addresses, tls, parts, data, terms, holders, renewals);
    }

    /** Tells how long each renewal took, from its sending to its answer; called on any thread. */
    public RaftElectorFactory timing(Consumer<Duration> renewed) {
        return new RaftElectorFactory(member, addresses, tls, parts, data, terms, watch, renewed);
    }

    /** With another part that the group replicates beside elections. All members must have the same parts. */
    public RaftElectorFactory replicating(Function<ElectorContext, ? extends ReplicatedPart> part) {
        List<Function<ElectorContext, ? extends ReplicatedPart>> more = new ArrayList<>(parts);
        more.add(part);
        return new RaftElectorFactory(member, addresses, tls, more, data, terms, watch, renewals);
    }

    /** With further groups of the member, whose data is made with the parts of the first one at hand. */
    public RaftElectorFactory hosting(Function<List<ReplicatedPart>, DataGroups> groups) {
        return new RaftElectorFactory(member, addresses, tls, parts, groups, terms, watch, renewals);
    }

    /**
     * Starts the node's member, if it is one, or finds the group. A group without a leader is waited for later.
     *
     * @throws ConfigurationException if the settings are those of another node
     * @throws dev.baton.UnavailableException if the folder or the port of the member cannot be used
     */
    @Override
    public RaftElector start(ElectorContext context) {
        return member.isPresent() ? startMember(member.get(), context) : startClient(context);
    }

    private RaftElector startMember(MemberSettings settings, ElectorContext context) {
        if (!settings.self().node().equals(context.node().id())) {
            throw new ConfigurationException(
                    "raft",
                    List.of("this node is " + context.node().id() + ", but the settings of its member are those of "
                            + settings.self().node()));
        }
        ElectionsPart elections = new ElectionsPart(context.lanes().ticker());
        List<ReplicatedPart> all = new ArrayList<>(List.of(elections));
        parts.forEach(part -> all.add(part.apply(context)));
        DataGroups hosted = data.apply(all);
        RaftMember started = RaftMember.start(settings, all, hosted, context.faults());
        return start(context, started.client(), all, Optional.of(started), hosted, started::close);
    }

    private RaftElector startClient(ElectorContext context) {
        RemoteGroup group = RemoteGroup.at(addresses, tls);
        return start(context, group, List.of(), Optional.empty(), DataGroups.NONE, group::close);
    }

    private RaftElector start(
            ElectorContext context,
            GroupClient client,
            List<ReplicatedPart> local,
            Optional<RaftMember> started,
            DataGroups hosted,
            Runnable closing) {
        HolderWatch holders = HolderWatch.NONE;
        try {
            holders = watch.open(context);
            Optional<ElectionsPart> elections = local.stream()
                    .filter(ElectionsPart.class::isInstance)
                    .map(ElectionsPart.class::cast)
                    .findFirst();
            LeaseLink link = new RaftLeaseLink(client, elections, terms, context.lanes())
                    .timed(context.lanes().ticker(), renewals);
            SplittableRandom chance = new SplittableRandom(new SecureRandom().nextLong());
            LeaseElector leases = new LeaseElector(link, terms, GUARANTEE, context.lanes(), chance, holders);
            return new RaftElector(leases, started, local, hosted, closing);
        } catch (RuntimeException refused) {
            holders.close();
            closing.run();
            throw refused;
        }
    }

    @Override
    public String toString() {
        return "Raft elector " + member.map(it -> "of member " + it.self()).orElse("on the group at " + addresses);
    }
}
