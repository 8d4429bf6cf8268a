// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import dev.baton.allocation.AllocationNode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The workers as the coordinator sees them in one round. A session that is neither seen to live nor proven to have
 * ended keeps its partitions and gets no new ones.
 */
final class WorkerPool {
    private final Function<NodeId, SessionStatus> sessions;
    private final Map<NodeId, WorkerRegistration> taking = new TreeMap<>();
    private final Map<NodeId, AllocationNode> nodes = new TreeMap<>();
    private final Set<Session> unproven = new LinkedHashSet<>();
    private final List<Session> ended = new ArrayList<>();
    private final Set<Session> owners = new HashSet<>();

    WorkerPool(WorkState state, Function<NodeId, SessionStatus> sessions, Set<NodeId> without) {
        this.sessions = sessions;
        for (WorkerRegistration worker : state.workers()) {
            add(worker, without.contains(worker.worker()));
        }
        Set<NodeId> unregistered = new TreeSet<>();
        for (TaskListName list : state.assignedLists()) {
            for (Assignment assignment : state.assignments(list).values()) {
                assignment
                        .owner()
                        .filter(owners::add)
                        .filter(it -> !hasEnded(it))
                        .ifPresent(owner -> {
                            if (!status(owner.worker()).isLive(owner.epoch())) {
                                unproven.add(owner);
                            }
                            unregistered.add(owner.worker());
                        });
            }
        }
        unregistered.removeAll(without);
        unregistered.forEach(worker -> nodes.computeIfAbsent(
                worker, it -> AllocationNode.of(it.value()).notEligible()));
    }

    private void add(WorkerRegistration worker, boolean left) {
        Session session = worker.session();
        if (hasEnded(session)) {
            ended.add(session);
            return;
        }
        boolean live = status(session.worker()).isLive(session.epoch());
        if (!live) {
            unproven.add(session);
        }
        if (left) {
            return;
        }
        AllocationNode node =
                new AllocationNode(session.worker().value(), worker.weight(), worker.zone(), live, worker.draining());
        nodes.put(session.worker(), node);
        if (node.takesPartitions()) {
            taking.put(session.worker(), worker);
        }
    }

    private SessionStatus status(NodeId worker) {
        return sessions.apply(worker);
    }

    boolean hasEnded(Session session) {
        return status(session.worker()).hasEnded(session.epoch());
    }

    /** The session of this worker that can get a partition. */
    Optional<Session> taker(NodeId worker) {
        return Optional.ofNullable(taking.get(worker)).map(WorkerRegistration::session);
    }

    /** Whether a plan may move an unowned partition from here: the worker can get it, or is gone. */
    boolean isTakingOrGone(NodeId worker) {
        return taking.containsKey(worker) || !nodes.containsKey(worker);
    }

    boolean isTaking(NodeId worker) {
        return taking.containsKey(worker);
    }

    /** The reason why a worker cannot get partitions of a task list; empty if there is none. */
    Optional<String> whyNot(NodeId worker, TaskListName list) {
        if (!nodes.containsKey(worker)) {
            return Optional.of("is absent");
        }
        WorkerRegistration there = taking.get(worker);
        if (there == null) {
            return Optional.of("takes no partitions now");
        }
        return there.takes(list) ? Optional.empty() : Optional.of("does not take " + list);
    }

    Iterable<WorkerRegistration> taking() {
        return taking.values();
    }

    int size() {
        return taking.size();
    }

    List<AllocationNode> nodes() {
        return List.copyOf(nodes.values());
    }

    boolean contains(NodeId worker) {
        return nodes.containsKey(worker);
    }

    Set<Session> unproven() {
        return Collections.unmodifiableSet(unproven);
    }

    /** Registered sessions that have ended and own nothing. */
    List<Session> forgotten() {
        return ended.stream().filter(session -> !owners.contains(session)).toList();
    }
}
