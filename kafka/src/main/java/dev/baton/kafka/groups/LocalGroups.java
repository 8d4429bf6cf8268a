// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.NodeId;
import dev.baton.controller.Topic;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.groups.GroupState.Committed;
import dev.baton.kafka.groups.GroupState.Member;
import dev.baton.kafka.groups.GroupState.Place;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.message.ConsumerGroupDescribeResponseData;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.ListGroupsRequestData;
import org.apache.kafka.common.message.ListGroupsResponseData.ListedGroup;
import org.apache.kafka.common.message.OffsetFetchRequestData.OffsetFetchRequestGroup;
import org.apache.kafka.common.message.OffsetFetchResponseData.OffsetFetchResponseGroup;
import org.apache.kafka.common.network.ClientInformation;
import org.apache.kafka.common.network.ListenerName;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.types.SchemaException;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.BufferSupplier;
import org.apache.kafka.coordinator.group.GroupCoordinator;

/** The consumer groups that this node coordinates, for those who run it: no rights are asked for. Any thread. */
public final class LocalGroups {
    private static final String CONSUMER = "consumer";

    private final KafkaClusterView cluster;
    private final Groups groups;

    public LocalGroups(KafkaClusterView cluster, Groups groups) {
        this.cluster = cluster;
        this.groups = groups;
    }

    /** What came of a deletion. */
    public enum Deletion {
        /** The group is gone, with its offsets. */
        DELETED,
        /** There is no such group. */
        UNKNOWN,
        /** It has members, so it stays. */
        IN_USE,
        /** Another node coordinates it, or it is being loaded: nothing was done. */
        ELSEWHERE,
        /** It may or may not be gone. */
        NOT_KNOWN
    }

    /** Who coordinates a group, whether or not there is one of this name; empty if no coordinator is known. */
    public Optional<NodeId> coordinatorOf(String group) {
        Optional<Topic> topic = cluster.topic(KafkaClusterView.OFFSETS_TOPIC);
        if (topic.isEmpty()) {
            return Optional.empty();
        }
        int partition;
        try {
            partition = groups.coordinator().partitionFor(group);
        } catch (CoordinatorNotAvailableException notYet) {
            return Optional.empty();
        }
        Optional<PartitionLog> local =
                cluster.partitions().log(new PartitionKey(topic.get().id(), partition));
        return local.filter(it -> it.ledIn().isPresent())
                .map(it -> cluster.self())
                .or(() -> local.flatMap(PartitionLog::leader))
                .or(() -> cluster.read(view -> view.topic(topic.get().id())
                        .flatMap(it -> view.place(it, partition).leader())));
    }

    /** All that this node coordinates; fails while it loads some of them. */
    public CompletableFuture<List<GroupState>> all() {
        if (cluster.topic(KafkaClusterView.OFFSETS_TOPIC).isEmpty()) {
            return CompletableFuture.completedFuture(List.of());
        }
        GroupCoordinator coordinator;
        try {
            coordinator = groups.coordinator();
        } catch (CoordinatorNotAvailableException notYet) {
            return CompletableFuture.completedFuture(List.of());
        }
        return coordinator
                .listGroups(context(ApiKeys.LIST_GROUPS), new ListGroupsRequestData())
                .thenCompose(found -> found.errorCode() == Errors.NONE.code()
                        ? states(coordinator, found.groups())
                        : CompletableFuture.failedFuture(
                                Errors.forCode(found.errorCode()).exception()));
    }

    /** The names of all that this node coordinates; fails while it loads some of them. */
    CompletableFuture<List<String>> names() {
        try {
            return groups.coordinator()
                    .listGroups(context(ApiKeys.LIST_GROUPS), new ListGroupsRequestData())
                    .thenCompose(found -> found.errorCode() == Errors.NONE.code()
                            ? CompletableFuture.completedFuture(found.groups().stream()
                                    .map(ListedGroup::groupId)
                                    .toList())
                            : CompletableFuture.failedFuture(
                                    Errors.forCode(found.errorCode()).exception()));
        } catch (CoordinatorNotAvailableException notYet) {
            return CompletableFuture.completedFuture(List.of());
        }
    }

    private static CompletableFuture<List<GroupState>> states(GroupCoordinator coordinator, List<ListedGroup> listed) {
        List<CompletableFuture<Optional<GroupState>>> states = listed.stream()
                .filter(it -> isOffered(it.groupType()))
                .map(it -> state(coordinator, it))
                .toList();
        return CompletableFuture.allOf(states.toArray(CompletableFuture[]::new))
                .thenApply(ignored -> states.stream()
                        .flatMap(it -> it.join().stream())
                        .sorted(Comparator.comparing(GroupState::name))
                        .toList());
    }

    private static boolean isOffered(String type) {
        return type.equalsIgnoreCase(CONSUMER) || type.equalsIgnoreCase("classic");
    }

