// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.raft.member.RaftMember;
import dev.baton.server.part.NodeContext;
import dev.baton.server.view.Alarms;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Raises an alarm while this node's member has left the group, or knows no leader for long. Has its own thread. */
final class GroupWatch implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(GroupWatch.class);
    private static final Duration EVERY = Duration.ofSeconds(1);
    /** Well above the longest time that the group takes to elect. */
    private static final Duration MAX_LEADERLESS = Duration.ofSeconds(10);

    private final RaftMember member;
    private final NodeContext node;
    private final Ticker ticker;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-controller-watch");
        thread.setDaemon(true);
        return thread;
    });
    private final List<Runnable> more = new CopyOnWriteArrayList<>();
    private long ledAt;

    GroupWatch(RaftMember member, NodeContext node, Ticker ticker) {
        this.member = member;
        this.node = node;
        this.ticker = ticker;
        this.ledAt = ticker.nanos();
    }

    void start() {
        ScheduledFuture<?> unused =
                ticks.scheduleWithFixedDelay(this::look, EVERY.toMillis(), EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Has something else done at every look. */
    void alsoLook(Runnable task) {
        more.add(task);
    }

    private void look() {
        try {
            more.forEach(Runnable::run);
            Optional<String> ended = member.ended();
            tell(Alarms.RAFT_MEMBER_ENDED, ended.map(why -> "this node has left the Raft group: " + why));
            if (member.leader().isPresent() || ended.isPresent()) {
                ledAt = ticker.nanos();
            }
            long leaderless = ticker.nanos() - ledAt;
            tell(
                    Alarms.RAFT_GROUP_LEADERLESS,
                    Optional.of("no leader of the Raft group is known: a majority of its voters has to run and to reach"
                                    + " each other")
                            .filter(text -> leaderless > MAX_LEADERLESS.toNanos()));
        } catch (RuntimeException broken) {
            // What is thrown here would end the watch in silence.
            LOG.warn("watching the Raft group failed", broken);
        }
    }

    private void tell(String kind, Optional<String> detail) {
        if (detail.isEmpty()) {
            node.alarms().clear(kind);
        } else if (!node.alarms().isRaised(kind, detail.get())) {
            LOG.warn("{}", detail.get());
            node.alarms().raise(kind, detail.get(), node.clock().instant());
        }
    }

    @Override
    public void close() {
        ticks.shutdownNow();
    }
}
