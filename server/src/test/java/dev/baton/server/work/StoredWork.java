// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.WorkState;
import dev.baton.work.memory.InMemoryWorkStore;
import java.util.List;
import java.util.Optional;

/** Something stored, to be looked at. */
final class StoredWork {
    final InMemoryWorkStore store = new InMemoryWorkStore();

    StoredWork list(String name, int partitions) {
        store.define(TaskList.of(name, partitions));
        return this;
    }

    StoredWork worker(String id) {
        store.register(Leaderships.session(id, 1), Leaderships.registration(id, 1));
        return this;
    }

    StoredWork owned(String partition, String worker) {
        return write(Assignment.assigned(
                PartitionId.of(partition),
                Session.of(worker, 1),
                1,
                Leaderships.coordinator(1).epoch()));
    }

    StoredWork releasing(String partition, String to) {
        Assignment row = state().assignment(PartitionId.of(partition)).orElseThrow();
        return write(row.releasing(
                Optional.of(NodeId.of(to)), Leaderships.coordinator(1).epoch()));
    }

    private StoredWork write(Assignment next) {
        store.write(
                Leaderships.coordinator(1), List.of(new AssignmentWrite(state().assignment(next.partition()), next)));
        return this;
    }

    WorkState state() {
        WorkState state = new WorkState();
        state.refresh(store);
        return state;
    }
}
