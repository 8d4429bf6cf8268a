// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.allocation.Plan;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** Computes the writes that bring one task list closer to a plan. */
final class ListWrites {
    private final WorkerPool workers;
    private final Plan plan;
    private final TaskList list;
    private final String group;
    private final Epoch coordinator;
    private final NavigableMap<Integer, Assignment> rows;
    private final long highestToken;
    private final List<AssignmentWrite> writes = new ArrayList<>();

    ListWrites(WorkState state, WorkerPool workers, Plan plan, TaskList list, Epoch coordinator) {
        this.workers = workers;
        this.plan = plan;
        this.list = list;
        this.group = list.name().toString();
        this.coordinator = coordinator;
        this.rows = state.assignments(list.name());
        // No token is above the version that it was written under, so tokens of deleted rows are not above it either.
        // Absurd values that were edited by hand do not count.
        this.highestToken = LongStream.concat(
                        LongStream.of(state.highestVersion()),
                        rows.values().stream().filter(it -> !it.isDamaged()).mapToLong(Assignment::token))
                .filter(it -> it < Assignment.MAX_TOKEN)
                .max()
                .orElse(0);
    }

    List<AssignmentWrite> writes() {
        for (int number = 0; number < list.wanted(); number++) {
            wanted(number, rows.get(number));
        }
        rows.tailMap(list.wanted()).values().forEach(this::unwanted);
        return writes;
    }

    private void wanted(int number, @Nullable Assignment row) {
        if (row != null && row.isDamaged() && !isOwned(row)) {
            return;
        }
        Optional<NodeId> node = plan.node(group, number).map(NodeId::of);
        Optional<NodeId> target =
                plan.target(group, number).stream().findFirst().map(NodeId::of);
        if (row == null || !isOwned(row)) {
            give(number, row, node, target);
        } else if (row.state() == AssignmentState.RELEASING) {
            aim(row, node.isPresent() ? node : row.target());
        } else if (row.owner().map(Session::worker).equals(node)) {
            aim(row, target.filter(it -> !Optional.of(it).equals(node)));
        } else {
            write(row, row.releasing(node, coordinator));
        }
    }

    private boolean isOwned(Assignment row) {
        return row.owner().filter(owner -> !workers.hasEnded(owner)).isPresent();
    }

    private void give(int number, @Nullable Assignment row, Optional<NodeId> node, Optional<NodeId> target) {
        Optional<Session> taker = node.flatMap(workers::taker);
        if (taker.isPresent()) {
            long token = (row == null ? highestToken : row.token()) + 1;
            Assignment given = Assignment.assigned(list.name().partition(number), taker.get(), token, coordinator)
                    .withTarget(target.filter(it -> !Optional.of(it).equals(node)), coordinator);
            writes.add(new AssignmentWrite(Optional.ofNullable(row), given));
        } else if (row != null && row.state() != AssignmentState.FREE) {
            write(row, row.free(coordinator));
        }
    }

    private void aim(Assignment row, Optional<NodeId> target) {
        if (!row.target().equals(target)) {
            write(row, row.withTarget(target, coordinator));
        }
    }

    private void unwanted(Assignment row) {
        if (row.state() == AssignmentState.RETIRED || row.state() == AssignmentState.DAMAGED) {
            return;
        }
        if (!isOwned(row)) {
            write(row, row.retired(coordinator));
        } else if (row.state() == AssignmentState.ASSIGNED) {
            write(row, row.releasing(Optional.empty(), coordinator));
        } else {
            aim(row, Optional.empty());
        }
    }

    private void write(Assignment seen, Assignment next) {
        writes.add(new AssignmentWrite(Optional.of(seen), next));
    }
}
