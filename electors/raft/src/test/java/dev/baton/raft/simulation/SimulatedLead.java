// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.simulation;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.raft.simulation.Disk.LogEntry;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The lead of a member for one term. */
final class SimulatedLead {
    private static final long MILLI = 1_000_000;
    private static final long HEARTBEAT = 400 * MILLI;
    /** A proposal mostly gets into the log at once, and may have to wait for long. */
    private static final double SLOW = 0.1;

    private static final long SLOWEST = 6_000 * MILLI;
    private static final double CONFIRMATIONS_THAT_FAIL = 0.02;

    private final SimulatedGroup group;
    private final SimulatedMember member;
    private final Disk disk;
    private final Collection<ReplicatedPart> parts;
    private final SimulatedProcess process;
    private final SeededRandom chance;
    private final long term;
    /** How long it goes on without hearing of a majority. */
    private final long patience;

    private final Map<String, Long> next = new HashMap<>();
    private final Map<String, Long> match = new HashMap<>();
    private final Map<String, Long> confirmed = new HashMap<>();
    private final Map<String, Long> heardAt = new HashMap<>();
    private final Map<Long, Proposal> proposals = new HashMap<>();
    private final Map<String, PartLeader> sides = new HashMap<>();
    private List<Confirmation> confirmations = new ArrayList<>();
    private long round;
    private boolean ended;

    private record Proposal(long term, CompletableFuture<byte[]> result) {}

    private record Confirmation(long round, long index, CompletableFuture<Void> result) {}

    SimulatedLead(
            SimulatedGroup group,
            SimulatedMember member,
            Disk disk,
            Collection<ReplicatedPart> parts,
            SimulatedProcess process,
            SeededRandom chance) {
        this.group = group;
        this.member = member;
        this.disk = disk;
        this.parts = parts;
        this.process = process;
        this.chance = chance;
        this.term = disk.term;
        this.patience = chance.nanos(1_000 * MILLI, 10_000 * MILLI);
    }

    void begin() {
        member.others(peer -> {
            next.put(peer, disk.lastIndex() + 1);
            heardAt.put(peer, group.scheduler().now());
        });
        if (group.has(GroupFlaw.LEADS_AT_ONCE)) {
            beginSides();
        }
        append(new LogEntry(term, term, "", new byte[0]));
        beat();
    }

    private void beginSides() {
        if (sides.isEmpty()) {
            parts.forEach(part -> sides.put(part.name(), part.lead(new Leadership(part.name()))));
        }
    }

    private void beat() {
        if (ended) {
            return;
        }
        long since = group.scheduler().now() - patience;
        long heard = 1 + heardAt.values().stream().filter(at -> at > since).count();
        if (!group.isMajority(heard)) {
            member.stepDown();
            return;
        }
        member.others(peer -> replicate(peer, true));
        process.after(HEARTBEAT, this::beat);
    }

    void end() {
        ended = true;
        sides.values().forEach(PartLeader::end);
        List<Proposal> open = List.copyOf(proposals.values());
        proposals.clear();
        open.forEach(each -> {
            group.seen(GroupFact.PROPOSAL_OF_UNKNOWN_OUTCOME);
            each.result().completeExceptionally(new OutcomeUnknownException("the lead was lost"));
        });
        List<Confirmation> asked = confirmations;
        confirmations = new ArrayList<>();
        asked.forEach(each -> each.result().completeExceptionally(notLeader()));
    }

    private NotLeaderException notLeader() {
        return new NotLeaderException(member.name() + " does not lead the group in term " + term);
    }

    CompletableFuture<byte[]> call(String part, byte[] request) {
        PartLeader side = sides.get(part);
        return side == null ? CompletableFuture.failedFuture(notLeader()) : side.call(request);
    }

    // ---- replication

    private long append(LogEntry entry) {
        disk.entries.add(entry);
        long index = disk.lastIndex();
        member.others(peer -> replicate(peer, true));
        advance();
        return index;
    }

