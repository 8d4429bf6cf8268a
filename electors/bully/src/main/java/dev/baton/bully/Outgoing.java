// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The calls that the rules of a node want made, and what becomes of them. Calls from the elector's lane; what is answered
 * goes back to it as a step.
 */
final class Outgoing {
    private static final Logger LOG = LoggerFactory.getLogger(Outgoing.class);

    private final NodeId self;
    private final Transport transport;
    private final BullyRules rules;
    private final Consumer<LongFunction<List<BullyEffect>>> steps;
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicBoolean last = new AtomicBoolean();
    private final CompletableFuture<Void> quiet = new CompletableFuture<>();

    /** @param steps takes a step of the rules to the lane */
    Outgoing(NodeId self, Transport transport, BullyRules rules, Consumer<LongFunction<List<BullyEffect>>> steps) {
        this.self = self;
        this.transport = transport;
        this.rules = rules;
        this.steps = steps;
    }

    void post(Member to, Envelope envelope) {
        underWay.incrementAndGet();
        transport.post(to.address(), envelope, outcome -> {
            ended();
            if (outcome instanceof Outcome.Answered<Envelope> answered) {
                Envelope answer = answered.answer();
                steps.accept(now -> rules.received(answer, now));
            } else if (outcome instanceof Outcome.Failed<Envelope> failed) {
                steps.accept(now -> rules.missed(to.id(), failed.refused(), now));
            }
        });
    }

    void beat(Member member) {
        transport.beat(member.address(), outcome -> {
            if (outcome instanceof Outcome.Answered<Status> answered) {
                steps.accept(now -> rules.alive(member.id(), answered.answer(), now));
            } else if (outcome instanceof Outcome.Failed<Status> failed) {
                steps.accept(now -> rules.missed(member.id(), failed.refused(), now));
            }
        });
    }

    void join(BullyEffect.Join join) {
        transport.join(join.at(), join.request(), outcome -> {
            if (outcome instanceof Outcome.Answered<Answer> answered) {
                LOG.info(
                        "{} asked {} to join: {}",
                        self,
                        join.at(),
                        answered.answer().detail());
                steps.accept(now -> rules.joinAnswered(Optional.of(answered.answer()), now));
            } else if (outcome instanceof Outcome.Failed<Answer> failed) {
                LOG.info("{} cannot join at {} yet: {}", self, join.at(), failed.why());
                steps.accept(now -> rules.joinAnswered(Optional.empty(), now));
            }
        });
    }

    /** Nothing is posted any more. Called from the lane, after the last post. */
    void lastWasPosted() {
        last.set(true);
        underWay.incrementAndGet();
        ended();
    }

    private void ended() {
        if (underWay.decrementAndGet() == 0 && last.get()) {
            quiet.complete(null);
        }
    }

    /** Waits until the last posts are answered. */
    void awaitQuiet(Duration limit) {
        try {
            quiet.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException late) {
            LOG.info("{} ends although not everybody has answered", self);
        }
    }
}
