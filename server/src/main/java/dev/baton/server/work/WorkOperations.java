// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.BatonException;
import dev.baton.Leader;
import dev.baton.OutcomeUnknownException;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.Requester;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkOutcome;
import dev.baton.server.cluster.Forwarding;
import dev.baton.server.part.NodeContext;
import dev.baton.spi.Ticker;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.WorkVersion;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Routes a change of work to the coordinator, straight to the address that it publishes. It is recorded once: by the
 * node that performs or refuses it.
 */
final class WorkOperations {
    /** How long a moved partition may take to arrive. */
    static final Duration MAX_MOVE = Duration.ofSeconds(15);

    /** How long a node waits to hear of a coordinator: this one may have just started, or the other is being replaced. */
    private static final Duration MAX_VACANCY = Duration.ofSeconds(3);

    /** How often an operation is decided again because something else was defined meanwhile. */
    private static final int MAX_ATTEMPTS = 50;

    private static final Duration FORWARDED = MAX_MOVE.plusSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final NodeWork work;
    private final NodeContext node;
    private final Supplier<ConfiguredTaskLists> declared;
    private final Ticker ticker;
    private final TransientPins passing = new TransientPins();
    private final WaitingOperations waiting = new WaitingOperations();

    WorkOperations(NodeWork work, NodeContext node, Supplier<ConfiguredTaskLists> declared, Ticker ticker) {
        this.work = work;
        this.node = node;
        this.declared = declared;
        this.ticker = ticker;
    }

    /** Performs on the coordinator, whichever node that is. */
    WorkOutcome perform(WorkOperation operation, Requester who) {
        return waiting.perform(() -> onCoordinator(operation, who));
    }

    /** Performs on this node, if it coordinates, or refuses. */
    WorkOutcome performHere(WorkOperation operation, Requester who) {
        return waiting.perform(() -> here(operation, who));
    }

    private WorkOutcome onCoordinator(WorkOperation operation, Requester who) {
        if (work.isCoordinating()) {
            return here(operation, who);
        }
        String admin = noted(operation, who, 0, this::coordinator);
        Forwarding forwarding = new Forwarding(node.client().orElseThrow(), FORWARDED);
        Requester behalf = who.through(node.plan().id().value());
        String path = WorkRoutes.LOCAL + "/" + operation.name();
        try {
            return forwarding.post(admin, path, operation, behalf, WorkOutcome.class);
        } catch (Forwarding.NotAnswered lost) {
            return noted(operation, who, 0, () -> {
                throw lost.told();
            });
        }
    }

    /** The admin API of the coordinator. */
    private String coordinator() {
        long end = ticker.nanos() + MAX_VACANCY.toNanos();
        while (work.leader().isEmpty() && ticker.nanos() - end < 0) {
            LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
        }
        Leader leader = work.leader().orElseThrow(WorkOperations::noCoordinator);
        return leader.endpoints()
                .find("admin")
                .orElseThrow(() -> new ApiException(
                        ApiError.UNAVAILABLE, leader.node().id() + " coordinates, and has no admin API"));
    }

    private static ApiException noCoordinator() {
        return new ApiException(ApiError.NOT_LEADER, "no node coordinates now");
    }

    private WorkOutcome here(WorkOperation operation, Requester who) {
        long epoch = work.leader().map(it -> it.epoch().value()).orElse(0L);
        String outcome = noted(operation, who, epoch, () -> store(operation));
        node.audit().note(who, Session.COORDINATOR.value(), operation.name(), epoch, outcome);
        return new WorkOutcome(
                operation.name(), operation.subject(), node.plan().id().value(), epoch, outcome);
    }

    private String store(WorkOperation operation) {
        if (!work.isCoordinating()) {
            throw work.leader()
                    .map(it -> new ApiException(ApiError.NOT_LEADER, it.node().id() + " coordinates, not this node"))
                    .orElseGet(WorkOperations::noCoordinator);
        }
        try {
            WorkChange change = decideAndStore(operation);
            change.pin().filter(it -> change.passes()).ifPresent(this::awaitArrival);
            return change.outcome();
        } finally {
            work.reader().changed();
        }
    }

    /** @param seen by which it was decided */
    private record Decision(WorkChange change, WorkVersion seen) {}

    /** Decides by what is there, and stores that only if it still is; otherwise decides again. */
    private WorkChange decideAndStore(WorkOperation operation) {
        for (int attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
            Decision decision = work.reader()
                    .lookNow(state ->
                            new Decision(new WorkChanges(state, declared.get()).of(operation), state.version()));
            if (passing.store(decision.change(), decision.seen(), work.store())) {
                return decision.change();
            }
        }
        throw new ApiException(ApiError.UNAVAILABLE, "too much else is being changed: try again later");
    }

    /** Waits for a partition to arrive where it is pinned, and takes the pin away. */
    private void awaitArrival(PlacementRule pin) {
        PartitionId partition = PlacementChanges.partition(pin);
        long end = ticker.nanos() + MAX_MOVE.toNanos();
        try {
            while (!work.reader().look(state -> PlacementChanges.isOn(state, partition, pin.worker()))) {
                if (ticker.nanos() - end >= 0 || Thread.currentThread().isInterrupted()) {
                    throw new ApiException(
                            ApiError.TIMEOUT,
                            partition + " has not arrived within " + MAX_MOVE.toSeconds() + " s; see baton work");
                }
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
        } finally {
            passing.over(pin, work.store(), work.isCoordinating());
        }
    }

    /** Does a part of an operation, and notes it only if it is refused. */
    private <T> T noted(WorkOperation operation, Requester who, long epoch, Supplier<T> part) {
        try {
            return translated(part);
        } catch (ApiException refused) {
            String outcome = refused.error().name() + ": " + operation.subject();
            Optional<Long> known = Optional.of(epoch).filter(it -> it > 0);
            node.audit().note(who, Session.COORDINATOR.value(), operation.name(), known.orElse(null), outcome);
            throw refused;
        }
    }

    /** What a store says, as the admin API says it. */
    static <T> T translated(Supplier<T> part) {
        try {
            return part.get();
        } catch (IllegalArgumentException overtaken) {
            // It was checked a moment ago, so that something has changed since.
            throw new ApiException(ApiError.CONFLICT, String.valueOf(overtaken.getMessage()));
        } catch (OutcomeUnknownException unknown) {
            throw new ApiException(ApiError.TIMEOUT, "the database did not answer; it may have been done");
        } catch (BatonException failed) {
            throw new ApiException(ApiError.UNAVAILABLE, "the database cannot be used now: " + failed.getMessage());
        }
    }
}
