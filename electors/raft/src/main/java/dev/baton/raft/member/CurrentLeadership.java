// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedPart;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lead that this member has, if any. Begins on the thread that applies, ends on any. */
final class CurrentLeadership {
    private static final Logger LOG = LoggerFactory.getLogger(CurrentLeadership.class);
    private static final long MAX_LAG_OF_A_VOTER = 1000;

    private final Collection<ReplicatedPart> parts;
    private final String member;
    private final MembershipRules rules;
    private final MemberServer server;
    private final LeaderGroupView group;
    private final Proposals proposals;
    private final AtomicReference<@Nullable TermLeadership> lead = new AtomicReference<>();
    private volatile boolean closed;

    CurrentLeadership(
            Collection<ReplicatedPart> parts,
            String member,
            MemberSettings settings,
            MemberServer server,
            LeaderGroupView group,
            Proposals proposals) {
        this.parts = parts;
        this.member = member;
        this.rules = new MembershipRules(settings.maxVoters(), settings.goneAfter(), MAX_LAG_OF_A_VOTER);
        this.server = server;
        this.group = group;
        this.proposals = proposals;
    }

    Optional<TermLeadership> current() {
        return Optional.ofNullable(lead.get()).filter(it -> !it.hasEnded());
    }

    void begin(long term) {
        TermLeadership next = new TermLeadership(
                term,
                new Confirmations(term, member, group),
                entry -> proposals.propose(server.ratis(), server.groupId(), entry),
                () -> group.configuration().all().stream().map(GroupPeer::node).collect(Collectors.toSet()));
        next.begin(parts, leadership -> new MembershipSide(leadership, member, rules, group));
        TermLeadership old = lead.getAndSet(next);
        if (old != null) {
            old.end();
        }
        // Lost in the meantime: then the loss was reported before there was anything to end.
        if (closed || !group.leadsIn(term)) {
            lead.compareAndSet(next, null);
            next.end();
        }
        LOG.atLevel(LeaderWarmUp.level(member)).log("Raft member {} leads in term {}", member, term);
    }

    void end() {
        TermLeadership old = lead.getAndSet(null);
        if (old != null) {
            old.end();
        }
    }

    /** None begins after this. */
    void close() {
        closed = true;
        end();
    }
}
