// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.elector.Entry;
import dev.baton.registry.RegistryMessage.Answer;
import dev.baton.registry.RegistryMessage.Ask;
import dev.baton.registry.RegistryMessage.Cancel;
import dev.baton.registry.RegistryMessage.Mine;
import dev.baton.registry.RegistryMessage.Register;
import dev.baton.registry.RegistryMessage.RegisterReply;
import dev.baton.registry.RegistryMessage.Release;
import dev.baton.registry.RegistryMessage.Renew;
import dev.baton.registry.RegistryMessage.Renewed;
import dev.baton.registry.RegistryMessage.Table;
import dev.baton.registry.RegistryMessage.Unregister;
import dev.baton.registry.RegistryMessage.Verdict;
import dev.baton.registry.RegistryMessage.Vote;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;

/**
 * One node of a registry: what happened goes in, what is to be done comes out. Knows no thread, clock, socket or file,
 * and is confined to the elector's lane. It votes, sees who leads, stands for this node's candidates, and keeps names;
 * each of these is an object of its own.
 */
final class RegistryRules {
    /** Processes that are proven to be gone are remembered for a while, since what they sent may still arrive. */
    private static final int GONE_REMEMBERED = 256;

    private final Node self;
    private final RegistrySettings settings;
    private final Electorate electorate;
    private final Voter voter;
    private final NameRules names;
    private final RandomGenerator chance;
    private final long knownFrom;
    private final Map<ElectionName, ElectionRules> elections = new TreeMap<>();
    private final Set<Node> gone = Collections.newSetFromMap(new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, Boolean> eldest) {
            return size() > GONE_REMEMBERED;
        }
    });
    private final List<RegistryEffect> effects = new ArrayList<>();
    private final Deque<RegistryMessage> toSelf = new ArrayDeque<>();
    private final Receiver receiver = new Receiver();
    private long now;

    RegistryRules(Node self, RegistrySettings settings, Ledger ledger, RandomGenerator chance, long now) {
        this.self = self;
        this.settings = settings;
        this.electorate = new Electorate(self, settings, now);
        this.chance = chance;
        this.now = now;
        Duration lease = settings.terms().lease();
        Duration longest = ledger.longestLease().compareTo(lease) > 0 ? ledger.longestLease() : lease;
        this.knownFrom = Instants.plus(now, longest);
        this.voter = new Voter(ledger, knownFrom);
        this.names = new NameRules(self, electorate, this::effect);
    }

    // ---- what can happen

    List<RegistryEffect> view(GroupView view, long at) {
        now = at;
        electorate.view(view);
        gone.forEach(electorate::gone);
        names.view(now);
        return finish();
    }

    List<RegistryEffect> received(Member from, RegistryMessage message, long at) {
        now = at;
        deliver(from, message);
        return finish();
    }

    /** A process that was watched is proven to be gone. */
    List<RegistryEffect> gone(Node node, long at) {
        now = at;
        gone.add(node);
        electorate.gone(node);
        voter.gone(node);
        List.copyOf(elections.values()).forEach(election -> election.gone(node, now));
        return finish();
    }

    List<RegistryEffect> tick(long at) {
        now = at;
        return finish();
    }

    List<RegistryEffect> enter(Entry entry, long at) {
        now = at;
        election(entry.election()).enter(entry, now);
        return finish();
    }

    List<RegistryEffect> campaign(ElectionName election, long at) {
        now = at;
        election(election).campaign(now);
        return finish();
    }

    List<RegistryEffect> withdraw(ElectionName election, long at) {
        now = at;
        election(election).withdraw(now);
        return finish();
    }

    List<RegistryEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        election(election).release(epoch, successor, now);
        return finish();
    }

    List<RegistryEffect> abandon(ElectionName election, Epoch epoch, long at) {
        now = at;
        election(election).abandon(epoch, now);
        return finish();
    }

    List<RegistryEffect> leave(ElectionName election, long at) {
        now = at;
        election(election).leave(now);
        return finish();
    }

    /** A resolver has chosen between this node's leadership and another side's. */
    List<RegistryEffect> resolved(ElectionName election, Leader other, NodeId winner, long at) {
        now = at;
        election(election).resolved(other, winner, now);
        return finish();
    }

    List<RegistryEffect> register(RegistryName name, long at) {
        now = at;
        names.register(name, now);
        return finish();
    }

    List<RegistryEffect> unregister(RegistryName name, long at) {
        now = at;
        names.unregister(name);
        return finish();
    }

    /** A resolver has chosen between two owners of a name. */
    List<RegistryEffect> resolvedName(Registration winner, Registration loser, long at) {
        now = at;
        names.resolved(winner, loser);
        return finish();
    }

    // ---- what is known

    Electorate electorate() {
        return electorate;
    }

    NameRules names() {
        return names;
    }

    /** Until when something in this process may act under a leadership that was not given back. */
    long mayActUntil(long at) {
        long until = at;
        for (ElectionRules election : elections.values()) {
            until = Instants.later(until, election.mayActUntil(at));
        }
        return until;
    }

    long wakeAt() {
        long wake = names.wakeAt(now);
        for (ElectionRules election : elections.values()) {
            wake = Instants.earlier(wake, election.wakeAt());
        }
        return wake;
    }

    // ---- within

    private ElectionRules election(ElectionName name) {
        return elections.computeIfAbsent(
                name,
                missing -> new ElectionRules(
                        name, self, settings, electorate, voter, chance, knownFrom, now, this::effect));
    }

    private void effect(RegistryEffect effect) {
        if (effect instanceof RegistryEffect.Send send && send.to().node().equals(self)) {
            toSelf.add(send.message());
        } else {
            effects.add(effect);
        }
    }

    private List<RegistryEffect> finish() {
        names.tick(now);
        List.copyOf(elections.values()).forEach(election -> election.tick(now));
        Member me = me();
        for (RegistryMessage message = toSelf.poll(); message != null; message = toSelf.poll()) {
            deliver(me, message);
            if (toSelf.isEmpty()) {
                List.copyOf(elections.values()).forEach(election -> election.tick(now));
            }
        }
        List<RegistryEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    private Member me() {
        return electorate.members().stream()
                .filter(member -> member.node().equals(self))
                .findFirst()
                .orElseGet(() -> new Member(self, false, ""));
    }

    private void deliver(Member from, RegistryMessage message) {
        if (!gone.contains(from.node())) {
            message.deliverTo(receiver, from);
        }
    }

    private void reply(Member to, RegistryMessage message) {
        effect(new RegistryEffect.Send(to, message));
    }

    /** What members say. */
    private final class Receiver implements RegistryMessage.Handler {
        private boolean votes() {
            return settings.voter() && !electorate.isDuplicate();
        }

        /** Nobody speaks for another node. */
        private boolean isOf(Leader leader, Member from) {
            return leader.node().id().equals(from.node().id());
        }

        @Override
        public void ask(Member from, Ask ask) {
            if (votes()) {
                Answer answer = voter.ask(from.node(), ask, now);
                reply(
                        from,
                        new Vote(
                                ask.election(), ask.token(), answer, voter.highest(ask.election()), electorate.size()));
            }
        }

        @Override
        public void vote(Member from, Vote vote) {
            election(vote.election()).vote(from, vote, now);
        }

        @Override
        public void renew(Member from, Renew renew) {
            if (!isOf(renew.leader(), from)) {
                return;
            }
            if (votes()) {
                boolean promised = voter.renew(from.node(), renew, now);
                reply(from, new Renewed(renew.election(), renew.token(), renew.number(), promised, electorate.size()));
            }
            election(renew.election()).renew(from, renew, now);
        }

        @Override
        public void renewed(Member from, Renewed renewed) {
            election(renewed.election()).renewed(from, renewed, now);
        }

        @Override
        public void release(Member from, Release release) {
            if (isOf(release.leader(), from)) {
                voter.drop(release.leader().election(), release.token());
                election(release.leader().election()).released(release, now);
            }
        }

        @Override
        public void cancel(Member from, Cancel cancel) {
            voter.drop(cancel.election(), cancel.token());
        }

        @Override
        public void verdict(Member from, Verdict verdict) {
            if (settings.quorum() == Quorum.NONE) {
                voter.drop(verdict.election(), verdict.loser());
                election(verdict.election()).judged(verdict, now);
            }
        }

        @Override
        public void mine(Member from, Mine mine) {
            names.mine(from, mine, now);
        }

        @Override
        public void table(Member from, Table table) {
            names.table(from, table);
        }

        @Override
        public void register(Member from, Register register) {
            names.asked(from, register.registration(), now);
        }

        @Override
        public void registerReply(Member from, RegisterReply answer) {
            names.answered(answer);
        }

        @Override
        public void unregister(Member from, Unregister unregister) {
            names.ended(from, unregister.registration());
        }
    }
}
