// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.server.part.NodeContext;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventDraft;
import dev.baton.spi.Instants;
import dev.baton.spi.Ticker;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sees to it that the task lists are as the configuration of the coordinator says: it stores them once, when it takes over.
 * A node whose own configuration says something else then raises an alarm. On one thread.
 */
final class DeclaredListsWatch {
    private static final Logger LOG = LoggerFactory.getLogger(DeclaredListsWatch.class);

    /** How long a new coordinator has to store its lists before others compare. */
    private static final Duration TO_STORE = Duration.ofSeconds(5);

    private final NodeWork work;
    private final NodeContext node;
    private final DeclaredLists declared;
    private final Ticker ticker;
    private Epoch done = Epoch.NONE;
    private Epoch seen = Epoch.NONE;
    private long compareAt;

    DeclaredListsWatch(NodeWork work, NodeContext node, DeclaredLists declared, Ticker ticker) {
        this.work = work;
        this.node = node;
        this.declared = declared;
        this.ticker = ticker;
    }

    /** Asks the database once per coordinator. */
    void tick() {
        Epoch epoch = work.leader().map(Leader::epoch).orElse(Epoch.NONE);
        if (declared.isEmpty() || epoch.equals(Epoch.NONE) || epoch.equals(done)) {
            return;
        }
        long now = ticker.nanos();
        if (!epoch.equals(seen)) {
            seen = epoch;
            compareAt = Instants.plus(now, TO_STORE);
        }
        if (work.isCoordinating()) {
            store(epoch);
            node.alarms().clear(Alarms.WORK_LISTS_DIFFER);
        } else if (!Instants.isBefore(now, compareAt)) {
            compare();
        } else {
            return;
        }
        done = epoch;
    }

    private void store(Epoch epoch) {
        List<String> changed = work.reader().lookNow(state -> {
            List<TaskList> changes = declared.changes(state);
            changes.forEach(work.store()::define);
            return changes.stream().map(it -> DeclaredLists.describe(it, state)).toList();
        });
        for (String change : changed) {
            LOG.info("task lists are stored as this node's configuration has them: {}", change);
            node.log()
                    .append(new EventDraft(
                            "work_list",
                            Session.COORDINATOR.value(),
                            node.plan().id().value(),
                            epoch.value(),
                            "configured",
                            null,
                            change));
        }
    }

    private void compare() {
        String differences = work.reader()
                .lookNow(state -> declared.changes(state).stream()
                        .map(it -> DeclaredLists.describe(it, state))
                        .collect(Collectors.joining("; ")));
        if (differences.isEmpty()) {
            node.alarms().clear(Alarms.WORK_LISTS_DIFFER);
        } else {
            LOG.warn("task lists are not as this node's configuration has them: {}", differences);
            node.alarms()
                    .raise(Alarms.WORK_LISTS_DIFFER, differences, node.clock().instant());
        }
    }
}
