// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.Alarm;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.UnavailableException;
import dev.baton.bully.BullyMessage.Ballot;
import dev.baton.bully.BullyMessage.Members;
import dev.baton.bully.BullyMessage.Precedence;
import dev.baton.bully.BullyMessage.Question;
import dev.baton.bully.BullyMessage.Stored;
import dev.baton.peer.Presence;
import dev.baton.quorum.Ledger;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Entry;
import dev.baton.spi.Instants;
import dev.baton.spi.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One node of a bully cluster: what happened goes in, what is to be done comes out. Knows no thread, clock or socket, and
 * is confined to the elector's lane. The voting is {@link Voting}'s, who belongs to the cluster {@link MembershipRules}',
 * who asks first {@link PreCheck}'s, and how it becomes a member {@link Enrolment}'s; this class brings them together:
 *
 * <ol>
 *   <li>A candidate or leader that goes by an older membership than a voter is refused and told the newer one.
 *   <li>The membership is changed by the leader of an election of its own, in which every node stands that may lead.
 *   <li>Nobody speaks who is not a member with the memory that the membership names, but to hand over a newer membership.
 * </ol>
 */
final class BullyRules {
    /** The election of the membership's own leader; not to be entered by anybody else. */
    static final ElectionName MEMBERS = ElectionName.of("baton.members");

    private final Node self;
    private final BullySettings settings;
    private final MembershipStore store;
    private final Ledger promised;
    private final Ledger ledger;
    private final MembershipRules membership;
    private final Peers peers;
    private final BullyElectorate electorate;
    private final Voting voting;
    private final Candidacies candidacies;
    private final Coordination coordination;
    private final Ranking ranking;
    private final Enrolment enrolment;
    private final Admission admission;
    private final Replays replays = new Replays();
    private final DuplicateProcesses processes;
    private String lastDuplicate = "";
    private final List<BullyEffect> effects = new ArrayList<>();
    private final Receiver receiver = new Receiver();
    /** The membership by which votes were last asked for. */
    private Stamp askedBy = Stamp.NONE;

    private Stamp senderGoesBy = Stamp.NONE;
    private boolean toldTheNewer;
    private long now;

    /**
     * @param entry this node's own, see {@link #forTheMembership}
     * @param described this node as it would be a member; its mark is the store's
     * @param join whom to ask for membership if there is none yet; nobody to form a new cluster
     */
    BullyRules(
            Entry entry,
            Member described,
            BullySettings settings,
            List<Address> join,
            MembershipStore store,
            Ledger ledger,
            RandomGenerator chance,
            long now) {
        this.self = entry.self();
        this.settings = settings;
        this.store = store;
        this.now = now;
        this.peers = new Peers(settings);
        this.candidacies = new Candidacies(settings);
        this.processes = new DuplicateProcesses(
                settings.requestTimeout(), settings.terms().lease());
        this.membership = new MembershipRules(self.id(), store, settings, this::promisedUntil, this::send);
        this.promised = ledger;
        this.ledger = new FlooredLedger(ledger, this::floor);
        this.electorate = new BullyElectorate(self, store, settings, peers, membership);
        this.voting = new Voting(self, settings.terms(), settings.quorum(), electorate, this.ledger, chance, now);
        this.coordination = new Coordination(
                self.id(), membership, new ForTheMembership(), settings.terms().lease(), now);
        this.ranking = new Ranking(self.id(), settings, membership, peers, candidacies);
        this.enrolment = new Enrolment(described, join, store, membership, settings.heartbeat(), chance, effects::add);
        this.admission = new Admission(self.id(), settings, membership, peers);
        membership.begin(now);
        enrolment.begin(now);
        perform(voting.enter(entry, now));
    }

    /** The entry of a node into the election of the membership's own leader. */
    static Entry forTheMembership(Node self) {
        return new Entry(MEMBERS, self, Endpoints.NONE);
    }

    private long promisedUntil(long at) {
        return voting.promisedUntil(at);
    }

    private Epoch floor() {
        Membership known = membership.current();
        return known == null ? Epoch.NONE : known.floor();
    }

    // ---- what this node's candidates want

    List<BullyEffect> enter(Entry entry, long at) {
        now = at;
        candidacies.entered(entry.election());
        perform(voting.enter(entry, now));
        return finish();
    }

    List<BullyEffect> ready(ElectionName election, Optional<Priority> priority, long at) {
        now = at;
        Optional<Priority> counted =
                priority.filter(any -> settings.part().stands()).map(ranking::counted);
        priority.ifPresent(told -> candidacies.ready(election, told));
        perform(voting.ready(election, counted, now));
        return finish();
    }

