// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.NodeId;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.GroupDeletion;
import dev.baton.admin.GroupDeletion.Deleted;
import dev.baton.admin.Requester;
import dev.baton.kafka.groups.LocalGroups;
import dev.baton.server.cluster.Forwarding;
import dev.baton.server.part.NodeContext;
import dev.baton.server.partitions.ClusterQuery;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Deletes consumer groups, each on the node that coordinates it, and records the requester. */
final class GroupOperations {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration FORWARDED = Duration.ofSeconds(12);
    private static final String OPERATION = "delete-group";

    private final NodeContext context;
    private final LocalGroups groups;
    private final GroupQueries queries;
    private final ClusterQuery nodes;

    GroupOperations(NodeContext context, LocalGroups groups, GroupQueries queries, ClusterQuery nodes) {
        this.context = context;
        this.groups = groups;
        this.queries = queries;
        this.nodes = nodes;
    }

    /** Deletes it on whichever node coordinates it. */
    Deleted delete(GroupDeletion wanted, Requester who) {
        String group = noted(wanted, who, () -> required(wanted));
        NodeId coordinator = noted(
                wanted,
                who,
                () -> groups.coordinatorOf(group)
                        .orElseThrow(() -> new ApiException(
                                ApiError.UNAVAILABLE, "no node is known to coordinate " + group + " now")));
        if (coordinator.equals(context.plan().id())) {
            return deleteHere(wanted, who);
        }
        String admin = noted(
                wanted,
                who,
                () -> nodes.adminOf(coordinator)
                        .filter(it -> context.client().isPresent())
                        .orElseThrow(() -> new ApiException(
                                ApiError.UNAVAILABLE,
                                coordinator + " coordinates " + group + ", and has no admin API")));
        try {
            return new Forwarding(context.client().orElseThrow(), FORWARDED)
                    .post(
                            admin,
                            GroupRoutes.DELETE_LOCAL,
                            wanted,
                            who.through(context.plan().id().value()),
                            Deleted.class);
        } catch (Forwarding.NotAnswered lost) {
            return noted(wanted, who, () -> {
                throw lost.told();
            });
        } finally {
            queries.changed();
        }
    }

    /** Deletes it if this node coordinates it, or refuses. */
    Deleted deleteHere(GroupDeletion wanted, Requester who) {
        String outcome = noted(wanted, who, () -> outcome(required(wanted)));
        context.audit().note(who, "kafka", OPERATION, null, outcome);
        return new Deleted(required(wanted), context.plan().id().value(), outcome);
    }

    private String outcome(String group) {
        LocalGroups.Deletion done;
        try {
            done = groups.delete(group)
                    .orTimeout(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)
                    .join();
        } catch (CompletionException late) {
            done = LocalGroups.Deletion.NOT_KNOWN;
        } finally {
            queries.changed();
        }
        return switch (done) {
            case DELETED -> "consumer group " + group + " is deleted";
            case UNKNOWN -> throw new ApiException(ApiError.NOT_FOUND, "there is no consumer group " + group);
            case IN_USE ->
                throw new ApiException(
                        ApiError.CONFLICT, "consumer group " + group + " has members: end its consumers first");
            case ELSEWHERE ->
                throw new ApiException(
                        ApiError.UNAVAILABLE,
                        "nothing was done: this node does not coordinate " + group + " now, or not yet");
            case NOT_KNOWN -> throw new ApiException(ApiError.TIMEOUT, "not answered in time; it may have been done");
        };
    }

    private static String required(GroupDeletion wanted) {
        String group = wanted.group();
        if (group == null) {
            throw new ApiException(ApiError.BAD_REQUEST, "the field group is missing");
        }
        return group;
    }

    private <T> T noted(GroupDeletion wanted, Requester who, Supplier<T> part) {
        try {
            return part.get();
        } catch (ApiException refused) {
            context.audit().note(who, "kafka", OPERATION, null, refused.error().name() + ": " + wanted.group());
            throw refused;
        }
    }
}
