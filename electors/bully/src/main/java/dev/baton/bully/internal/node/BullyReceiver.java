// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.bully.internal.election.BullyElections;
import dev.baton.bully.internal.election.BullyElectorate;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.ClusterMembershipRules;
import dev.baton.bully.internal.membership.DuplicateProcesses;
import dev.baton.bully.internal.membership.Enrolment;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.MembershipVersion;
import dev.baton.bully.internal.membership.PeerLiveness;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.BullyMessage.Ballot;
import dev.baton.bully.internal.message.BullyMessage.Members;
import dev.baton.bully.internal.message.BullyMessage.Precedence;
import dev.baton.bully.internal.message.BullyMessage.Question;
import dev.baton.bully.internal.message.BullyMessage.Stored;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.ReplayFilter;
import dev.baton.quorum.VotingMessage;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * What other nodes say to a bully node, and whether it is listened to. Part of {@link BullyRules}, and confined like
 * them.
 */
final class BullyReceiver {
    private final Node self;
    private final ClusterMembershipRules membership;
    private final PeerLiveness peers;
    private final DuplicateProcesses processes;
    private final BullyElectorate electorate;
    private final BullyElections elections;
    private final Enrolment enrolment;
    private final Consumer<String> duplicates;
    private final BiConsumer<NodeId, BullyMessage> send;
    private final ReplayFilter replays = new ReplayFilter();
    private final Handler handler = new Handler();

    private MembershipVersion senderGoesBy = MembershipVersion.NONE;
    private boolean toldTheNewer;
    private long now;

    /** @param duplicates told of two processes that are one member */
    BullyReceiver(
            Node self,
            ClusterMembershipRules membership,
            PeerLiveness peers,
            DuplicateProcesses processes,
            BullyElectorate electorate,
            BullyElections elections,
            Enrolment enrolment,
            Consumer<String> duplicates,
            BiConsumer<NodeId, BullyMessage> send) {
        this.self = self;
        this.membership = membership;
        this.peers = peers;
        this.processes = processes;
        this.electorate = electorate;
        this.elections = elections;
        this.enrolment = enrolment;
        this.duplicates = duplicates;
        this.send = send;
    }

    /** Why a request is not even read, if so. */
    Optional<String> objection(Envelope envelope, long at) {
        now = at;
        Membership known = membership.current();
        if (envelope.from().id().equals(self.id())) {
            return Optional.of("the sender says that it is this node");
        }
        if (known != null && !envelope.cluster().equals(known.cluster())) {
            enrolment.addressedFrom(envelope.from().id(), envelope.address(), known);
            return Optional.of("this node belongs to another cluster");
        }
        // First of all, also from one that this node does not know yet: a captured request does not show that its
        // sender lives.
        if (!replays.take(envelope.from(), envelope.number())) {
            return Optional.of("this request was already received, or is older than another one");
        }
        boolean member = known != null && known.has(envelope.from().id(), envelope.mark());
        if (member && !processes.hear(envelope.from(), now)) {
            String why = "two processes with the same state folder, or copies of it, run as "
                    + envelope.from().id() + "; the one at " + envelope.address() + " came later and is refused";
            duplicates.accept(why);
            return Optional.of(why);
        }
        return Optional.empty();
    }

    /** A request that is welcome, or the answer to one of this node's own. */
    void received(Envelope envelope, long at) {
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
                enrolment.spokenTo(envelope.stamp(), known);
                deliver(envelope, false);
            } else if (!handsOver) {
                send.accept(envelope.from().id(), new Members(known));
            }
        }
    }

    private void deliver(Envelope envelope, boolean handedOver) {
        senderGoesBy = envelope.stamp();
        toldTheNewer = false;
        electorate.hears(senderGoesBy);
        envelope.messages().stream()
                .filter(message -> message instanceof Members == handedOver)
                .forEach(message -> message.deliverTo(handler, envelope.from()));
    }

    /** A member said that it lives. */
    void alive(NodeId asked, NodeStatus status, long at) {
        now = at;
        Membership known = membership.current();
        if (known != null
                && status.node().id().equals(asked)
                && known.cluster().equals(status.cluster())
                && known.has(asked, status.mark())) {
            peers.heard(status.node(), now);
            if (status.stamp().isAfter(membership.stamp())) {
                // A node that is no longer a member is told so in reply.
                send.accept(asked, new Stored(elections.whatIsStored(now)));
            }
        } else {
            missed(asked, false, now);
        }
    }

    /** A request to a member failed. */
    void missed(NodeId id, boolean refused, long at) {
        peers.missed(id, refused, at);
        elections.missed(id, at);
    }

    private boolean isMember() {
        Membership known = membership.current();
        return known != null && known.has(self.id(), membership.mark());
    }

    /** What nodes say. */
    private final class Handler implements BullyMessage.Handler {
        @Override
        public void question(Node from, Question question) {
            elections.question(from.id(), question, now).ifPresent(answer -> send.accept(from.id(), answer));
        }

        @Override
        public void precedence(Node from, Precedence answer) {
            elections.precedence(from.id(), answer, now);
        }

        @Override
        public void members(Node from, Members handedOver) {
            Membership offered = handedOver.membership();
            boolean first = membership.current() == null;
            if (first && !offered.has(self.id(), membership.mark())) {
                return;
            }
            boolean storing = membership.adopt(offered, (durable, at) -> {
                if (durable) {
                    List<NodeId> ids =
                            offered.members().stream().map(BullyMember::id).toList();
                    peers.retain(ids);
                    processes.retain(ids);
                    enrolment.adopted(offered, at);
                }
                send.accept(from.id(), new Stored(elections.whatIsStored(at)));
            });
            // A sender that is not a member is sent the membership with every answer: an answer to that would never
            // end.
            if (!storing && isMember()) {
                send.accept(from.id(), new Stored(elections.whatIsStored(now)));
            }
        }

        @Override
        public void stored(Node from, Stored answer) {
            membership.stored(from.id(), answer.membership());
            elections.promised(answer.membership().promised(), now);
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
                    send.accept(from.id(), new Members(known));
                }
            } else {
                elections.heard(from, message, now);
            }
        }
    }
}
