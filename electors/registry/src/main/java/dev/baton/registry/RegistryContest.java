// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Priority;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Consumer;

/** One node in one election: hands what its candidate wants to the registry's lane. */
final class RegistryContest implements Contest {
    private final ElectionName election;
    private final Consumer<ElectorEvent> events;
    private final Consumer<BiFunction<Voting, Long, List<VotingEffect>>> elect;
    private final Consumer<RegistryContest> left;

    /**
     * @param elect brings something to the election
     * @param left told when the candidate has left; may be told again
     */
    RegistryContest(
            ElectionName election,
            Consumer<ElectorEvent> events,
            Consumer<BiFunction<Voting, Long, List<VotingEffect>>> elect,
            Consumer<RegistryContest> left) {
        this.election = election;
        this.events = events;
        this.elect = elect;
        this.left = left;
    }

    ElectionName election() {
        return election;
    }

    void tell(ElectorEvent event) {
        events.accept(event);
    }

    @Override
    public void ready(Optional<Priority> priority) {
        elect.accept((voting, now) -> voting.ready(election, priority, now));
    }

    @Override
    public void campaign(Priority priority) {
        elect.accept((voting, now) -> voting.campaign(election, priority, now));
    }

    @Override
    public void withdraw() {
        elect.accept((voting, now) -> voting.withdraw(election, now));
    }

    @Override
    public void release(Epoch epoch, Optional<NodeId> successor) {
        elect.accept((voting, now) -> voting.release(election, epoch, successor, now));
    }

    @Override
    public void abandon(Epoch epoch) {
        elect.accept((voting, now) -> voting.abandon(election, epoch, now));
    }

    @Override
    public void close() {
        left.accept(this);
    }
}
