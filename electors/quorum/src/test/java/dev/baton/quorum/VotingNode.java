// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.LongFunction;

/** The least elector there can be: a {@link Voting} and its runner. What it would send is kept. */
final class VotingNode implements NodeRules<VotingEffect>, NodeRunner.Work<VotingEffect>, VotingEffect.Performer {
    /** As after a start that has forgotten nothing, long ago. */
    private static final VoterState REMEMBERED = new VoterState(Map.of(), LeaseTerms.DEFAULT.lease(), Map.of());

    private final Voting voting;
    private final NodeRunner<VotingEffect> runner;
    private final List<VotingMessage> sent = new ArrayList<>();
    private int steps;
    private boolean nextTickFails;

    VotingNode(Node self, Electorate electorate, LedgerWriter writer, Lanes lanes) {
        this(self, electorate, writer, lanes, lanes.open("voting"), LeaseTerms.DEFAULT);
    }

    VotingNode(Node self, Electorate electorate, LedgerWriter writer, Lanes lanes, Lane lane, LeaseTerms terms) {
        long longAgo = lanes.ticker().nanos() - terms.lease().toNanos();
        this.voting =
                new Voting(self, terms, QuorumMode.MAJORITY, electorate, REMEMBERED, new SplittableRandom(1), longAgo);
        this.runner = new NodeRunner<>(self.id(), terms, QuorumMode.MAJORITY, lanes, lane, this, writer, this);
    }

    NodeRunner<VotingEffect> runner() {
        return runner;
    }

    /** How many steps were taken. */
    int steps() {
        return steps;
    }

    void failNextTick() {
        nextTickFails = true;
    }

    void hears(Node from, VotingMessage message) {
        step(now -> voting.received(from, message, now));
    }

    void step(LongFunction<List<VotingEffect>> rule) {
        runner.step(rule);
    }

    /** What was sent since the last time. */
    List<VotingMessage> takeSent() {
        List<VotingMessage> taken = List.copyOf(sent);
        sent.clear();
        return taken;
    }

    // ---- what the rules want done

    @Override
    public void perform(List<VotingEffect> effects) {
        effects.forEach(effect -> effect.performBy(this));
    }

    @Override
    public void afterStep() {
        steps++;
    }

    @Override
    public void persist(long number, VoterState change) {
        runner.persist(change, durable -> runner.step(now -> voting.persisted(number, durable, now)));
    }

    @Override
    public void send(Node to, VotingMessage message) {
        sent.add(message);
    }

    @Override
    public void tell(ElectionName election, ElectorEvent event) {
        runner.tell(election, event);
    }

    @Override
    public void watch(Node holder, Leader leader) {}

    @Override
    public void resolve(ElectionName election, Leader one, Leader other) {}

    // ---- rules

    @Override
    public List<VotingEffect> enter(ElectionEntry entry, long at) {
        return voting.enter(entry, at);
    }

    @Override
    public List<VotingEffect> ready(ElectionName election, Optional<Priority> priority, long at) {
        return voting.ready(election, priority, at);
    }

    @Override
    public List<VotingEffect> campaign(ElectionName election, Priority priority, long at) {
        return voting.campaign(election, priority, at);
    }

    @Override
    public List<VotingEffect> withdraw(ElectionName election, long at) {
        return voting.withdraw(election, at);
    }

    @Override
    public List<VotingEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        return voting.release(election, epoch, successor, at);
    }

    @Override
    public List<VotingEffect> abandon(ElectionName election, Epoch epoch, long at) {
        return voting.abandon(election, epoch, at);
    }

    @Override
    public List<VotingEffect> leave(ElectionName election, long at) {
        return voting.leave(election, at);
    }

    @Override
    public List<VotingEffect> tick(long at) {
        if (nextTickFails) {
            nextTickFails = false;
            throw new IllegalStateException("modelled fault");
        }
        return voting.tick(at);
    }

    @Override
    public long wakeAt() {
        return voting.wakeAt();
    }

    @Override
    public long mayActUntil(long at) {
        return voting.mayActUntil(at);
    }
}
