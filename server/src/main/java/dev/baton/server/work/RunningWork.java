// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Baton;
import dev.baton.BatonException;
import dev.baton.UnavailableException;
import dev.baton.server.guarded.GuardianScript;
import dev.baton.server.http.Route;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.RunningPart;
import dev.baton.server.view.Alarms;
import dev.baton.spi.Ticker;
import dev.baton.work.WorkProblem;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The work of a running node. */
final class RunningWork implements RunningPart {
    private static final Logger LOG = LoggerFactory.getLogger(RunningWork.class);
    private static final Ticker TICKER = System::nanoTime;
    private static final Duration TICK = Duration.ofMillis(250);
    /** The most problems that one alarm names. */
    private static final int MAX_NAMED = 5;

    private final NodeContext node;
    private final WorkSettings settings;
    private volatile ConfiguredTaskLists declared;
    private final ScheduledExecutorService ticks = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-work-watch");
        thread.setDaemon(true);
        return thread;
    });
    private @Nullable NodeWork work;

    /** @throws UnavailableException if commands are to run, and this machine cannot keep them */
    RunningWork(NodeContext node, WorkSettings settings) {
        settings.command().ifPresent(it -> requireKeepers());
        this.node = node;
        this.settings = settings;
        this.declared = new ConfiguredTaskLists(settings.lists());
    }

    private static void requireKeepers() {
        try {
            if (!GuardianScript.works()) {
                throw new UnavailableException("work.command needs " + GuardianScript.NEEDS);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while looking for what work.command needs");
        }
    }

    @Override
    public void started(Baton baton) {
        NodeWork begun = new NodeWork(baton, node.plan(), settings, TICKER);
        work = begun;
        ConfiguredTaskListsWatch lists = new ConfiguredTaskListsWatch(begun, node, () -> declared, TICKER);
        ScheduledFuture<?> unused = ticks.scheduleWithFixedDelay(
                () -> tick(begun, lists), TICK.toMillis(), TICK.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void tick(NodeWork work, ConfiguredTaskListsWatch lists) {
        try {
            work.tick();
            watchCommands(work);
            watchDamage(work);
            lists.tick();
        } catch (BatonException unavailable) {
            LOG.debug("could not read the work tables: {}", unavailable.getMessage());
        } catch (RuntimeException broken) {
            // An exception here would silently end the timer.
            LOG.warn("watching the work failed", broken);
        }
    }

    private void watchCommands(NodeWork work) {
        if (!work.lacksCommands()) {
            node.alarms().clear(Alarms.WORK_COMMANDS_WAIT);
        } else if (!node.alarms().isRaised(Alarms.WORK_COMMANDS_WAIT)) {
            String detail = "this node has more partitions than work.max_commands allows commands: some have none";
            LOG.warn("{}", detail);
            node.alarms().raise(Alarms.WORK_COMMANDS_WAIT, detail, node.clock().instant());
        }
    }

    /** Raised by the coordinator, which has logged the details. */
    private void watchDamage(NodeWork work) {
        String damage = work.status().report().problems().stream()
                .filter(WorkProblem::damage)
                .limit(MAX_NAMED)
                .map(WorkProblem::toString)
                .collect(Collectors.joining("; "));
        if (damage.isEmpty()) {
            node.alarms().clear(Alarms.WORK_IS_DAMAGED);
        } else if (!node.alarms().isRaised(Alarms.WORK_IS_DAMAGED, damage)) {
            node.alarms().raise(Alarms.WORK_IS_DAMAGED, damage, node.clock().instant());
        }
    }

    /** Applies the task lists of a changed configuration, and how many partitions may move at a time. */
    void reload(WorkSettings changed) {
        declared = new ConfiguredTaskLists(changed.lists());
        begun().reload(changed);
    }

    private NodeWork begun() {
        return Optional.ofNullable(work).orElseThrow(() -> new IllegalStateException("the node has not started"));
    }

    @Override
    public void measure(MeterRegistry registry) {
        WorkMetrics.watch(begun(), registry);
    }

    @Override
    public List<Route> routes() {
        NodeWork begun = begun();
        return new WorkRoutes(
                        new WorkQueries(begun, node, () -> declared),
                        new WorkOperations(begun, node, () -> declared, TICKER))
                .routes();
    }

    @Override
    public void leave() {
        begun().leave();
    }

    @Override
    public void close() {
        ticks.shutdownNow();
        if (work != null) {
            work.close();
        }
    }
}
