// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.PeerLiveness;
import dev.baton.bully.internal.membership.StoredMembership;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.peer.Presence;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The elections of a bully node: the votes are {@link Voting}'s, who asks first {@link HigherPeerRound}'s, and the leadership of
 * the membership {@link MembershipCandidacy}'s. Part of {@code BullyRules}, and confined like them.
 */
public final class BullyElections {
    private final Node self;
    private final BullySettings settings;
    private final ClusterMembershipRules membership;
    private final Voting voting;
    private final Candidacies candidacies;
    private final MembershipCandidacy coordination;
    private final HigherPeers ranking;
    private final Consumer<BullyEffect> effects;
    private final Performer performer = new Performer();
    /** The membership by which votes were last asked for. */
    private MembershipVersion askedBy = MembershipVersion.NONE;

    private long now;

    public BullyElections(
            Node self,
            BullySettings settings,
            ClusterMembershipRules membership,
            PeerLiveness peers,
            BullyElectorate electorate,
            VoterState remembered,
            RandomGenerator chance,
            Consumer<BullyEffect> effects,
            long now) {
        this.self = self;
        this.settings = settings;
        this.membership = membership;
        this.effects = effects;
        this.now = now;
        this.candidacies = new Candidacies(settings);
        this.voting = new Voting(self, settings.terms(), settings.quorum(), electorate, remembered, chance, now);
        this.coordination = new MembershipCandidacy(
                self.id(), membership, new ForTheMembership(), settings.terms().lease(), now);
        this.ranking = new HigherPeers(self.id(), settings, membership, peers, candidacies);
    }

    // ---- what candidates want

    /** @param own the entry into the membership's own election */
    public void begin(ElectionEntry own, long at) {
        now = at;
        perform(voting.enter(own, now));
    }

    public void enter(ElectionEntry entry, long at) {
        now = at;
        candidacies.entered(entry.election());
        perform(voting.enter(entry, now));
    }

    public void ready(ElectionName election, Optional<Priority> priority, long at) {
        now = at;
        Optional<Priority> counted =
                priority.filter(any -> settings.part().stands()).map(ranking::counted);
        priority.ifPresent(told -> candidacies.ready(election, told));
        perform(voting.ready(election, counted, now));
    }

    public void campaign(ElectionName election, Priority priority) {
        candidacies.want(election, priority);
    }

    public void withdraw(ElectionName election, long at) {
        now = at;
        candidacies.withdrawn(election);
        perform(voting.withdraw(election, now));
    }

