// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import dev.baton.controller.Topic;
import dev.baton.kafka.access.Rights;
import dev.baton.kafka.api.ApiHandler;
import dev.baton.kafka.api.ApiHandlers;
import dev.baton.kafka.api.KafkaClusterView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.errors.CoordinatorNotAvailableException;
import org.apache.kafka.common.message.ConsumerGroupDescribeResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData;
import org.apache.kafka.common.message.DeleteGroupsResponseData.DeletableGroupResult;
import org.apache.kafka.common.message.DescribeGroupsResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData;
import org.apache.kafka.common.message.FindCoordinatorResponseData.Coordinator;
import org.apache.kafka.common.message.SyncGroupResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.ConsumerGroupDescribeRequest;
import org.apache.kafka.common.requests.ConsumerGroupDescribeResponse;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatRequest;
import org.apache.kafka.common.requests.ConsumerGroupHeartbeatResponse;
import org.apache.kafka.common.requests.DeleteGroupsRequest;
import org.apache.kafka.common.requests.DeleteGroupsResponse;
import org.apache.kafka.common.requests.DescribeGroupsRequest;
import org.apache.kafka.common.requests.DescribeGroupsResponse;
import org.apache.kafka.common.requests.FindCoordinatorRequest;
import org.apache.kafka.common.requests.FindCoordinatorRequest.CoordinatorType;
import org.apache.kafka.common.requests.FindCoordinatorResponse;
import org.apache.kafka.common.requests.HeartbeatRequest;
import org.apache.kafka.common.requests.HeartbeatResponse;
import org.apache.kafka.common.requests.JoinGroupRequest;
import org.apache.kafka.common.requests.JoinGroupResponse;
import org.apache.kafka.common.requests.LeaveGroupRequest;
import org.apache.kafka.common.requests.LeaveGroupResponse;
import org.apache.kafka.common.requests.ListGroupsRequest;
import org.apache.kafka.common.requests.ListGroupsResponse;
import org.apache.kafka.common.requests.OffsetCommitRequest;
import org.apache.kafka.common.requests.OffsetDeleteRequest;
import org.apache.kafka.common.requests.OffsetFetchRequest;
import org.apache.kafka.common.requests.RequestContext;
import org.apache.kafka.common.requests.SyncGroupRequest;
import org.apache.kafka.common.requests.SyncGroupResponse;
import org.apache.kafka.common.utils.BufferSupplier;

/** Hands requests about groups to the group coordinator. */
public final class GroupHandlers {
    /** Since then, one request asks for the coordinators of several groups. */
    private static final short WITH_SEVERAL = FindCoordinatorRequest.MIN_BATCHED_VERSION;

    private final KafkaClusterView cluster;
    private final Groups groups;
    private final Rights rights;
    private final GroupAdmission admission;

    public GroupHandlers(KafkaClusterView cluster, Groups groups, Rights rights, GroupAdmission admission) {
        this.admission = admission;
        this.cluster = cluster;
        this.groups = groups;
        this.rights = rights;
    }

