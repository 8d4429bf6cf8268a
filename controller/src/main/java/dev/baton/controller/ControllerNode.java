// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.BatonException;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * This process as a node of the controller: it registers at its start, and then says every so often that it is alive
 * and which groups it leads, and at once when that changes. One thread of its own. A node that was removed, or whose id another process has taken, is
 * told so and goes quiet until its process is started again.
 */
public final class ControllerNode implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ControllerNode.class);

    private final ControllerClient client;
    private final ClusterNode self;
    private final PartitionGroups groups;
    private final Duration every;
    private final Ticker ticker = System::nanoTime;
    private final ScheduledExecutorService timer;
    /** Of the thread. */
    private final BeatRules rules;

    private @Nullable ScheduledFuture<?> next;
    private volatile State state = State.REGISTERING;
    /** The last one that was logged: it is repeated every so often. */
    private volatile String refusal = "";

    /** How it stands with the controller. */
    public enum State {
        /** Not known to it yet. */
        REGISTERING,
        /** Known, and heard of. */
        REGISTERED,
        /** Known, but the controller did not answer last time. */
        UNHEARD,
        /** Removed by an operator. */
        REMOVED,
        /** Another process has its id. */
        SUPERSEDED
    }

    /** @param every well below the time after which the controller fences a silent node */
    public ControllerNode(ControllerClient client, ClusterNode self, PartitionGroups groups, Duration every) {
        this.client = client;
        this.self = self;
        this.groups = groups;
        this.every = every;
        this.rules = new BeatRules(every, ticker.nanos());
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "baton-controller-" + self.id());
            thread.setDaemon(true);
            return thread;
        });
    }

    public void start() {
        groups.whenLeadsChange(this::leadsChanged);
        timer.execute(this::beat);
    }

    public State state() {
        return state;
    }

    private void leadsChanged() {
        try {
            timer.execute(() -> {
                if (rules.leadsChanged() && takesPart()) {
                    beatIn(rules.soon(ticker.nanos()));
                }
            });
        } catch (RejectedExecutionException closed) {
            LOG.debug("node {} has left the controller", self.id());
        }
    }

    private void beatIn(Duration delay) {
        if (next != null) {
            next.cancel(false);
        }
        next = timer.schedule(this::beat, delay.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void beat() {
        boolean news = rules.hasNews();
        rules.begin(ticker.nanos());
        CompletableFuture<?> answered = state == State.REGISTERING
                ? client.register(self, every.multipliedBy(5)).thenAccept(epoch -> {
                    state = State.REGISTERED;
                    LOG.info("node {} is registered with the controller, epoch {}", self.id(), epoch);
                })
                : client.heartbeat(
                                self.id(), self.incarnation(), groups.leads(), groups.settled(), every.multipliedBy(4))
                        .thenAcceptAsync(this::heard, timer);
        CompletableFuture<?> unused = answered.whenCompleteAsync((done, failed) -> ended(news, failed), timer);
    }

    private void ended(boolean news, @Nullable Throwable failed) {
        if (failed != null) {
            failed(failed instanceof CompletionException && failed.getCause() != null ? failed.getCause() : failed);
        }
        Duration due = rules.ended(failed == null, news, ticker.nanos());
        if (takesPart()) {
            beatIn(due);
        }
    }

    private boolean takesPart() {
        return state != State.REMOVED && state != State.SUPERSEDED && !timer.isShutdown();
    }

    private void heard(HeartbeatReply advice) {
        state = State.REGISTERED;
        groups.heard(advice.version());
        advice.transfers().forEach(groups::transfer);
    }

    private void failed(Throwable why) {
        if (timer.isShutdown()) {
            return;
        }
        if (why instanceof RequestRejectedException refused && refused.code() == Code.SUPERSEDED) {
            state = State.SUPERSEDED;
            LOG.error("another process registered as node {}; this one has stopped", self.id());
        } else if (why instanceof RequestRejectedException refused && refused.code() == Code.UNKNOWN_NODE) {
            state = State.REMOVED;
            LOG.warn("node {} was removed from the controller; it registers again when it is restarted", self.id());
        } else {
            if (why instanceof RequestRejectedException refused
                    && !refused.toString().equals(refusal)) {
                refusal = refused.toString();
                // One that joins may be heard before it is in: it is let in a moment later.
                LOG.atLevel(refused.code() == Code.NOT_A_MEMBER ? Level.WARN : Level.ERROR)
                        .log("the controller refuses node {}: {}", self.id(), refused.getMessage());
            }
            if (state == State.REGISTERED) {
                LOG.warn("the controller does not answer node {}: {}", self.id(), why.getMessage());
                state = State.UNHEARD;
            }
            if (!(why instanceof BatonException || why instanceof RequestRejectedException)) {
                LOG.error("node {} could not ask the controller", self.id(), why);
            }
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
