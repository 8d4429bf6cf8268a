// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.ConsumerGroupReport.Coordinated;
import dev.baton.admin.ConsumerGroupReport.Described;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.Topic;
import dev.baton.kafka.groups.LocalGroups;
import dev.baton.server.partitions.ClusterFigures;
import dev.baton.server.partitions.ClusterQuery;
import dev.baton.server.partitions.ShortCache;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** The consumer groups of the cluster: each node reports those that it coordinates. Any thread; waits for answers. */
final class GroupQueries {
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final String node;
    private final LocalGroups groups;
    private final ControllerPart controller;
    private final ClusterFigures figures;
    private final ShortCache<ClusterQuery.Replies<Coordinated>> told;

    GroupQueries(
            String node,
            LocalGroups groups,
            ControllerPart controller,
            ClusterQuery nodes,
            ClusterFigures figures,
            Ticker ticker) {
        this.node = node;
        this.groups = groups;
        this.controller = controller;
        this.figures = figures;
        this.told =
                new ShortCache<>(() -> nodes.ask(GroupRoutes.LOCAL, Coordinated.class, this::coordinatedHere), ticker);
    }

    /** The groups that this node coordinates. */
    Coordinated coordinatedHere() {
        try {
            return new Coordinated(
                    node,
                    groups.all().orTimeout(PATIENCE.toNanos(), TimeUnit.NANOSECONDS).join().stream()
                            .map(it -> LagRules.report(node, it))
                            .toList());
        } catch (CompletionException late) {
            throw new ApiException(ApiError.UNAVAILABLE, "this node loads the groups that it coordinates");
        }
    }

    /** The groups that this node coordinates, with lag. */
    List<Described> measuredHere() {
        List<Described> here = coordinatedHere().groups();
        if (here.isEmpty()) {
            return here;
        }
        LagRules.Ends ends = ends(figures.collect());
        return here.stream().map(it -> LagRules.measured(it, ends)).toList();
    }

    /** All groups of the cluster. */
    ConsumerGroupReport.Groups all() {
        ClusterQuery.Replies<Coordinated> answers = told.get();
        ClusterFigures.Collected collected = figures.collect();
        LagRules.Ends ends = ends(collected);
        // Two nodes may both report that they coordinate a group, until one learns that it was replaced.
        Map<String, ConsumerGroupReport> found = new LinkedHashMap<>();
        answers.answers().stream()
                .flatMap(it -> it.groups().stream())
                .forEach(it -> found.putIfAbsent(
                        it.group().group(), LagRules.measured(it, ends).group()));
        TreeSet<String> unanswered = new TreeSet<>(answers.unanswered());
        unanswered.addAll(collected.unanswered());
        return new ConsumerGroupReport.Groups(
                found.values().stream()
                        .sorted(Comparator.comparing(ConsumerGroupReport::group))
                        .toList(),
                List.copyOf(unanswered));
    }

    Described describe(String group) {
        ClusterQuery.Replies<Coordinated> answers = told.get();
        Described found = answers.answers().stream()
                .flatMap(it -> it.groups().stream())
                .filter(it -> it.group().group().equals(group))
                .findFirst()
                .orElseThrow(() -> answers.unanswered().isEmpty()
                        ? new ApiException(ApiError.NOT_FOUND, "there is no consumer group " + group)
                        : new ApiException(
                                ApiError.UNAVAILABLE,
                                "no node that answers has a consumer group " + group + ", and "
                                        + String.join(", ", answers.unanswered()) + " did not answer"));
        return LagRules.measured(found, ends(figures.collect()));
    }

    /** The cached state is outdated. */
    void changed() {
        told.forget();
    }

    private LagRules.Ends ends(ClusterFigures.Collected collected) {
        Map<String, String> ids = controller.read(view -> {
            Map<String, String> known = new LinkedHashMap<>();
            for (Topic topic : view.topics()) {
                known.put(topic.name().value(), topic.id().toString());
            }
            return known;
        });
        return (topic, partition) -> ids.containsKey(topic)
                ? collected
                        .of(ids.get(topic), partition)
                        .map(it -> OptionalLong.of(it.endOffset()))
                        .orElseGet(OptionalLong::empty)
                : OptionalLong.empty();
    }
}