    public void release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        candidacies.resigned(election);
        perform(voting.release(election, epoch, successor, now));
    }

    public void abandon(ElectionName election, Epoch epoch, long at) {
        now = at;
        candidacies.resigned(election);
        perform(voting.abandon(election, epoch, now));
    }

    public void leave(ElectionName election, long at) {
        now = at;
        candidacies.left(election);
        perform(voting.leave(election, now));
    }

    /** The node shuts down, and leaves the membership to another leader at once. */
    public void close(long at) {
        now = at;
        coordination.close();
    }

    // ---- what others say

    /** A process is proven to be gone: what it was promised, and nothing else, may go to others. */
    public void gone(Node process, long at) {
        now = at;
        candidacies.unanswered(process.id(), now);
        perform(voting.gone(process, now));
    }

    /** A process that was considered gone answers. */
    public void answers(Node process, long at) {
        now = at;
        perform(voting.answers(process, now));
    }

    /** A request to a member came to nothing. */
    public void missed(NodeId id, long at) {
        candidacies.unanswered(id, at);
    }

    public Optional<Precedence> question(NodeId from, Question question, long at) {
        return ranking.answer(from, question, at);
    }

    public void precedence(NodeId from, Precedence answer, long at) {
        candidacies.answered(answer.election(), from, answer.stance(), at);
    }

    public void heard(Node from, VotingMessage message, long at) {
        now = at;
        perform(voting.heard(from, message, now));
    }

    /** A {@link BullyEffect.Persist} was performed. */
    public void persisted(long number, boolean durable, long at) {
        now = at;
        perform(voting.persisted(number, durable, now));
    }

    /** A membership was stored, or could not be. */
    public void stored(boolean durable, long at) {
        now = at;
        membership.stored(durable, now);
    }

    /** A voter says what it has promised of the membership's own election. */
    public void promised(Epoch later, long at) {
        now = at;
        if (coordination.isOvertakenBy(later)) {
            overtaken(later);
        }
    }

    // ---- what follows from the time

    /** Keeps, takes or gives back the leadership of the membership. */
    public void coordinate(long at) {
        now = at;
        coordination.tick(now);
    }

    public void tick(long at) {
        now = at;
        if (!membership.stamp().equals(askedBy)) {
            askedBy = membership.stamp();
            // A voter that goes by the new one already has refused what went by the old one.
            perform(voting.repeat(now));
        } else {
            perform(voting.tick(now));
        }
        candidacies
                .tick(ranking::higher, this::send, now)
                .forEach(election ->
                        perform(voting.campaign(election, ranking.counted(candidacies.priority(election)), now)));
    }

    public long wakeAt(long at) {
        long wake = MonotonicTime.earlier(voting.wakeAt(), coordination.wakeAt(at));
        return MonotonicTime.earlier(wake, candidacies.wakeAt(at));
    }

    // ---- what is known

    /** The answer to a request that only the leader of the membership serves, if this node is another. */
    public Optional<JoinAnswer> ledElsewhere() {
        return coordination.elsewhere();
    }

    public long mayActUntil(long at) {
        return voting.mayActUntil(at);
    }

    public long promisedUntil(long at) {
        return voting.promisedUntil(at);
    }

    /** The highest epoch that this voter has promised in any election. */
    public Epoch highest() {
        return voting.highest();
    }

    /** What this node has stored, as the leader of the membership is told. */
    public StoredMembership whatIsStored(long at) {
        return new StoredMembership(
                membership.stamp(), membership.isSettled(at), voting.highest(), voting.promised(Membership.ELECTION));
    }

    // ---- within

    private void send(NodeId to, BullyMessage message) {
        effects.accept(new BullyEffect.Send(to, message));
    }

    private void note(String text) {
        effects.accept(new BullyEffect.Note(true, text));
    }

    private void perform(List<VotingEffect> voted) {
        voted.forEach(effect -> effect.performBy(performer));
    }

    /** A voter has promised a later leadership of the membership than this node's, which can no longer change anything. */
    private void overtaken(Epoch later) {
        perform(voting.remember(Membership.ELECTION, later, now));
        coordination.giveBack();
    }

    /** Does what the votes want done. */
    private final class Performer implements VotingEffect.Performer {
        @Override
        public void persist(long number, VoterState change) {
            effects.accept(new BullyEffect.Persist(number, change));
        }

        @Override
        public void send(Node to, VotingMessage message) {
            BullyElections.this.send(to.id(), new Ballot(message));
        }

        @Override
        public void tell(ElectionName election, ElectorEvent event) {
            event.deliverTo(new CandidacyNews(candidacies, election, self.id(), now));
            if (election.equals(Membership.ELECTION)) {
                coordination.on(event, now);
            } else {
                effects.accept(new BullyEffect.Tell(election, event));
            }
        }

        @Override
        public void watch(Node holder, Leader leader) {
            leader.endpoints()
                    .find(Presence.PURPOSE)
                    .ifPresent(address -> effects.accept(new BullyEffect.Watch(holder, address)));
        }

        /** The one that asks has the higher epoch, and epochs do not fall. */
        @Override
        public void resolve(ElectionName election, Leader one, Leader other) {
            note("two leaders of " + election + " have met: " + one + " stays, " + other + " goes");
            perform(voting.resolved(election, one.node().id(), now));
        }
    }

    /** How this node stands in the membership's own election. */
    private final class ForTheMembership implements MembershipCandidacy.Candidacy {
        @Override
        public void stand() {
            candidacies.want(Membership.ELECTION, settings.priority());
        }

        @Override
        public void withdraw() {
            candidacies.withdrawn(Membership.ELECTION);
            perform(voting.withdraw(Membership.ELECTION, now));
        }

        @Override
        public void release(Epoch epoch) {
            candidacies.resigned(Membership.ELECTION);
            perform(voting.release(Membership.ELECTION, epoch, Optional.empty(), now));
        }

        @Override
        public Epoch highest() {
            return voting.highest();
        }
    }
}
