// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lead of this member in one term, with the leader's side of every part. */
final class TermLeadership {
    private static final Logger LOG = LoggerFactory.getLogger(TermLeadership.class);

    private final long term;
    private final Confirmations confirmations;
    private final Function<LogEntry, CompletableFuture<byte[]>> proposals;
    private final Supplier<Set<NodeId>> members;
    private final Map<String, PartLeader> sides = new LinkedHashMap<>();
    private final AtomicBoolean ended = new AtomicBoolean();

    TermLeadership(
            long term,
            Confirmations confirmations,
            Function<LogEntry, CompletableFuture<byte[]>> proposals,
            Supplier<Set<NodeId>> members) {
        this.term = term;
        this.confirmations = confirmations;
        this.proposals = proposals;
        this.members = members;
    }

    long term() {
        return term;
    }

    /** Has every part begin to lead; called once, before anything else can reach this lead. */
    void begin(Collection<ReplicatedPart> parts, Function<GroupLeadership, MembershipSide> membership) {
        parts.forEach(part -> sides.put(part.name(), part.lead(new OfPart(part.name()))));
        MembershipSide members = membership.apply(new OfPart(MembershipSide.PART));
        sides.put(MembershipSide.PART, members);
        members.start();
    }

    Optional<PartLeader> side(String part) {
        return Optional.ofNullable(sides.get(part));
    }

    boolean hasEnded() {
        return ended.get();
    }

    /** Any thread; only the first call counts. */
    void end() {
        if (!ended.compareAndSet(false, true)) {
            return;
        }
        confirmations.end();
        sides.forEach((part, side) -> {
            try {
                side.end();
            } catch (RuntimeException broken) {
                LOG.error("The leader's side of {} failed to end term {}", part, term, broken);
            }
        });
    }

    private final class OfPart implements GroupLeadership {
        private final String part;

        OfPart(String part) {
            this.part = part;
        }

        @Override
        public long term() {
            return term;
        }

        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
            if (ended.get()) {
                return CompletableFuture.failedFuture(
                        new NotLeaderException("the lead of term " + term + " has ended"));
            }
            return proposals.apply(new LogEntry(term, part, entry));
        }

        @Override
        public CompletableFuture<Void> confirm() {
            return confirmations.confirm();
        }

        /**
         * By a further entry, which says nothing: every member gets it after what was committed, with how far that is. A
         * heartbeat is sooner, but of no use to a member that is still writing what it tells of.
         */
        @Override
        public void spreadCommits() {
            if (!ended.get()) {
                Futures.then(
                        proposals.apply(new LogEntry(term, MembershipSide.PART, new byte[0])), (done, problem) -> {});
            }
        }

        @Override
        public Set<NodeId> members() {
            return members.get();
        }
    }
}