    /** Adds what is about groups to what is offered. */
    public ApiHandlers addTo(ApiHandlers apis) {
        GroupOffsets offsets = new GroupOffsets(cluster, groups, rights);
        return apis.on(ApiKeys.FIND_COORDINATOR, FindCoordinatorRequest.class, this::find)
                .on(
                        ApiKeys.JOIN_GROUP,
                        JoinGroupRequest.class,
                        allowed(
                                it -> it.data().groupId(),
                                admission.joining((context, request) -> groups.coordinator()
                                        .joinGroup(context, request.data(), BufferSupplier.NO_CACHING)
                                        .thenApply(data -> new JoinGroupResponse(data, context.apiVersion())))))
                .on(
                        ApiKeys.SYNC_GROUP,
                        SyncGroupRequest.class,
                        allowed(
                                it -> it.data().groupId(),
                                admission.syncing((context, request) -> groups.coordinator()
                                        .syncGroup(context, request.data(), BufferSupplier.NO_CACHING)
                                        .thenApply(GroupHandlers::synced))))
                .on(
                        ApiKeys.HEARTBEAT,
                        HeartbeatRequest.class,
                        allowed(
                                it -> it.data().groupId(),
                                admission.beating((context, request) -> groups.coordinator()
                                        .heartbeat(context, request.data())
                                        .thenApply(HeartbeatResponse::new))))
                .on(
                        ApiKeys.LEAVE_GROUP,
                        LeaveGroupRequest.class,
                        allowed(
                                it -> it.data().groupId(),
                                admission.leaving((context, request) -> groups.coordinator()
                                        .leaveGroup(context, request.normalizedData())
                                        .thenApply(data -> new LeaveGroupResponse(data, context.apiVersion())))))
                .on(
                        ApiKeys.CONSUMER_GROUP_HEARTBEAT,
                        ConsumerGroupHeartbeatRequest.class,
                        allowed(
                                it -> it.data().groupId(),
                                admission.consuming((context, request) -> groups.coordinator()
                                        .consumerGroupHeartbeat(context, request.data())
                                        .thenApply(ConsumerGroupHeartbeatResponse::new))))
                .on(ApiKeys.CONSUMER_GROUP_DESCRIBE, ConsumerGroupDescribeRequest.class, this::describeConsumers)
                .on(ApiKeys.LIST_GROUPS, ListGroupsRequest.class, this::list)
                .on(ApiKeys.DESCRIBE_GROUPS, DescribeGroupsRequest.class, this::describe)
                .on(ApiKeys.DELETE_GROUPS, DeleteGroupsRequest.class, this::delete)
                .on(
                        ApiKeys.OFFSET_COMMIT,
                        OffsetCommitRequest.class,
                        allowed(it -> it.data().groupId(), admission.committing(offsets::commit)))
                .on(ApiKeys.OFFSET_FETCH, OffsetFetchRequest.class, offsets::fetch)
                .on(
                        ApiKeys.OFFSET_DELETE,
                        OffsetDeleteRequest.class,
                        allowed(it -> it.data().groupId(), offsets::delete));
    }

    /** Has a request about one group refused, unless its user may use the group. */
    private <Q extends AbstractRequest> ApiHandler<Q> allowed(Function<Q, String> group, ApiHandler<Q> handler) {
        return (context, request) -> rights.mayUseGroup(context.principal, group.apply(request))
                ? handler.handle(context, request)
                : CompletableFuture.completedFuture(
                        request.getErrorResponse(0, Errors.GROUP_AUTHORIZATION_FAILED.exception()));
    }

    /** Of several groups that a request names, each once, those that its user may use, or those that it may not. */
    private List<String> named(RequestContext context, List<String> wanted, boolean allowed) {
        return wanted.stream()
                .distinct()
                .filter(it -> rights.mayUseGroup(context.principal, it) == allowed)
                .toList();
    }

    /** Clients give up on a SyncGroup that finds its group loading. Its rebalance is over anyway: they join again. */
    private static SyncGroupResponse synced(SyncGroupResponseData data) {
        if (data.errorCode() == Errors.COORDINATOR_LOAD_IN_PROGRESS.code()) {
            data.setErrorCode(Errors.REBALANCE_IN_PROGRESS.code());
        }
        return new SyncGroupResponse(data);
    }

    private CompletableFuture<FindCoordinatorResponse> find(RequestContext context, FindCoordinatorRequest request) {
        boolean several = context.apiVersion() >= WITH_SEVERAL;
        List<String> keys = several
                ? request.data().coordinatorKeys()
                : List.of(request.data().key());
        if (request.data().keyType() != CoordinatorType.GROUP.id()) {
            // Transactions and share groups are not supported.
            return CompletableFuture.completedFuture(found(
                    several,
                    keys.stream()
                            .map(key -> FindCoordinatorResponse.prepareCoordinatorResponse(
                                    Errors.UNSUPPORTED_VERSION, key, Node.noNode()))
                            .toList()));
        }
        // Who may use none of them does not have the topic of groups created either.
        CompletableFuture<Topic> kept = named(context, keys, true).isEmpty()
                ? CompletableFuture.failedFuture(Errors.GROUP_AUTHORIZATION_FAILED.exception())
                : groups.topic();
        return kept.handle((topic, failure) -> {
            List<Coordinator> coordinators = new ArrayList<>();
            for (String key : keys) {
                boolean allowed = rights.mayUseGroup(context.principal, key);
                Optional<Node> node = failure == null && allowed ? node(topic, key) : Optional.empty();
                Errors missing = allowed ? Errors.COORDINATOR_NOT_AVAILABLE : Errors.GROUP_AUTHORIZATION_FAILED;
                coordinators.add(FindCoordinatorResponse.prepareCoordinatorResponse(
                        node.isPresent() ? Errors.NONE : missing, key, node.orElse(Node.noNode())));
            }
            return found(several, coordinators);
        });
    }

