// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.election.BullyElections;
import dev.baton.bully.internal.election.BullyElectorate;
import dev.baton.bully.internal.membership.Admission;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.DuplicateProcesses;
import dev.baton.bully.internal.membership.Enrolment;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipEffect;
import dev.baton.bully.internal.membership.MembershipState;
import dev.baton.bully.internal.membership.PeerLiveness;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.quorum.NodeRules;
import dev.baton.quorum.VoterState;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * One node of a bully cluster: what happened goes in, what is to be done comes out. Knows no thread, clock or socket, and
 * is confined to the elector's lane. The elections are {@link BullyElections}', who belongs to the cluster
 * {@link ClusterMembershipRules}', what others say {@link BullyReceiver}'s, and how it becomes a member {@link Enrolment}'s; this
 * class brings them together:
 *
 * <ol>
 *   <li>A candidate or leader that goes by an older membership than a voter is refused and told the newer one.
 *   <li>The membership is changed by the leader of its own election, in which every node stands that may lead.
 *   <li>Nobody speaks who is not a member with the memory that the membership names, but to hand over a newer membership.
 * </ol>
 */
final class BullyRules implements NodeRules<BullyEffect> {
    private final Node self;
    private final ClusterMembershipRules membership;
    private final PeerLiveness peers;
    private final BullyElectorate electorate;
    private final BullyElections elections;
    private final Enrolment enrolment;
    private final Admission admission;
    private final DuplicateProcesses processes;
    private final BullyReceiver receiver;
    private final MembershipWork work = new MembershipWork();
    private String lastDuplicate = "";
    private final List<BullyEffect> effects = new ArrayList<>();
    private long now;

    /**
     * @param entry this node's own, see {@link #forTheMembership}
     * @param described this node as it would be a member; its mark is the membership's
     * @param join whom to ask for membership if there is none yet; nobody to form a new cluster
     * @param stored the membership that this node has made durable
     * @param remembered what this voter has made durable so far
     */
    BullyRules(
            ElectionEntry entry,
            BullyMember described,
            BullySettings settings,
            List<Address> join,
            MembershipState stored,
            VoterState remembered,
            RandomGenerator chance,
            long now) {
        this.self = entry.self();
        this.now = now;
        this.peers = new PeerLiveness(settings);
        this.processes = new DuplicateProcesses(
                settings.requestTimeout(), settings.terms().lease());
        this.membership =
                new ClusterMembershipRules(self.id(), stored, settings, this::promisedUntil, this::perform, now);
        this.electorate = new BullyElectorate(self, settings, peers, membership);
        this.elections = new BullyElections(
                self, settings, membership, peers, electorate, remembered, chance, effects::add, now);
        this.enrolment = new Enrolment(described, join, membership, settings.heartbeat(), chance, this::perform);
        this.admission = new Admission(self.id(), settings, membership, peers);
        this.receiver = new BullyReceiver(
                self, membership, peers, processes, electorate, elections, enrolment, this::alarm, this::send);
        membership.start(now);
        enrolment.begin(now);
        elections.begin(entry, now);
    }

    /** The entry of a node into the election of the membership's own leader. */
    static ElectionEntry forTheMembership(Node self) {
        return new ElectionEntry(Membership.ELECTION, self, Endpoints.NONE);
    }

    private long promisedUntil(long at) {
        return elections.promisedUntil(at);
    }

    // ---- what this node's candidates want

    @Override
    public List<BullyEffect> enter(ElectionEntry entry, long at) {
        now = at;
        elections.enter(entry, now);
        return finish();
    }

    @Override
    public List<BullyEffect> ready(ElectionName election, Optional<Priority> priority, long at) {
        now = at;
        elections.ready(election, priority, now);
        return finish();
    }

    @Override
    public List<BullyEffect> campaign(ElectionName election, Priority priority, long at) {
        now = at;
        elections.campaign(election, priority);
        return finish();
    }

    @Override
    public List<BullyEffect> withdraw(ElectionName election, long at) {
        now = at;
        elections.withdraw(election, now);
        return finish();
    }

