// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Priority;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** A candidate's way to the rules of a bully node: each call is a step on their lane. */
final class BullyContest implements Contest {
    private final ElectionName election;
    private final BullyRules rules;
    private final Consumer<LongFunction<List<BullyEffect>>> lane;
    private final Consumer<ElectorEvent> events;
    private final Predicate<BullyContest> leave;

    /** @param leave forgets the contest, and says whether it was known */
    BullyContest(
            ElectionName election,
            BullyRules rules,
            Consumer<LongFunction<List<BullyEffect>>> lane,
            Consumer<ElectorEvent> events,
            Predicate<BullyContest> leave) {
        this.election = election;
        this.rules = rules;
        this.lane = lane;
        this.events = events;
        this.leave = leave;
    }

    ElectionName election() {
        return election;
    }

    void tell(ElectorEvent event) {
        events.accept(event);
    }

    @Override
    public void ready(Optional<Priority> priority) {
        lane.accept(now -> rules.ready(election, priority, now));
    }

    @Override
    public void campaign(Priority priority) {
        lane.accept(now -> rules.campaign(election, priority, now));
    }

    @Override
    public void withdraw() {
        lane.accept(now -> rules.withdraw(election, now));
    }

    @Override
    public void release(Epoch epoch, Optional<NodeId> successor) {
        lane.accept(now -> rules.release(election, epoch, successor, now));
    }

    @Override
    public void abandon(Epoch epoch) {
        lane.accept(now -> rules.abandon(election, epoch, now));
    }

    @Override
    public void close() {
        if (leave.test(this)) {
            lane.accept(now -> rules.leave(election, now));
        }
    }
}