    /** Empty if the group is gone meanwhile. */
    private static CompletableFuture<Optional<GroupState>> state(GroupCoordinator coordinator, ListedGroup group) {
        CompletableFuture<OffsetFetchResponseGroup> offsets = coordinator.fetchOffsets(
                context(ApiKeys.OFFSET_FETCH),
                new OffsetFetchRequestGroup().setGroupId(group.groupId()).setTopics(null),
                false);
        CompletableFuture<Optional<GroupState>> described = group.groupType().equalsIgnoreCase(CONSUMER)
                ? coordinator
                        .consumerGroupDescribe(context(ApiKeys.CONSUMER_GROUP_DESCRIBE), List.of(group.groupId()))
                        .thenCombine(
                                offsets,
                                (found, kept) -> found.stream()
                                        .filter(it -> it.errorCode() == Errors.NONE.code())
                                        .findFirst()
                                        .map(it -> modern(it, committed(kept))))
                : coordinator
                        .describeGroups(context(ApiKeys.DESCRIBE_GROUPS), List.of(group.groupId()))
                        .thenCombine(
                                offsets,
                                (found, kept) -> found.stream()
                                        .filter(it -> it.errorCode() == Errors.NONE.code())
                                        .findFirst()
                                        .map(it -> classic(it, committed(kept))));
        return described.exceptionally(gone -> Optional.empty());
    }

    private static List<Committed> committed(OffsetFetchResponseGroup found) {
        List<Committed> offsets = new ArrayList<>();
        found.topics()
                .forEach(topic -> topic.partitions().stream()
                        .filter(it -> it.errorCode() == Errors.NONE.code() && it.committedOffset() >= 0)
                        .forEach(it -> offsets.add(
                                new Committed(new Place(topic.name(), it.partitionIndex()), it.committedOffset()))));
        return offsets;
    }

    private static GroupState modern(
            ConsumerGroupDescribeResponseData.DescribedGroup group, List<Committed> committed) {
        List<Member> members = group.members().stream()
                .map(it -> new Member(
                        it.memberId(),
                        Optional.ofNullable(it.instanceId()),
                        it.clientId(),
                        it.clientHost(),
                        places(it.assignment().topicPartitions())))
                .toList();
        return new GroupState(group.groupId(), CONSUMER, group.groupState(), group.assignorName(), members, committed);
    }

    private static List<Place> places(Collection<ConsumerGroupDescribeResponseData.TopicPartitions> assigned) {
        return assigned.stream()
                .flatMap(topic -> topic.partitions().stream().map(it -> new Place(topic.topicName(), it)))
                .toList();
    }

    private static GroupState classic(DescribeGroupsResponseData.DescribedGroup group, List<Committed> committed) {
        boolean readable = group.protocolType().equals(CONSUMER);
        List<Member> members = group.members().stream()
                .map(it -> new Member(
                        it.memberId(),
                        Optional.ofNullable(it.groupInstanceId()),
                        it.clientId(),
                        it.clientHost(),
                        readable ? places(it.memberAssignment()) : List.of()))
                .toList();
        return new GroupState(group.groupId(), "classic", group.groupState(), group.protocolData(), members, committed);
    }

    /** Consumers of the classic protocol agree on what these bytes are among themselves, and may send any. */
    private static List<Place> places(byte[] assignment) {
        if (assignment.length == 0) {
            return List.of();
        }
        try {
            return ConsumerProtocol.deserializeAssignment(ByteBuffer.wrap(assignment)).partitions().stream()
                    .map(it -> new Place(it.topic(), it.partition()))
                    .toList();
        } catch (SchemaException | IllegalArgumentException | java.nio.BufferUnderflowException foreign) {
            return List.of();
        }
    }

    /** Deletes a group without members, with its offsets. */
    public CompletableFuture<Deletion> delete(String group) {
        GroupCoordinator coordinator;
        try {
            coordinator = groups.coordinator();
        } catch (CoordinatorNotAvailableException notYet) {
            return CompletableFuture.completedFuture(Deletion.UNKNOWN);
        }
        return coordinator
                .deleteGroups(context(ApiKeys.DELETE_GROUPS), List.of(group), BufferSupplier.NO_CACHING)
                .thenApply(results -> results.stream()
                        .findFirst()
                        .map(it -> deletion(Errors.forCode(it.errorCode())))
                        .orElse(Deletion.NOT_KNOWN));
    }

    private static Deletion deletion(Errors error) {
        return switch (error) {
            case NONE -> Deletion.DELETED;
            case GROUP_ID_NOT_FOUND, INVALID_GROUP_ID -> Deletion.UNKNOWN;
            case NON_EMPTY_GROUP -> Deletion.IN_USE;
            case NOT_COORDINATOR, COORDINATOR_LOAD_IN_PROGRESS, COORDINATOR_NOT_AVAILABLE -> Deletion.ELSEWHERE;
            default -> Deletion.NOT_KNOWN;
        };
    }

    /** As if a client of the newest version had asked from this machine. */
    private static RequestContext context(ApiKeys key) {
        return new RequestContext(
                new RequestHeader(key, key.latestVersion(), "baton", 0),
                "admin",
                InetAddress.getLoopbackAddress(),
                KafkaPrincipal.ANONYMOUS,
                ListenerName.forSecurityProtocol(SecurityProtocol.PLAINTEXT),
                SecurityProtocol.PLAINTEXT,
                ClientInformation.EMPTY,
                false);
    }
}