    /** @param entries whether to send what it lacks, or only that this member leads */
    private void replicate(String peer, boolean entries) {
        long from = Math.min(next.getOrDefault(peer, disk.lastIndex() + 1), disk.lastIndex() + 1);
        boolean lacks = from <= disk.base;
        long prev = lacks ? disk.base : from - 1;
        SimulatedMember.Append append = new SimulatedMember.Append(
                member.name(),
                term,
                round,
                prev,
                disk.termAt(prev),
                entries ? disk.from(prev + 1) : List.of(),
                entries && lacks ? disk.snapshot : null,
                member.commit());
        member.send(peer, other -> other.received(append));
    }

    void appended(String by, long confirmedRound, long matched, long last) {
        heardAt.put(by, group.scheduler().now());
        confirmed.merge(by, confirmedRound, Math::max);
        if (matched >= 0) {
            match.merge(by, matched, Math::max);
            next.put(by, match.get(by) + 1);
            advance();
        } else {
            long tried = next.getOrDefault(by, 1L);
            next.put(by, Math.max(1, Math.min(tried - 1, last + 1)));
            if (next.get(by) < tried) {
                replicate(by, true);
            }
        }
        confirm();
    }

    private void advance() {
        for (long index = disk.lastIndex(); index > member.commit() && disk.termAt(index) == term; index--) {
            long there = index;
            if (group.isMajority(
                    1 + match.values().stream().filter(it -> it >= there).count())) {
                member.committed(index);
                return;
            }
        }
    }

    void applied(long index, LogEntry entry, byte @Nullable [] result) {
        Proposal proposal = proposals.get(index);
        if (proposal != null && proposal.term() == entry.term()) {
            proposals.remove(index);
            if (result == null) {
                proposal.result().completeExceptionally(notLeader());
            } else {
                proposal.result().complete(result);
            }
        }
        if (entry.part().isEmpty() && entry.term() == term) {
            beginSides();
        }
        confirm();
    }

    // ---- what parts ask for

    private void confirm() {
        List<Confirmation> waiting = new ArrayList<>();
        List<Confirmation> done = new ArrayList<>();
        for (Confirmation each : confirmations) {
            long said = 1
                    + confirmed.values().stream()
                            .filter(it -> it >= each.round())
                            .count();
            boolean isDone = group.isMajority(said) && member.applied() >= each.index();
            (isDone ? done : waiting).add(each);
        }
        confirmations = waiting;
        done.forEach(each -> each.result().complete(null));
    }

    private final class Leadership implements GroupLeadership {
        private final String part;

        Leadership(String part) {
            this.part = part;
        }

        @Override
        public long term() {
            return term;
        }

        /** Gets into the log some time later, perhaps of a later lead of the same member. */
        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
            CompletableFuture<byte[]> result = new CompletableFuture<>();
            process.after(
                    chance.nanos(0, chance.happens(SLOW) ? SLOWEST : MILLI),
                    () -> member.submit(term, part, entry, result));
            return result;
        }

        @Override
        public CompletableFuture<Void> confirm() {
            if (group.has(GroupFlaw.CONFIRMS_BLINDLY)) {
                return CompletableFuture.completedFuture(null);
            }
            if (ended || chance.happens(CONFIRMATIONS_THAT_FAIL)) {
                group.seen(GroupFact.CONFIRMATION_FAILED);
                return CompletableFuture.failedFuture(notLeader());
            }
            round++;
            CompletableFuture<Void> result = new CompletableFuture<>();
            confirmations.add(new Confirmation(round, member.commit(), result));
            member.others(peer -> replicate(peer, false));
            SimulatedLead.this.confirm();
            return result;
        }
    }

    /** A proposal gets into the log of this lead, whichever it was decided under. */
    void submit(long decidedIn, String part, byte[] entry, CompletableFuture<byte[]> result) {
        if (disk.full) {
            result.completeExceptionally(notLeader());
            member.stepDown();
            return;
        }
        proposals.put(disk.lastIndex() + 1, new Proposal(term, result));
        append(new LogEntry(term, decidedIn, part, entry));
    }
}
