// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.node;

import dev.baton.NodeId;
import dev.baton.bully.Address;
import dev.baton.bully.internal.election.BullyEffect;
import dev.baton.bully.internal.http.PeerMailbox;
import dev.baton.bully.internal.membership.BullyMember;
import dev.baton.bully.internal.membership.JoinAnswer;
import dev.baton.bully.internal.membership.JoinRequest;
import dev.baton.bully.internal.message.BullyMessage;
import dev.baton.bully.internal.message.CallOutcome;
import dev.baton.bully.internal.message.Envelope;
import dev.baton.bully.internal.message.NodeStatus;
import dev.baton.bully.internal.message.PeerTransport;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.UninterruptibleWait;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongFunction;

/**
 * The calls that the rules of a node want made, and what becomes of them. Confined to the elector's lane, to which what is
 * answered goes back as a step. A peer is told a few things at a time; what comes while all of these are under way waits,
 * and then leaves together.
 */
final class OutgoingCalls {
    private static final AsyncLog LOG = AsyncLog.of(OutgoingCalls.class);
    private static final int MAX_IN_FLIGHT = 8;

    private final NodeId self;
    private final PeerTransport transport;
    private final BullyRules rules;
    private final Executor lane;
    private final Consumer<LongFunction<List<BullyEffect>>> steps;
    private final Function<PeerMailbox.Bundle, Envelope> envelopes;
    private final Map<NodeId, Line> lines = new HashMap<>();
    private final CompletableFuture<Void> quiet = new CompletableFuture<>();
    private boolean last;

    /** What is said to one peer. */
    private static final class Line {
        private final PeerMailbox mail = new PeerMailbox();
        private Address to;
        private int underWay;

        Line(Address to) {
            this.to = to;
        }
    }

    /**
     * @param steps takes a step of the rules to the lane
     * @param envelopes writes down what is sent, with the next number
     */
    OutgoingCalls(
            NodeId self,
            PeerTransport transport,
            BullyRules rules,
            Executor lane,
            Consumer<LongFunction<List<BullyEffect>>> steps,
            Function<PeerMailbox.Bundle, Envelope> envelopes) {
        this.self = self;
        this.transport = transport;
        this.rules = rules;
        this.lane = lane;
        this.steps = steps;
        this.envelopes = envelopes;
    }

    /** @param as what this node is now */
    void post(BullyMember to, NodeStatus as, List<BullyMessage> messages) {
        Line line = lines.computeIfAbsent(to.id(), first -> new Line(to.address()));
        line.to = to.address();
        messages.forEach(message -> line.mail.add(as, message));
        send(to.id(), line);
    }

    private void send(NodeId to, Line line) {
        while (!line.mail.isEmpty() && line.underWay < MAX_IN_FLIGHT) {
            line.underWay++;
            transport.post(line.to, envelopes.apply(line.mail.take()), outcome -> {
                lane.execute(() -> ended(to, line));
                if (outcome instanceof CallOutcome.Answered<Envelope> answered) {
                    Envelope answer = answered.answer();
                    steps.accept(now -> rules.received(answer, now));
                } else if (outcome instanceof CallOutcome.Failed<Envelope> failed) {
                    steps.accept(now -> rules.missed(to, failed.refused(), now));
                }
            });
        }
    }

    private void ended(NodeId to, Line line) {
        line.underWay--;
        send(to, line);
        if (line.underWay == 0) {
            lines.remove(to, line);
        }
        tellIfQuiet();
    }

    void beat(BullyMember member) {
        transport.beat(member.address(), outcome -> {
            if (outcome instanceof CallOutcome.Answered<NodeStatus> answered) {
                steps.accept(now -> rules.alive(member.id(), answered.answer(), now));
            } else if (outcome instanceof CallOutcome.Failed<NodeStatus> failed) {
                steps.accept(now -> rules.missed(member.id(), failed.refused(), now));
            }
        });
    }

    void join(Address at, JoinRequest request) {
        transport.join(at, request, outcome -> {
            if (outcome instanceof CallOutcome.Answered<JoinAnswer> answered) {
                LOG.info("{} asked {} to join: {}", self, at, answered.answer().detail());
                steps.accept(now -> rules.joinAnswered(Optional.of(answered.answer()), now));
            } else if (outcome instanceof CallOutcome.Failed<JoinAnswer> failed) {
                LOG.info("{} cannot join at {} yet: {}", self, at, failed.why());
                steps.accept(now -> rules.joinAnswered(Optional.empty(), now));
            }
        });
    }

    /** Nothing is posted after this. */
    void lastWasPosted() {
        last = true;
        tellIfQuiet();
    }

    private void tellIfQuiet() {
        if (last && lines.isEmpty()) {
            quiet.complete(null);
        }
    }

    /** Waits until the last posts are answered. From any thread but the lane's. */
    void awaitQuiet(Duration limit) {
        if (!UninterruptibleWait.done(limit, quiet)) {
            LOG.info("{} is closing with requests still unanswered", self);
        }
    }
}
