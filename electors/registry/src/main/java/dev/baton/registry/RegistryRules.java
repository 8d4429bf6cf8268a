// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.NodeRules;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.registry.RegistryMessage.Ballot;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.random.RandomGenerator;

/**
 * The rules of one node of a registry: what happened goes in, what to do comes out. Knows no thread, clock, socket or
 * file, and is confined to the elector's lane. {@link Voting} decides elections, {@link NameRules} decides names; both
 * use the same group.
 */
final class RegistryRules implements NodeRules<RegistryEffect> {
    private final Node self;
    private final GroupElectorate electorate;
    private final Voting voting;
    private final NameRules names;
    private final List<RegistryEffect> effects = new ArrayList<>();
    private final Deque<RegistryMessage> toSelf = new ArrayDeque<>();
    /** Whether only time changed the electorate, which also affects elections in which nothing else has happened. */
    private boolean electorateChanged;

    private long now;

    /** @param remembered what this node has stored so far */
    RegistryRules(Node self, RegistrySettings settings, VoterState remembered, RandomGenerator chance, long now) {
        this.self = self;
        this.electorate = new GroupElectorate(self, settings, remembered.voters(), now);
        this.voting = new Voting(self, settings.terms(), settings.quorum(), electorate, remembered, chance, now);
        this.names = new NameRules(self, electorate, this::effect, now);
        this.now = now;
    }

    /** A message and the member that sent it. */
    record Received(GroupMember from, RegistryMessage message) {}

    // ---- what can happen

    List<RegistryEffect> view(GroupView view, long at) {
        begin(at);
        electorate.view(view, now);
        names.view(now);
        return finish(voting.tick(now));
    }

    List<RegistryEffect> received(GroupMember from, RegistryMessage message, long at) {
        return received(List.of(new Received(from, message)), at);
    }

    /** Messages were received, in this order. */
    List<RegistryEffect> received(List<Received> messages, long at) {
        begin(at);
        for (Received each : messages) {
            if (!(each.message() instanceof Ballot) || electorate.isHeard(each.from())) {
                each.message().deliverTo(new Receiver(each.from().node()));
            }
        }
        return finish(voting.settle(now));
    }

    /** A process that was watched is proven to be gone. */
    List<RegistryEffect> gone(Node node, long at) {
        begin(at);
        electorate.gone(node, now);
        return finish(voting.gone(node, now));
    }

    /** A process that was considered gone answers. */
    List<RegistryEffect> answers(Node node, long at) {
        begin(at);
        electorate.answers(node);
        return finish(voting.answers(node, now));
    }

    @Override
    public List<RegistryEffect> tick(long at) {
        begin(at);
        return finish(voting.tick(now));
    }

    /** A {@link VotingEffect.Persist} was performed, and the change is durable or could not be made so. */
    List<RegistryEffect> persisted(long number, boolean durable, long at) {
        begin(at);
        return finish(voting.persisted(number, durable, now));
    }

    /** A {@link RegistryEffect.Remember} was performed, and the marks are durable or could not be made so. */
    List<RegistryEffect> remembered(boolean durable, long at) {
        now = at;
        electorate.remembered(durable);
        electorateChanged = true;
        begin(at);
        return finish(List.of());
    }

    /** Something happens in an election. */
    List<RegistryEffect> elect(BiFunction<Voting, Long, List<VotingEffect>> what, long at) {
        begin(at);
        return finish(what.apply(voting, now));
    }

    @Override
    public List<RegistryEffect> enter(ElectionEntry entry, long at) {
        return elect((it, now) -> it.enter(entry, now), at);
    }

    @Override
    public List<RegistryEffect> ready(ElectionName election, Optional<Priority> priority, long at) {
        return elect((it, now) -> it.ready(election, priority, now), at);
    }

    @Override
    public List<RegistryEffect> campaign(ElectionName election, Priority priority, long at) {
        return elect((it, now) -> it.campaign(election, priority, now), at);
    }

    @Override
    public List<RegistryEffect> withdraw(ElectionName election, long at) {
        return elect((it, now) -> it.withdraw(election, now), at);
    }

    @Override
    public List<RegistryEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        return elect((it, now) -> it.release(election, epoch, successor, now), at);
    }

    @Override
    public List<RegistryEffect> abandon(ElectionName election, Epoch epoch, long at) {
        return elect((it, now) -> it.abandon(election, epoch, now), at);
    }

    @Override
    public List<RegistryEffect> leave(ElectionName election, long at) {
        return elect((it, now) -> it.leave(election, now), at);
    }

    List<RegistryEffect> register(RegistryName name, long at) {
        begin(at);
        names.register(name, now);
        return finish(List.of());
    }

    List<RegistryEffect> unregister(RegistryName name, long at) {
        begin(at);
        names.unregister(name, now);
        return finish(List.of());
    }

    /** The resolver has chosen between two owners of a name. */
    List<RegistryEffect> resolvedName(NameRegistration winner, NameRegistration loser, long at) {
        begin(at);
        names.resolved(winner, loser);
        return finish(List.of());
    }

    // ---- what is known

    GroupElectorate electorate() {
        return electorate;
    }

    NameRules names() {
        return names;
    }

    @Override
    public long mayActUntil(long at) {
        return voting.mayActUntil(at);
    }

    @Override
    public long wakeAt() {
        return MonotonicTime.earlier(names.wakeAt(now), voting.wakeAt());
    }

    // ---- within

    private void begin(long at) {
        now = at;
        electorateChanged |= electorate.tick(now);
    }

    private void effect(RegistryEffect effect) {
        if (effect instanceof RegistryEffect.Send send && send.to().equals(self)) {
            toSelf.add(send.message());
        } else {
            effects.add(effect);
        }
    }

    private void perform(List<VotingEffect> voted) {
        for (VotingEffect effect : voted) {
            effects.add(
                    effect instanceof VotingEffect.Send send
                            ? new RegistryEffect.Send(send.to(), new Ballot(send.message()))
                            : new RegistryEffect.Elect(effect));
        }
    }

    private List<RegistryEffect> finish(List<VotingEffect> voted) {
        perform(voted);
        if (electorateChanged) {
            electorateChanged = false;
            perform(voting.tick(now));
        }
        names.tick(now);
        for (RegistryMessage message = toSelf.poll(); message != null; message = toSelf.poll()) {
            message.deliverTo(new Receiver(self));
        }
        Map<NodeId, String> met = electorate.toRemember();
        if (!met.isEmpty()) {
            effects.add(new RegistryEffect.Remember(met));
        }
        List<RegistryEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    /** Handles the messages of a member. */
    private final class Receiver implements RegistryMessage.Handler {
        private final Node from;

        Receiver(Node from) {
            this.from = from;
        }

        @Override
        public void ballot(Ballot ballot) {
            perform(voting.heard(from, ballot.message(), now));
        }

        @Override
        public void mine(Mine mine) {
            names.mine(from, mine, now);
        }

        @Override
        public void table(Table table) {
            names.table(from, table, now);
        }
    }
}
