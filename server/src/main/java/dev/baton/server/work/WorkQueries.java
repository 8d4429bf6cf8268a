// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkMap;
import dev.baton.admin.WorkPartitions;
import dev.baton.admin.WorkView;
import dev.baton.server.cluster.Fanout;
import dev.baton.server.part.NodeContext;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Answers questions about the work. */
final class WorkQueries {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final NodeWork work;
    private final NodeContext node;
    private final Supplier<ConfiguredTaskLists> declared;

    WorkQueries(NodeWork work, NodeContext node, Supplier<ConfiguredTaskLists> declared) {
        this.work = work;
        this.node = node;
        this.declared = declared;
    }

    /** As the coordinator says, which alone knows why something is as it is; without it, as it is stored. */
    WorkView view() {
        return fromCoordinator(WorkRoutes.LOCAL, WorkView.class).orElseGet(this::own);
    }

    /** Empty where this node coordinates itself, nobody does, or the one that does not answer. */
    private <T> Optional<T> fromCoordinator(String path, Class<T> kind) {
        Optional<String> elsewhere = work.leader()
                .filter(it -> !it.node().id().equals(node.plan().id()))
                .flatMap(it -> it.endpoints().find("admin"));
        if (elsewhere.isEmpty() || node.client().isEmpty()) {
            return Optional.empty();
        }
        // It may just have died; what is stored is there all the same.
        return Fanout.ask(node.client().get(), elsewhere.get(), path, kind, PATIENCE)
                .join();
    }

    WorkView own() {
        Optional<Leader> leader = work.leader();
        Optional<Long> oldest = work.oldestUnassigned().map(Duration::toMillis);
        return look(state -> {
            WorkViews views = new WorkViews(state, work.status(), declared.get());
            return views.view(
                    views.coordinator(
                            leader.map(it -> it.node().id().value()),
                            leader.map(it -> it.epoch().value()).orElse(0L)),
                    oldest.orElse(null));
        });
    }

    WorkMap map(Optional<String> since) {
        return WorkOperations.translated(() -> work.reader().map(since));
    }

    WorkPartitions partitions(String name, int from, int limit) {
        return look(state -> state.list(name(name))
                .map(it -> WorkViews.partitions(state, it, from, limit))
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, "there is no such task list")));
    }

    private static TaskListName name(String text) {
        try {
            return TaskListName.of(text);
        } catch (IllegalArgumentException wrong) {
            throw new ApiException(ApiError.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
    }

    /** As the coordinator says, which alone knows which workers live. */
    WorkForecast forecast(String without, int limit) {
        WorkForecast own = ownForecast(without, limit);
        String query = "?without=" + URLEncoder.encode(without, StandardCharsets.UTF_8) + "&limit=" + limit;
        return fromCoordinator(WorkRoutes.LOCAL + "/plan" + query, WorkForecast.class)
                .orElse(own);
    }

    WorkForecast ownForecast(String without, int limit) {
        Set<NodeId> gone;
        try {
            gone = Arrays.stream(without.split(","))
                    .map(String::strip)
                    .filter(it -> !it.isEmpty())
                    .map(NodeId::of)
                    .collect(Collectors.toSet());
        } catch (IllegalArgumentException wrong) {
            throw new ApiException(ApiError.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
        return look(state -> {
            gone.stream().filter(it -> state.worker(it).isEmpty()).findFirst().ifPresent(it -> {
                throw new ApiException(ApiError.NOT_FOUND, "worker " + it + " is not present");
            });
            return WorkViews.forecast(state, gone, work.work().planWithout(state, gone), limit);
        });
    }

    private <T> T look(java.util.function.Function<WorkState, T> look) {
        return WorkOperations.translated(() -> work.reader().look(look));
    }
}