    List<BullyEffect> campaign(ElectionName election, Priority priority, long at) {
        now = at;
        candidacies.want(election, priority);
        return finish();
    }

    List<BullyEffect> withdraw(ElectionName election, long at) {
        now = at;
        candidacies.withdrawn(election);
        perform(voting.withdraw(election, now));
        return finish();
    }

    List<BullyEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        candidacies.tired(election);
        perform(voting.release(election, epoch, successor, now));
        return finish();
    }

    List<BullyEffect> abandon(ElectionName election, Epoch epoch, long at) {
        now = at;
        candidacies.tired(election);
        perform(voting.abandon(election, epoch, now));
        return finish();
    }

    List<BullyEffect> leave(ElectionName election, long at) {
        now = at;
        candidacies.left(election);
        perform(voting.leave(election, now));
        return finish();
    }

    /** The node shuts down, and leaves the membership to another leader at once. */
    List<BullyEffect> close(long at) {
        now = at;
        coordination.close();
        return finish();
    }

    // ---- what others say

    /** Why a request is not even read, if so. */
    Optional<String> objection(Envelope envelope, long at) {
        now = at;
        Membership known = membership.current();
        if (envelope.from().id().equals(self.id())) {
            return Optional.of("the sender says that it is this node");
        }
        if (known != null && !envelope.cluster().equals(known.cluster())) {
            enrolment.addressedFrom(envelope, known, now);
            return Optional.of("this node belongs to another cluster");
        }
        // First of all, also from one that this node has not heard of yet: a captured request does not show that its
        // sender
        // lives.
        if (!replays.take(envelope.from(), envelope.number())) {
            return Optional.of("this request was here before, or is older than another one");
        }
        boolean member = known != null && known.has(envelope.from().id(), envelope.mark());
        if (member && !processes.hear(envelope.from(), now)) {
            String why = "two processes with the same state folder, or copies of it, are "
                    + envelope.from().id() + "; the one at " + envelope.address() + " came later and is refused";
            alarm(why);
            return Optional.of(why);
        }
        return Optional.empty();
    }

    /** A request that is welcome, or the answer to one of this node's own. */
    List<BullyEffect> received(Envelope envelope, long at) {
        now = at;
        boolean handsOver = envelope.messages().stream().anyMatch(Members.class::isInstance);
        if (handsOver) {
            deliver(envelope, true);
        }
        Membership known = membership.current();
        if (known != null && known.cluster().equals(envelope.cluster())) {
            boolean member = known.has(envelope.from().id(), envelope.mark());
            boolean unheardOf = envelope.stamp().isAfter(known.stamp())
                    && known.find(envelope.from().id()).isEmpty();
            if (member || unheardOf) {
                peers.heard(envelope.from(), now);
                enrolment.spokenTo(envelope, known);
                deliver(envelope, false);
            } else if (!handsOver) {
                send(envelope.from().id(), new Members(known));
            }
        }
        return finish();
    }

    private void deliver(Envelope envelope, boolean handedOver) {
        senderGoesBy = envelope.stamp();
        toldTheNewer = false;
        electorate.hears(senderGoesBy);
        envelope.messages().stream()
                .filter(message -> message instanceof Members == handedOver)
                .forEach(message -> message.deliverTo(receiver, envelope.from()));
    }

    /** A member said that it lives. */
    List<BullyEffect> alive(NodeId asked, Status status, long at) {
        now = at;
        Membership known = membership.current();
        if (known != null
                && status.node().id().equals(asked)
                && known.cluster().equals(status.cluster())
                && known.has(asked, status.mark())) {
            peers.heard(status.node(), now);
            if (status.stamp().isAfter(membership.stamp())) {
                // Whoever hears this from somebody who is no member any more, says so.
                send(asked, whatIsStored());
            }
        } else {
            missed(asked, false);
        }
        return finish();
    }

    /** A request to a member came to nothing. */
    List<BullyEffect> missed(NodeId id, boolean refused, long at) {
        now = at;
        missed(id, refused);
        return finish();
    }

    private void missed(NodeId id, boolean refused) {
        peers.missed(id, refused, now);
        candidacies.unanswered(id, now);
    }

    /** A process that was watched is proven to be gone: what it was promised, and nothing else, may go to others. */
    List<BullyEffect> gone(Node process, long at) {
        now = at;
        peers.gone(process);
        candidacies.unanswered(process.id(), now);
        perform(voting.gone(process, now));
        return finish();
    }

    /** A process that was taken for gone answers. */
    List<BullyEffect> answers(Node process, long at) {
        now = at;
        perform(voting.answers(process, now));
        return finish();
    }

    List<BullyEffect> tick(long at) {
        now = at;
        return finish();
    }

    // ---- joining and removing

    /** What became of this node's own request to join; nothing if nobody answered. */
    List<BullyEffect> joinAnswered(Optional<Answer> answer, long at) {
        now = at;
        enrolment.answered(answer, now);
        return finish();
    }

    /** Whether this node wants to be a member, by the request with this nonce. */
    boolean confirms(Mark asked) {
        return enrolment.confirms(asked);
    }

    /** The answer to a request to join, if there is one before its sender was looked at. */
    Optional<Answer> join(JoinRequest request, long at) {
        now = at;
        Membership known = membership.current();
        if (known != null && known.members().contains(request.member())) {
            // It may be one of those without whom nobody can be elected, and just not know it yet.
            send(request.member().id(), new Members(known));
            return Optional.of(Answer.accepted(request.member().id() + " is a member"));
        }
        Optional<Answer> objection =
                coordination.elsewhere().or(() -> admission.objection(request.member(), processes, now));
        objection.filter(it -> it.kind() == Answer.Kind.DUPLICATE).ifPresent(it -> alarm(it.detail()));
        return objection;
    }

    /** The sender of a request to join is where it says it is. */
    Answer admit(JoinRequest request, long at) {
        return join(request, at).orElseGet(() -> admission.admit(request.member()));
    }

    Answer remove(NodeId id, String version, long at) {
        now = at;
        return coordination.elsewhere().orElseGet(() -> admission.remove(id, version));
    }

    // ---- what is known

    @Nullable
    Membership membership() {
        return membership.current();
    }

    boolean isDead(NodeId id) {
        return peers.isDead(id);
    }

    /** The processes of members that answer. */
    List<Node> processes() {
        return others().stream()
                .filter(id -> !peers.isDead(id))
                .map(peers::process)
                .toList();
    }

    Status status() {
        Membership known = membership.current();
        return new Status(known == null ? "" : known.cluster(), self, store.mark(), membership.stamp());
    }

    /** Until when something in this process may act under a leadership that was not given back. */
    long mayActUntil(long at) {
        return voting.mayActUntil(at);
    }

    long wakeAt() {
        long wake = Instants.earlier(voting.wakeAt(), membership.wakeAt(now));
        wake = Instants.earlier(wake, peers.wakeAt(others(), now));
        wake = Instants.earlier(wake, enrolment.wakeAt(now));
        wake = Instants.earlier(wake, coordination.wakeAt(now));
        return Instants.earlier(wake, candidacies.wakeAt(now));
    }

    // ---- within

    private List<NodeId> others() {
        Membership known = membership.current();
        return known == null
                ? List.of()
                : known.members().stream()
                        .map(Member::id)
                        .filter(id -> !id.equals(self.id()))
                        .toList();
    }

    private List<BullyEffect> finish() {
        coordination.tick(now);
        if (membership.leads()) {
            admission.tick(now);
            membership.tick(electorate.required(), ledger.highest(), now);
        }
        if (!membership.stamp().equals(askedBy)) {
            askedBy = membership.stamp();
            perform(voting.repeat(
                    now)); // A voter that goes by the new one already has refused what went by the old one.
        } else {
            perform(voting.tick(now));
        }
        candidacies
                .tick(ranking.higher(), this::send, now)
                .forEach(election ->
                        perform(voting.campaign(election, ranking.counted(candidacies.priority(election)), now)));
        Membership known = membership.current();
        if (known != null) {
            peers.due(others(), now)
                    .forEach(id -> known.find(id).ifPresent(member -> effects.add(new BullyEffect.Beat(member))));
        }
        enrolment.tick(now);
        List<BullyEffect> drained = List.copyOf(effects);
        effects.clear();
        return drained;
    }

    private void send(NodeId to, BullyMessage message) {
        effects.add(new BullyEffect.Send(to, message));
    }

    /** Raised once, however often the same duplicate tries. */
    private void alarm(String duplicate) {
        if (!duplicate.equals(lastDuplicate)) {
            lastDuplicate = duplicate;
            effects.add(new BullyEffect.Raise(new Alarm(Alarm.Kind.DUPLICATE_NODE_ID, duplicate)));
        }
    }

    private void note(boolean alarming, String text) {
        effects.add(new BullyEffect.Note(alarming, text));
    }

    private void perform(List<VotingEffect> voted) {
        for (VotingEffect effect : voted) {
            if (effect instanceof VotingEffect.Send send) {
                send(send.to().id(), new Ballot(send.message()));
            } else if (effect instanceof VotingEffect.Tell tell) {
                told(tell.election(), tell.event());
            } else if (effect instanceof VotingEffect.Watch watch) {
                watch.leader()
                        .endpoints()
                        .find(Presence.PURPOSE)
                        .ifPresent(address -> effects.add(new BullyEffect.Watch(watch.holder(), address)));
            } else if (effect instanceof VotingEffect.Resolve conflict) {
                // The one that asks has the higher epoch, and epochs do not fall.
                note(
                        true,
                        "two leaders of " + conflict.election() + " have met: " + conflict.one() + " stays, "
                                + conflict.other() + " goes");
                perform(voting.resolved(
                        conflict.election(), conflict.one().node().id(), now));
            }
        }
    }

    private void told(ElectionName election, ElectorEvent event) {
        if (event instanceof Granted) {
            candidacies.won(election, now);
        } else if (event instanceof Lost) {
            candidacies.lost(election);
        } else if (event instanceof LeaderSeen seen
                && !seen.leader().node().id().equals(self.id())) {
            candidacies.decided(election, now);
        } else if (event instanceof Vacant vacant) {
            candidacies.vacant(election, vacant.vacancy(), now);
        }
        if (election.equals(MEMBERS)) {
            coordination.on(event, now);
        } else {
            effects.add(new BullyEffect.Tell(election, event));
        }
    }

    private Stored whatIsStored() {
        return new Stored(membership.stamp(), membership.isSettled(now), ledger.highest(), promised.highest(MEMBERS));
    }

    /** A voter has promised a later leadership of the membership than this node's, which can change nothing any more. */
    private void overtaken(Epoch later) {
        try {
            promised.raise(MEMBERS, later, settings.terms().lease());
        } catch (UnavailableException full) {
            // Then the next attempt asks for too low an epoch once more, and learns of the higher one from the votes.
            note(true, "cannot write its state folder");
        }
        coordination.giveBack();
    }

    /** How this node stands in the membership's own election. */
    private final class ForTheMembership implements Coordination.Candidacy {
        @Override
        public void stand() {
            candidacies.want(MEMBERS, settings.priority());
        }

        @Override
        public void withdraw() {
            candidacies.withdrawn(MEMBERS);
            perform(voting.withdraw(MEMBERS, now));
        }

        @Override
        public void release(Epoch epoch) {
            candidacies.tired(MEMBERS);
            perform(voting.release(MEMBERS, epoch, Optional.empty(), now));
        }

        @Override
        public Epoch highest() {
            return ledger.highest();
        }
    }

    /** What nodes say. */
    private final class Receiver implements BullyMessage.Handler {
        @Override
        public void question(Node from, Question question) {
            ranking.answer(from.id(), question, now).ifPresent(answer -> send(from.id(), answer));
        }

        @Override
        public void precedence(Node from, Precedence answer) {
            candidacies.answered(answer.election(), from.id(), answer.stance(), now);
        }

        @Override
        public void members(Node from, Members handedOver) {
            Membership offered = handedOver.membership();
            boolean first = membership.current() == null;
            if (first && !offered.has(self.id(), store.mark())) {
                return;
            }
            if (membership.adopt(offered, now)) {
                List<NodeId> ids = offered.members().stream().map(Member::id).toList();
                peers.retain(ids);
                processes.retain(ids);
                enrolment.adopted(offered, now);
            }
            send(from.id(), whatIsStored());
        }

        @Override
        public void stored(Node from, Stored answer) {
            membership.stored(from.id(), answer);
            if (coordination.isOvertakenBy(answer.promised())) {
                overtaken(answer.promised());
            }
        }

        @Override
        public void ballot(Node from, Ballot ballot) {
            VotingMessage message = ballot.message();
            boolean wantsAPromise = message instanceof VotingMessage.PreVote
                    || message instanceof VotingMessage.Ask
                    || message instanceof VotingMessage.Renew;
            Membership known = membership.current();
            if (wantsAPromise && known != null && known.stamp().isAfter(senderGoesBy)) {
                if (!toldTheNewer) {
                    toldTheNewer = true; // Once is enough, however many promises it wants.
                    send(from.id(), new Members(known));
                }
            } else {
                perform(voting.heard(from, message, now));
            }
        }
    }
}
