// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent.Trouble;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One node's part in all elections of its cluster: it votes, sees who leads, and stands for this node's candidates. What
 * happened goes in, what is to be done comes out. Knows no thread, clock, socket or file, and is confined to one lane.
 * Instants are those of this node's monotonic clock, and do not fall from call to call.
 *
 * <p>What must not be forgotten leaves as a {@link VotingEffect.Persist}, one for all elections of a step, and what
 * depends on it, a promise, is told after {@link #persisted} says that it is durable.
 */
public final class Voting {
    private final Node self;
    private final LeaseTerms terms;
    private final QuorumMode quorum;
    private final Electorate electorate;
    private final Voter voter;
    private final VoterAnswers answers;
    private final RandomGenerator chance;
    private final long knownFrom;
    private final boolean withoutMemory;
    private final AskingLimit limit = new AskingLimit(Bounds.MAX_ASKING);
    private final KnownElections elections;
    /** Until when processes that are proven to be gone are not heard, since what they sent may still arrive. */
    private final Map<Node, Long> gone = new HashMap<>();

    private final List<VotingEffect> effects = new ArrayList<>();
    private final Deque<VotingMessage> toSelf = new ArrayDeque<>();
    private @Nullable DecidingVoters counted;

    private long now;

    /**
     * @param remembered what this voter has made durable so far
     * @param chance must give different numbers in every process
     */
    public Voting(
            Node self,
            LeaseTerms terms,
            QuorumMode quorum,
            Electorate electorate,
            VoterState remembered,
            RandomGenerator chance,
            long now) {
        this.self = self;
        this.terms = terms;
        this.quorum = quorum;
        this.electorate = electorate;
        this.chance = chance;
        this.now = now;
        Duration lease = terms.lease();
        this.knownFrom = MonotonicTime.plus(now, VoterState.longer(remembered.longestLease(), lease));
        this.withoutMemory = remembered.longestLease().isZero();
        this.voter = new Voter(remembered, electorate::floor, knownFrom);
        this.answers = new VoterAnswers(voter, electorate, this::effect);
        this.elections = new KnownElections(this::begin);
    }

    // ---- what can happen

    public List<VotingEffect> received(Node from, VotingMessage message, long at) {
        now = at;
        deliver(from, message);
        return finish();
    }

    /**
     * One of many messages that came together; once all of them were heard, {@link #settle} or {@link #tick} says what
     * follows. What they ask to be promised is made durable then, all at once.
     */
    public List<VotingEffect> heard(Node from, VotingMessage message, long at) {
        now = at;
        deliver(from, message);
        hearSelf();
        return drain();
    }

    /** What follows from the messages that were {@link #heard}. */
    public List<VotingEffect> settle(long at) {
        now = at;
        return finish();
    }

    /**
     * A process is proven to be gone: nothing acts in it, and nothing ever will. It is not heard for a lease. If
     * it speaks after that, or {@link #answers} before, the proof was none, and it takes part again.
     */
    public List<VotingEffect> gone(Node node, long at) {
        now = at;
        gone.values().removeIf(until -> !MonotonicTime.isBefore(now, until));
        gone.put(node, MonotonicTime.plus(now, terms.lease()));
        voter.gone(node);
        elections.all().forEach(election -> election.gone(node, now));
        elections.allChanged();
        return finish();
    }

    /** A process that was considered gone answers: what it says counts again. What it was promised stays dropped. */
    public List<VotingEffect> answers(Node node, long at) {
        now = at;
        gone.remove(node);
        return tick(at);
    }

    /**
     * A {@link VotingEffect.Persist} was performed.
     *
     * @param durable whether what it has is durable, or could not be made so
     */
    public List<VotingEffect> persisted(long number, boolean durable, long at) {
        now = at;
        answers.persisted(number, durable);
        return finish();
    }

    /** Remembers an epoch that another voter has promised, so that none below it is asked for. */
    public List<VotingEffect> remember(ElectionName election, Epoch epoch, long at) {
        now = at;
        voter.remember(election, epoch);
        return finish();
    }

    /** The time has come that {@link #wakeAt} named, or the electorate has changed. */
    public List<VotingEffect> tick(long at) {
        now = at;
        DecidingVoters present = DecidingVoters.of(electorate, now);
        if (present.equals(counted)) {
            elections.wake(now);
        } else {
            counted = present;
            elections.allChanged();
        }
        return finish();
    }

    /** What was asked before may have been refused unread: those who have not answered yet are asked again. */
    public List<VotingEffect> repeat(long at) {
        now = at;
        elections.all().forEach(ElectionRules::repeat);
        return finish();
    }

    public List<VotingEffect> enter(ElectionEntry entry, long at) {
        now = at;
        elections.of(entry.election()).enter(entry, now);
        if (withoutMemory && electorate.votes()) {
            effect(new VotingEffect.Tell(entry.election(), new Trouble(Campaign.NO_STATE_FILE)));
        }
        return finish();
    }

    /** This node could lead with this priority, or could not. */
    public List<VotingEffect> ready(ElectionName election, Optional<Priority> priority, long at) {
        now = at;
        elections.of(election).ready(priority);
        return finish();
    }

    public List<VotingEffect> campaign(ElectionName election, Priority priority, long at) {
        now = at;
        elections.of(election).campaign(priority, now);
        return finish();
    }

    public List<VotingEffect> withdraw(ElectionName election, long at) {
        now = at;
        elections.of(election).withdraw(now);
        return finish();
    }

    public List<VotingEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        elections.of(election).release(epoch, successor, now);
        return finish();
    }

    public List<VotingEffect> abandon(ElectionName election, Epoch epoch, long at) {
        now = at;
        elections.of(election).abandon(epoch, now);
        return finish();
    }

    public List<VotingEffect> leave(ElectionName election, long at) {
        now = at;
        elections.of(election).leave(now);
        return finish();
    }

    /** The answer to {@link VotingEffect.Resolve}. */
    public List<VotingEffect> resolved(ElectionName election, NodeId winner, long at) {
        now = at;
        elections.of(election).resolved(winner, now);
        return finish();
    }

    // ---- what is known

    /** Until when something in this process may act under a leadership that was not given back. */
    public long mayActUntil(long at) {
        long until = at;
        for (ElectionRules election : elections.all()) {
            until = MonotonicTime.later(until, election.mayActUntil(at));
        }
        return until;
    }

    /** Until when a promise of this voter may hold, given so far or by an earlier start; {@code at} if none does. */
    public long promisedUntil(long at) {
        return voter.promisedUntil(at);
    }

    /** The highest epoch that this voter has promised in any election, or that it must not give again. */
    public Epoch highest() {
        return voter.highest();
    }

    /** The highest epoch that this voter has promised in an election. */
    public Epoch promised(ElectionName election) {
        return voter.promised(election);
    }

    /** When {@link #tick} is due. */
    public long wakeAt() {
        return elections.isEmpty()
                ? MonotonicTime.never(now)
                : MonotonicTime.earlier(electorate.wakeAt(now), elections.wakeAt(now));
    }

    // ---- within

    private ElectionRules begin(ElectionName name) {
        return new ElectionRules(
                name, self, terms, quorum, electorate, voter, chance, limit, knownFrom, now, this::effect);
    }

    private void effect(VotingEffect effect) {
        if (effect instanceof VotingEffect.Send send && send.to().equals(self)) {
            toSelf.add(send.message());
        } else {
            effects.add(effect);
        }
    }

    private List<VotingEffect> finish() {
        do {
            // What this node says to itself comes first: a promise that it took back is free before it asks again.
            hearSelf();
            elections.look(now);
            limit.turns(elections::changed);
        } while (!toSelf.isEmpty() || elections.hasChanged());
        voter.toPersist().ifPresent(effects::add);
        return drain();
    }

    private void hearSelf() {
        for (VotingMessage message = toSelf.poll(); message != null; message = toSelf.poll()) {
            deliver(self, message);
        }
    }

    private List<VotingEffect> drain() {
        List<VotingEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    private void deliver(Node from, VotingMessage message) {
        if (!MonotonicTime.isBefore(now, gone.getOrDefault(from, now))) {
            message.deliverTo(new VotingReceiver(from, now, quorum, electorate, voter, answers, elections));
        }
    }
}
