// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.BatonException;
import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ControllerOutcome.ChangeReport;
import dev.baton.admin.ControllerOutcome.Changes;
import dev.baton.admin.ControllerOutcome.Saved;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.TopicReport;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerView;
import dev.baton.controller.ReplicaGroup;
import dev.baton.controller.StateChange;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicName;
import dev.baton.raft.member.RaftMember;
import dev.baton.raft.member.StateHash;
import dev.baton.server.partitions.ClusterFigures;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** Reads what this member has applied: as it is, or after a majority has said what the latest is. */
final class ControllerQueries {
    /** Less than the command line waits for an answer, so that its user hears why there is none. */
    private static final Duration PATIENCE = Duration.ofSeconds(4);

    private final ControllerGroup group;
    private final ClusterFigures figures;
    /** Making one costs as much as writing the whole state. */
    private volatile StateHash lastHash = new StateHash(-1, Collections.emptySortedMap());

    ControllerQueries(ControllerGroup group, ClusterFigures figures) {
        this.group = group;
        this.figures = figures;
    }

    /** Waits until this member has all that was done before the call. */
    private void catchUp() {
        try {
            long version = group.client().latestVersion(PATIENCE).join();
            group.part()
                    .reached(version)
                    .orTimeout(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException | BatonException away) {
            throw unanswered();
        }
    }

    private static ApiException unanswered() {
        return new ApiException(
                ApiError.UNAVAILABLE, "no majority answers, or this node lags: /api/v1/local has what it knows");
    }

    ControllerReport report() {
        RaftMember member = group.member();
        StateHash hash = hash();
        return group.part()
                .read(view -> new ControllerReport(
                        group.self().value(),
                        member.cluster().map(UUID::toString).orElse(null),
                        member.leader().map(NodeId::value).orElse(null),
                        member.term(),
                        member.committedIndex(),
                        member.appliedIndex(),
                        member.snapshotIndex(),
                        hash.index(),
                        hash.parts().entrySet().stream()
                                .map(it -> new ControllerReport.PartHash(it.getKey(), it.getValue()))
                                .toList(),
                        view.version(),
                        view.format(),
                        view.topics().size(),
                        view.partitions(),
                        view.groups().size(),
                        member.members().stream()
                                .map(it -> new ControllerReport.GroupMember(
                                        it.node().value(),
                                        it.role().name(),
                                        it.address(),
                                        it.lag().orElse(null),
                                        it.silent().map(Duration::toMillis).orElse(null)))
                                .toList(),
                        nodes(view),
                        member.ended().orElse(null)));
    }

    private StateHash hash() {
        StateHash last = lastHash;
        if (last.index() < 0 || last.index() != group.member().appliedIndex()) {
            last = group.member().stateHash();
            lastHash = last;
        }
        return last;
    }

    private static List<ControllerReport.RegisteredNode> nodes(ControllerView view) {
        Map<NodeId, int[]> counts = new HashMap<>();
        for (ReplicaGroup group : view.groups()) {
            group.replicas().forEach(it -> count(counts, it)[0]++);
            count(counts, group.preferredLeader())[1]++;
            group.leader().ifPresent(it -> count(counts, it)[2]++);
        }
        List<ControllerReport.RegisteredNode> nodes = new ArrayList<>();
        for (ClusterNode node : view.nodes()) {
            int[] has = count(counts, node.id());
            nodes.add(new ControllerReport.RegisteredNode(
                    node.id().value(),
                    node.zone(),
                    node.weight(),
                    node.epoch(),
                    node.fenced(),
                    node.draining(),
                    has[0],
                    has[1],
                    has[2]));
        }
        return nodes;
    }

    private static int[] count(Map<NodeId, int[]> counts, NodeId node) {
        return counts.computeIfAbsent(node, it -> new int[3]);
    }

    /** As this member knows them. */
    TopicReport.Topics localTopics() {
        return group.part()
                .read(view -> new TopicReport.Topics(
                        view.version(),
                        view.index(),
                        view.topics().stream()
                                .map(it -> report(view, it))
                                .sorted(Comparator.comparing(TopicReport::name))
                                .toList()));
    }

    /** With all that was acknowledged before, and with figures. */
    TopicReport.Topics topics() {
        catchUp();
        TopicReport.Topics topics = localTopics();
        ClusterFigures.Collected told = figures.collect();
        return new TopicReport.Topics(
                topics.version(),
                topics.index(),
                topics.topics().stream().map(told::addTo).toList());
    }

    private static TopicReport report(ControllerView view, Topic topic) {
        int leaderless = 0;
        for (int partition = 0; partition < topic.partitions(); partition++) {
            leaderless += view.place(topic, partition).leader().isEmpty() ? 1 : 0;
        }
        return new TopicReport(
                topic.name().value(),
                topic.id().toString(),
                topic.partitions(),
                topic.replicationFactor(),
                leaderless,
                topic.config(),
                null);
    }

    /** With all that was acknowledged before, and with figures. */
    TopicReport.Described describe(String name, long from, int limit) {
        catchUp();
        TopicReport.Described described = describeLocal(name, from, limit);
        return figures.collect().addTo(described);
    }

    /** As this member knows it. */
    TopicReport.Described describeLocal(String name, long from, int limit) {
        TopicName wanted = ControllerOperations.checked(() -> TopicName.of(name));
        return group.part()
                .read(view -> view.topic(wanted).map(topic -> describe(view, topic, from, limit)))
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, "there is no topic " + wanted));
    }

    private static TopicReport.Described describe(ControllerView view, Topic topic, long from, int limit) {
        List<TopicReport.Partition> partitions = new ArrayList<>();
        for (long number = from; number < Math.min(topic.partitions(), from + limit); number++) {
            ControllerView.PartitionPlace place = view.place(topic, (int) number);
            partitions.add(new TopicReport.Partition(
                    place.partition(),
                    place.group().value(),
                    place.replicas().stream().map(NodeId::value).toList(),
                    place.leader().map(NodeId::value).orElse(null),
                    place.leaderEpoch().value(),
                    null));
        }
        return new TopicReport.Described(view.version(), view.index(), report(view, topic), partitions);
    }

    TopicReport.Groups groups() {
        return group.part()
                .read(view -> new TopicReport.Groups(
                        view.version(),
                        view.index(),
                        view.groups().stream()
                                .map(it -> new TopicReport.Group(
                                        it.id().value(),
                                        it.leader().map(NodeId::value).orElse(null),
                                        it.leaderEpoch().value(),
                                        it.preferredLeader().value(),
                                        names(it.replicas()),
                                        it.partitions(),
                                        names(it.leaving())))
                                .toList()));
    }

    private static String names(List<NodeId> nodes) {
        return nodes.stream().map(NodeId::value).collect(Collectors.joining(", "));
    }

    Changes changes(long since) {
        long version = group.part().version();
        Optional<List<StateChange>> changes = group.part().changesSince(since);
        return new Changes(
                version,
                changes.isEmpty(),
                changes.orElse(List.of()).stream()
                        .filter(it -> it.version() <= version)
                        .map(it -> new ChangeReport(it.version(), it.kind().name(), it.subject()))
                        .toList());
    }

    Saved save() {
        try {
            byte[] state = group.client().save(PATIENCE).join();
            return new Saved(group.part().version(), Base64.getEncoder().encodeToString(state));
        } catch (CompletionException | BatonException away) {
            throw unanswered();
        }
    }
}