    private static FindCoordinatorResponse found(boolean several, List<Coordinator> coordinators) {
        FindCoordinatorResponseData data = new FindCoordinatorResponseData();
        if (several) {
            return new FindCoordinatorResponse(data.setCoordinators(coordinators));
        }
        Coordinator only = coordinators.get(0);
        return new FindCoordinatorResponse(data.setErrorCode(only.errorCode())
                .setErrorMessage(only.errorMessage())
                .setNodeId(only.nodeId())
                .setHost(only.host())
                .setPort(only.port()));
    }

    private Optional<Node> node(Topic topic, String group) {
        try {
            int partition = groups.coordinator().partitionFor(group);
            return cluster.broker(cluster.leader(topic, partition).broker());
        } catch (CoordinatorNotAvailableException notYet) {
            return Optional.empty();
        }
    }

    private CompletableFuture<ListGroupsResponse> list(RequestContext context, ListGroupsRequest request) {
        if (cluster.topic(KafkaClusterView.OFFSETS_TOPIC).isEmpty()) {
            return CompletableFuture.completedFuture(
                    new ListGroupsResponse(new org.apache.kafka.common.message.ListGroupsResponseData()));
        }
        return groups.coordinator().listGroups(context, request.data()).thenApply(found -> {
            found.setGroups(found.groups().stream()
                    .filter(it -> rights.mayUseGroup(context.principal, it.groupId()))
                    .toList());
            return new ListGroupsResponse(found);
        });
    }

    private CompletableFuture<DescribeGroupsResponse> describe(RequestContext context, DescribeGroupsRequest request) {
        return groups.coordinator()
                .describeGroups(context, named(context, request.data().groups(), true))
                .thenApply(found -> {
                    DescribeGroupsResponseData data = new DescribeGroupsResponseData();
                    data.groups().addAll(found);
                    named(context, request.data().groups(), false)
                            .forEach(it -> data.groups()
                                    .add(DescribeGroupsResponse.groupError(it, Errors.GROUP_AUTHORIZATION_FAILED)));
                    return new DescribeGroupsResponse(data);
                });
    }

    private CompletableFuture<ConsumerGroupDescribeResponse> describeConsumers(
            RequestContext context, ConsumerGroupDescribeRequest request) {
        return groups.coordinator()
                .consumerGroupDescribe(context, named(context, request.data().groupIds(), true))
                .thenApply(found -> {
                    ConsumerGroupDescribeResponseData data = new ConsumerGroupDescribeResponseData();
                    data.groups().addAll(found);
                    data.groups()
                            .addAll(ConsumerGroupDescribeRequest.getErrorDescribedGroupList(
                                    named(context, request.data().groupIds(), false),
                                    Errors.GROUP_AUTHORIZATION_FAILED));
                    return new ConsumerGroupDescribeResponse(data);
                });
    }

    private CompletableFuture<DeleteGroupsResponse> delete(RequestContext context, DeleteGroupsRequest request) {
        return groups.coordinator()
                .deleteGroups(context, named(context, request.data().groupsNames(), true), BufferSupplier.NO_CACHING)
                .thenApply(results -> {
                    DeleteGroupsResponseData data = new DeleteGroupsResponseData().setResults(results);
                    named(context, request.data().groupsNames(), false)
                            .forEach(it -> data.results()
                                    .add(new DeletableGroupResult()
                                            .setGroupId(it)
                                            .setErrorCode(Errors.GROUP_AUTHORIZATION_FAILED.code())));
                    return new DeleteGroupsResponse(data);
                });
    }
}
