// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.server.part.NodeContext;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.EventDraft;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Ticker;
import dev.baton.work.PartitionLimit;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.WorkState;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the task lists as the coordinator's configuration defines them: the coordinator stores them when it takes over,
 * and when its configuration changes. A node whose own configuration differs raises an alarm. On one thread.
 */
final class ConfiguredTaskListsWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ConfiguredTaskListsWatch.class);

    /** How long a coordinator has to store its lists before others compare. */
    private static final Duration TO_STORE = Duration.ofSeconds(5);

    /** How often a node that does not coordinate compares: the coordinator's configuration may change. */
    private static final Duration COMPARE_EVERY = Duration.ofSeconds(20);

    private final NodeWork work;
    private final NodeContext node;
    private final Supplier<ConfiguredTaskLists> declared;
    private final Ticker ticker;
    private Epoch stored = Epoch.NONE;
    private Epoch seen = Epoch.NONE;
    private ConfiguredTaskLists seenLists;
    private long compareAt;
    private String told = "";

    ConfiguredTaskListsWatch(NodeWork work, NodeContext node, Supplier<ConfiguredTaskLists> declared, Ticker ticker) {
        this.work = work;
        this.node = node;
        this.declared = declared;
        this.ticker = ticker;
        this.seenLists = declared.get();
    }

    void tick() {
        Epoch epoch = work.leader().map(Leader::epoch).orElse(Epoch.NONE);
        ConfiguredTaskLists lists = declared.get();
        long now = ticker.nanos();
        if (!epoch.equals(seen) || !lists.equals(seenLists)) {
            seen = epoch;
            seenLists = lists;
            stored = Epoch.NONE;
            compareAt = MonotonicTime.plus(now, TO_STORE);
        }
        if (epoch.equals(Epoch.NONE)) {
            return;
        }
        if (work.isCoordinating()) {
            if (!epoch.equals(stored) || isDamaged(lists)) {
                store(lists, epoch);
                stored = epoch;
                tell("");
            }
        } else if (!MonotonicTime.isBefore(now, compareAt)) {
            compareAt = MonotonicTime.plus(now, COMPARE_EVERY);
            tell(lists.isEmpty() ? "" : work.reader().lookNow(state -> differences(lists, state)));
        }
    }

    /** Whether the definition of one of these was damaged or lost. */
    private boolean isDamaged(ConfiguredTaskLists lists) {
        return work.status().report().undefined().stream().anyMatch(lists::has);
    }

    private void store(ConfiguredTaskLists lists, Epoch epoch) {
        List<String> changed = work.reader().lookNow(state -> {
            List<TaskList> changes = lists.changes(state).stream()
                    .filter(it -> define(it, state))
                    .toList();
            return changes.stream()
                    .map(it -> ConfiguredTaskLists.describe(it, state))
                    .toList();
        });
        for (String change : changed) {
            LOG.info("task lists match this node's configuration: {}", change);
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

    private boolean define(TaskList list, WorkState state) {
        try {
            PartitionLimit.check(state.lists(), state.retired(), list, PartitionLimit.ofThisProcess());
        } catch (IllegalArgumentException tooMany) {
            LOG.error("could not store a task list of this node's configuration: {}", tooMany.getMessage());
            return false;
        }
        work.store().define(list);
        return true;
    }

    private static String differences(ConfiguredTaskLists lists, WorkState state) {
        return lists.changes(state).stream()
                .map(it -> ConfiguredTaskLists.describe(it, state))
                .collect(Collectors.joining("; "));
    }

    private void tell(String differences) {
        if (differences.equals(told)) {
            return;
        }
        told = differences;
        if (differences.isEmpty()) {
            node.alarms().clear(Alarms.WORK_LISTS_DIFFER);
        } else {
            LOG.warn("task lists differ from this node's configuration: {}", differences);
            node.alarms()
                    .raise(Alarms.WORK_LISTS_DIFFER, differences, node.clock().instant());
        }
    }
}
