// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.spi.Ticker;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The controller's leader, for one term: decides what requests come to, and which nodes are alive. Safe for use by
 * several threads.
 */
final class ControllerLead implements PartLeader {
    private final ControllerPart part;
    private final GroupLeadership leadership;
    private final ControllerSettings settings;
    private final Ticker ticker;
    private final BatchedDecisions<UndecidedRequest> decisions;
    private final NodeHeartbeats liveness;

    ControllerLead(
            ControllerPart part,
            GroupLeadership leadership,
            ControllerSettings settings,
            Ticker ticker,
            Request.Choices choices) {
        this.part = part;
        this.leadership = leadership;
        this.settings = settings;
        this.ticker = ticker;
        this.decisions = new BatchedDecisions<>(leadership, new ControllerDecider(part, choices));
        this.liveness = new NodeHeartbeats(ticker.nanos());
    }

    @Override
    public CompletableFuture<byte[]> call(byte[] request) {
        try {
            ControllerCall call = ControllerCall.read(request);
            if (call instanceof ControllerCall.Change change) {
                return change(change);
            }
            return call instanceof ControllerCall.Heartbeat heartbeat
                    ? heartbeat(heartbeat)
                    : read((ControllerCall.Read) call);
        } catch (MalformedException | IllegalArgumentException malformed) {
            return refused(new RequestRejectedException(Code.INVALID, "request: " + malformed.getMessage()));
        } catch (RequestRejectedException refusal) {
            return refused(refusal);
        }
    }

    private CompletableFuture<byte[]> refused(RequestRejectedException refusal) {
        return CompletableFuture.completedFuture(
                RequestAnswer.refused(refusal, part.version()).toBytes());
    }

    private CompletableFuture<byte[]> change(ControllerCall.Change change) {
        change.request().check();
        if (change.request() instanceof RegisterNode register) {
            requireMembership(register.node());
            synchronized (this) {
                liveness.heard(register.node().id(), ticker.nanos(), settings.nodeTimeout());
            }
        }
        return decisions.add(new UndecidedRequest.Asked(change.id(), change.request()));
    }

    /** One that was removed while its process was away may not know it yet, and must not take replicas. */
    private void requireMembership(ClusterNode node) {
        Set<NodeId> members = leadership.members();
        if (node.member().isPresent() && !members.isEmpty() && !members.contains(node.id())) {
            throw new RequestRejectedException(
                    Code.NOT_A_MEMBER, "node " + node.id() + " is not a member of the Raft group, or not yet");
        }
    }

    private CompletableFuture<byte[]> read(ControllerCall.Read read) {
        CompletableFuture<Void> confirmed =
                read.confirmed() ? leadership.confirm() : CompletableFuture.completedFuture(null);
        return confirmed.thenApply(ignored -> part.readApplied(
                it -> RequestAnswer.done(it.version, read.whole() ? FieldWriter.message(it.state::write) : new byte[0])
                        .toBytes()));
    }

    private CompletableFuture<byte[]> heartbeat(ControllerCall.Heartbeat heartbeat) {
        ClusterNode known = part.readApplied(it -> it.state.node(heartbeat.node()));
        if (!known.incarnation().equals(heartbeat.incarnation())) {
            throw new RequestRejectedException(
                    Code.SUPERSEDED,
                    "node " + heartbeat.node() + " was registered by a newer process, which replaces this one");
        }
        requireMembership(known);
        synchronized (this) {
            liveness.heard(heartbeat.node(), ticker.nanos(), settings.nodeTimeout());
        }
        UndecidedRequest.Noticed noticed = new UndecidedRequest.Noticed(state -> news(state, heartbeat));
        if (part.readApplied(it -> noticed.outcomes(it.state)).isEmpty()) {
            return CompletableFuture.completedFuture(advice(heartbeat.node()));
        }
        return decisions.add(noticed).thenApply(ignored -> advice(heartbeat.node()));
    }

    /** What a heartbeat, and the silence of others, changes. */
    private synchronized List<DecisionOutcome> news(ControllerState state, ControllerCall.Heartbeat heartbeat) {
        List<DecisionOutcome> outcomes = new ArrayList<>();
        ClusterNode node = state.nodes.get(heartbeat.node());
        if (node == null || !node.incarnation().equals(heartbeat.incarnation())) {
            // Removed, or replaced, by what was decided just before.
            return outcomes;
        }
        if (node.fenced()) {
            outcomes.add(new NodeFenced(node.id(), node.epoch(), false));
        }
        heartbeat.reports().stream().filter(report -> report.isNews(state)).forEach(outcomes::add);
        heartbeat.settled().stream()
                .filter(said -> MoveSettled.isNews(said, node.id(), state))
                .map(MoveSettled::new)
                .forEach(outcomes::add);
        long now = ticker.nanos();
        for (ClusterNode other : state.nodes.values()) {
            if (!other.fenced() && liveness.isSilent(other.id(), now, settings.nodeTimeout())) {
                outcomes.add(new NodeFenced(other.id(), other.epoch(), true));
            }
        }
        replacement(state, now).ifPresent(outcomes::add);
        return outcomes;
    }

    /**
     * Where the replicas of a node belong that has been away for too long; one node at a time. The next one, or the same if
     * not all found a place, has its turn with the next heartbeat.
     */
    private Optional<NodeReplaced> replacement(ControllerState state, long now) {
        if (settings.replaceLostAfter().isZero()) {
            return Optional.empty();
        }
        for (ClusterNode node : state.nodes.values()) {
            if (node.fenced() && liveness.isSilent(node.id(), now, settings.replaceLostAfter())) {
                List<PartitionReassigned> elsewhere =
                        new ReplicaPlacement(state, settings.groupsPerNode()).insteadOf(node.id());
                if (!elsewhere.isEmpty()) {
                    return Optional.of(new NodeReplaced(node.id(), node.epoch(), elsewhere));
                }
            }
        }
        return Optional.empty();
    }

    /** The leads that a node should hand on. */
    private byte[] advice(NodeId node) {
        return part.readApplied(it -> {
            List<LeaderTransfer> transfers;
            synchronized (this) {
                long now = ticker.nanos();
                transfers = LeaderSpreadRules.transfers(
                        it.state, node, other -> liveness.isSettled(other, now, settings.settleTime()));
            }
            return RequestAnswer.done(it.version, HeartbeatReply.write(transfers))
                    .toBytes();
        });
    }

    @Override
    public void end() {
        decisions.end();
    }
}