    @Override
    public List<BullyEffect> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at) {
        now = at;
        elections.release(election, epoch, successor, now);
        return finish();
    }

    @Override
    public List<BullyEffect> abandon(ElectionName election, Epoch epoch, long at) {
        now = at;
        elections.abandon(election, epoch, now);
        return finish();
    }

    @Override
    public List<BullyEffect> leave(ElectionName election, long at) {
        now = at;
        elections.leave(election, now);
        return finish();
    }

    /** The node shuts down, and leaves the membership to another leader at once. */
    List<BullyEffect> close(long at) {
        now = at;
        elections.close(now);
        return finish();
    }

    // ---- what others say

    /** Why a request is not even read, if so. */
    Optional<String> objection(Envelope envelope, long at) {
        now = at;
        return receiver.objection(envelope, now);
    }

    /** A request that is welcome, or the answer to one of this node's own. */
    List<BullyEffect> received(Envelope envelope, long at) {
        now = at;
        receiver.received(envelope, now);
        return finish();
    }

    /** A member said that it lives. */
    List<BullyEffect> alive(NodeId asked, NodeStatus status, long at) {
        now = at;
        receiver.alive(asked, status, now);
        return finish();
    }

    /** A request to a member came to nothing. */
    List<BullyEffect> missed(NodeId id, boolean refused, long at) {
        now = at;
        receiver.missed(id, refused, now);
        return finish();
    }

    /** A process that was watched is proven to be gone: what it was promised, and nothing else, may go to others. */
    List<BullyEffect> gone(Node process, long at) {
        now = at;
        peers.gone(process);
        elections.gone(process, now);
        return finish();
    }

    /** A process that was considered gone answers. */
    List<BullyEffect> answers(Node process, long at) {
        now = at;
        elections.answers(process, now);
        return finish();
    }

    /** A {@link BullyEffect.Persist} was performed, and the change is durable or could not be made so. */
    List<BullyEffect> persisted(long number, boolean durable, long at) {
        now = at;
        elections.persisted(number, durable, now);
        return finish();
    }

    /** A {@link BullyEffect.SaveMembership} or {@link BullyEffect.BeginAnew} was performed, or could not be. */
    List<BullyEffect> stored(boolean durable, long at) {
        now = at;
        elections.stored(durable, now);
        return finish();
    }

    @Override
    public List<BullyEffect> tick(long at) {
        now = at;
        return finish();
    }

    // ---- joining and removing

    /** What became of this node's own request to join; nothing if nobody answered. */
    List<BullyEffect> joinAnswered(Optional<JoinAnswer> answer, long at) {
        now = at;
        enrolment.answered(answer, now);
        return finish();
    }

    /** Whether this node wants to be a member, by the request with this nonce. */
    boolean confirms(StateId asked) {
        return enrolment.confirms(asked);
    }

    /** The answer to a request to join, if there is one before its sender was looked at. */
    Optional<JoinAnswer> join(JoinRequest request, long at) {
        now = at;
        Membership known = membership.current();
        if (known != null && known.members().contains(request.member())) {
            // It may be one of those without whom nobody can be elected, and just not know it yet.
            send(request.member().id(), new Members(known));
            return Optional.of(JoinAnswer.accepted(request.member().id() + " is a member"));
        }
        Optional<JoinAnswer> objection =
                elections.ledElsewhere().or(() -> admission.objection(request.member(), processes, now));
        objection.filter(it -> it.kind() == JoinAnswer.Kind.DUPLICATE).ifPresent(it -> alarm(it.detail()));
        return objection;
    }

    /** The sender of a request to join is where it says it is. */
    JoinAnswer admit(JoinRequest request, long at) {
        return join(request, at).orElseGet(() -> admission.admit(request.member()));
    }

    JoinAnswer remove(NodeId id, String version, long at) {
        now = at;
        return elections.ledElsewhere().orElseGet(() -> admission.remove(id, version));
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

    NodeStatus status() {
        Membership known = membership.current();
        return new NodeStatus(known == null ? "" : known.cluster(), self, membership.mark(), membership.stamp());
    }

    @Override
    public long mayActUntil(long at) {
        return elections.mayActUntil(at);
    }

    @Override
    public long wakeAt() {
        long wake = MonotonicTime.earlier(elections.wakeAt(now), membership.wakeAt(now));
        wake = MonotonicTime.earlier(wake, peers.wakeAt(others(), now));
        return MonotonicTime.earlier(wake, enrolment.wakeAt(now));
    }

    // ---- within

    private List<NodeId> others() {
        Membership known = membership.current();
        return known == null
                ? List.of()
                : known.members().stream()
                        .map(BullyMember::id)
                        .filter(id -> !id.equals(self.id()))
                        .toList();
    }

    private List<BullyEffect> finish() {
        elections.coordinate(now);
        if (membership.leads()) {
            admission.tick(now);
        }
        membership.tick(electorate.required(), elections.highest(), now);
        elections.tick(now);
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

    private void perform(MembershipEffect effect) {
        effect.performBy(work);
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

    /** What the membership wants done is done like everything else. */
    private final class MembershipWork implements MembershipEffect.Performer {
        @Override
        public void save(Membership next) {
            effects.add(new BullyEffect.SaveMembership(next));
        }

        @Override
        public void beginAnew(StateId mark) {
            effects.add(new BullyEffect.BeginAnew(mark));
        }

        @Override
        public void handOver(NodeId to, Membership known) {
            send(to, new Members(known));
        }

        @Override
        public void join(Address at, JoinRequest request) {
            effects.add(new BullyEffect.Join(at, request));
        }

        @Override
        public void raise(Alarm alarm) {
            effects.add(new BullyEffect.Raise(alarm));
        }

        @Override
        public void note(boolean alarming, String text) {
            effects.add(new BullyEffect.Note(alarming, text));
        }
    }
}
