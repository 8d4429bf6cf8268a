// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static dev.baton.server.work.WorkLookup.read;
import static dev.baton.server.work.WorkLookup.refused;

import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkOperation;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.DefinitionChange;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Session;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkerRegistration;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What an operation changes about where partitions may be: moves, pins and bans. Pure. */
final class PlacementChanges {
    private final WorkState state;

    PlacementChanges(WorkState state) {
        this.state = state;
    }

    /** @throws ApiException if it is refused */
    WorkChange of(WorkOperation.Place operation) {
        if (operation instanceof WorkOperation.MovePartition move) {
            return move(move);
        }
        if (operation instanceof WorkOperation.Pin pin) {
            return pin(pin);
        }
        if (operation instanceof WorkOperation.Unpin unpin) {
            return unpin(unpin);
        }
        if (operation instanceof WorkOperation.Ban ban) {
            return ban(ban);
        }
        return unban((WorkOperation.Unban) operation);
    }

    // ---- on one worker

    private WorkChange pin(WorkOperation.Pin pin) {
        PlacementRule rule = placed(pin.partition(), "worker", pin.worker());
        return WorkChange.pin(rule.what() + " is pinned to " + rule.worker(), rule, false);
    }

    private WorkChange unpin(WorkOperation.Unpin unpin) {
        PartitionId partition = read("partition", unpin.partition(), PartitionId::of);
        PlacementRule pin = pinOf(partition)
                .orElseThrow(() -> refused(ApiError.NOT_FOUND, "partition " + partition + " is not pinned"));
        return WorkChange.of(partition + " may be on any worker again", new DefinitionChange.RemoveRule(pin));
    }

    private WorkChange move(WorkOperation.MovePartition move) {
        PlacementRule rule = placed(move.partition(), "to", move.to());
        PartitionId partition = partition(rule);
        pinOf(partition).ifPresent(pin -> {
            throw refused(ApiError.CONFLICT, "partition " + partition + " is pinned to " + pin.worker());
        });
        if (isOn(state, partition, rule.worker())) {
            return WorkChange.none(partition + " is on " + rule.worker() + " already");
        }
        return WorkChange.pin(partition + " is on " + rule.worker(), rule, true);
    }

    /** Whether a worker has a partition, and was not asked to release it. */
    static boolean isOn(WorkState state, PartitionId partition, NodeId worker) {
        return state.assignment(partition)
                .filter(it -> it.state() == AssignmentState.ASSIGNED)
                .flatMap(Assignment::owner)
                .map(Session::worker)
                .filter(worker::equals)
                .isPresent();
    }

    /** A partition on a worker that can have it. */
    private PlacementRule placed(@Nullable String what, String field, @Nullable String where) {
        PartitionId partition = WorkLookup.partition(state, what);
        WorkerRegistration worker = WorkLookup.worker(state, field, where);
        if (!worker.takes(partition.list())) {
            throw refused(ApiError.CONFLICT, "worker " + worker.worker() + " does not take " + partition.list());
        }
        if (worker.draining()) {
            throw refused(ApiError.CONFLICT, "worker " + worker.worker() + " is draining");
        }
        if (rules(PlacementRule.Kind.BAN).anyMatch(it -> it.worker().equals(worker.worker()) && it.covers(partition))) {
            throw refused(ApiError.CONFLICT, "partition " + partition + " is banned from " + worker.worker());
        }
        return PlacementRule.pin(partition, worker.worker());
    }

    private Optional<PlacementRule> pinOf(PartitionId partition) {
        return rules(PlacementRule.Kind.PIN).filter(it -> it.covers(partition)).findFirst();
    }

    private Stream<PlacementRule> rules(PlacementRule.Kind kind) {
        return state.rules().stream().filter(it -> it.kind() == kind);
    }

    static PartitionId partition(PlacementRule pin) {
        return pin.list().partition(pin.partition().orElseThrow());
    }

    // ---- never on one worker

    /** An absent worker can be banned as well: before it starts, or while it is away. */
    private WorkChange ban(WorkOperation.Ban asked) {
        PlacementRule ban = asked.partition() == null
                ? PlacementRule.ban(
                        WorkLookup.list(state, name(asked.list())).name(), read("worker", asked.worker(), NodeId::of))
                : PlacementRule.ban(
                        WorkLookup.partition(state, alone(asked.partition(), asked.list())),
                        read("worker", asked.worker(), NodeId::of));
        rules(PlacementRule.Kind.PIN)
                .filter(pin -> pin.worker().equals(ban.worker()) && ban.covers(partition(pin)))
                .findFirst()
                .ifPresent(pin -> {
                    throw refused(
                            ApiError.CONFLICT,
                            "partition " + pin.what() + " is pinned to " + pin.worker() + ": unpin it first");
                });
        return WorkChange.of(
                ban.what() + " is banned from " + ban.worker() + consequence(ban), new DefinitionChange.AddRule(ban));
    }

    private WorkChange unban(WorkOperation.Unban asked) {
        NodeId worker = read("worker", asked.worker(), NodeId::of);
        PlacementRule wanted = asked.partition() == null
                ? PlacementRule.ban(name(asked.list()), worker)
                : PlacementRule.ban(read("partition", alone(asked.partition(), asked.list()), PartitionId::of), worker);
        PlacementRule ban = rules(PlacementRule.Kind.BAN)
                .filter(wanted::equals)
                .findFirst()
                .orElseThrow(() -> refused(ApiError.NOT_FOUND, wanted.what() + " is not banned from " + worker));
        return WorkChange.of(ban.what() + " may be on " + worker + " again", new DefinitionChange.RemoveRule(ban));
    }

    private static TaskListName name(@Nullable String list) {
        return read("partition or list", list, TaskListName::of);
    }

    private static String alone(String partition, @Nullable String list) {
        if (list != null) {
            throw refused(ApiError.BAD_REQUEST, "give a partition or a list, not both");
        }
        return partition;
    }

    private String consequence(PlacementRule ban) {
        if (state.worker(ban.worker()).isEmpty()) {
            return ", which is not present now";
        }
        Predicate<WorkerRegistration> canTake = it -> it.takes(ban.list())
                && !it.draining()
                && !it.worker().equals(ban.worker())
                && rules(PlacementRule.Kind.BAN)
                        .noneMatch(other -> other.worker().equals(it.worker()) && other.covers(ban));
        return state.workers().stream().anyMatch(canTake) ? "" : "; no other worker can take it now";
    }
}
