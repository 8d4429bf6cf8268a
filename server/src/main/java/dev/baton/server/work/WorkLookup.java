// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.work.PartitionId;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkerRegistration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds what a request names in the store; refuses what is missing or invalid with the reason. Pure. */
final class WorkLookup {
    private WorkLookup() {}

    /** Reads a field of a request; our own message says what is wrong with it. */
    static <S, T> T read(String field, @Nullable S said, Function<S, T> reader) {
        if (said == null) {
            throw refused(ApiError.BAD_REQUEST, field + " is missing");
        }
        try {
            return reader.apply(said);
        } catch (IllegalArgumentException wrong) {
            throw refused(ApiError.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
    }

    static TaskList list(WorkState state, TaskListName name) {
        TaskList list =
                state.list(name).orElseThrow(() -> refused(ApiError.NOT_FOUND, "task list " + name + " is not known"));
        if (list.retired()) {
            throw refused(ApiError.CONFLICT, "task list " + name + " is retired");
        }
        return list;
    }

    static PartitionId partition(WorkState state, @Nullable String said) {
        PartitionId partition = read("partition", said, PartitionId::of);
        TaskList list = list(state, partition.list());
        if (partition.number() >= list.partitions()) {
            throw refused(
                    ApiError.NOT_FOUND,
                    "task list " + list.name() + " has " + count(list.partitions()) + ", numbered from 0");
        }
        return partition;
    }

    static WorkerRegistration worker(WorkState state, String field, @Nullable String id) {
        NodeId worker = read(field, id, NodeId::of);
        return state.worker(worker)
                .orElseThrow(() -> refused(
                        ApiError.NOT_FOUND, "worker " + worker + " is not present; baton work lists the workers"));
    }

    static String count(int partitions) {
        return partitions == 1 ? "1 partition" : partitions + " partitions";
    }

    static ApiException refused(ApiError error, String why) {
        return new ApiException(error, why);
    }
}
