// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.ControllerOperation.AlterTopic;
import dev.baton.admin.ControllerOperation.CreateTopic;
import dev.baton.admin.ControllerOperation.DeleteTopic;
import dev.baton.admin.ControllerOperation.DrainNode;
import dev.baton.admin.ControllerOperation.MovePartition;
import dev.baton.admin.ControllerOperation.RemoveNode;
import dev.baton.admin.ControllerOperation.Restore;
import dev.baton.admin.ControllerOutcome;
import dev.baton.admin.Requester;
import dev.baton.controller.MoveBegun;
import dev.baton.controller.RequestRejectedException;
import dev.baton.server.cluster.Audit;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Asks the controller for changes, and notes who wanted them. */
final class ControllerOperations {
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final ControllerGroup group;
    private final NodeRemoval removal;
    private final Audit audit;

    ControllerOperations(ControllerGroup group, NodeRemoval removal, Audit audit) {
        this.group = group;
        this.removal = removal;
        this.audit = audit;
    }

    ControllerOutcome perform(ControllerOperation operation, Requester who) {
        try {
            String outcome = awaited(asked(operation));
            audit.note(who, "controller", operation.name(), null, outcome);
            return new ControllerOutcome(operation.name(), operation.subject(), outcome);
        } catch (ApiException refused) {
            audit.note(
                    who, "controller", operation.name(), null, refused.error().name() + ": " + operation.subject());
            throw refused;
        }
    }

    private CompletableFuture<String> asked(ControllerOperation operation) {
        if (operation instanceof CreateTopic create) {
            return create(create);
        } else if (operation instanceof AlterTopic alter) {
            String topic = required(alter.topic(), "topic");
            int partitions = alter.partitions() == null ? 0 : alter.partitions();
            return group.client()
                    .alterTopic(topic, partitions, settings(alter.config()), PATIENCE)
                    .thenApply(done -> "topic " + topic + " is altered");
        } else if (operation instanceof DeleteTopic delete) {
            String topic = required(delete.topic(), "topic");
            return group.client().deleteTopic(topic, PATIENCE).thenApply(done -> "topic " + topic + " is deleted");
        } else if (operation instanceof MovePartition move) {
            return move(move);
        } else if (operation instanceof DrainNode drain) {
            NodeId node = node(drain.node());
            boolean draining = !Boolean.FALSE.equals(drain.draining());
            return group.client()
                    .drain(node, draining, PATIENCE)
                    .thenApply(done -> node + (draining ? " is being drained" : " takes replicas again"));
        } else if (operation instanceof RemoveNode remove) {
            return removal.remove(node(remove.node()));
        }
        return restore((Restore) operation);
    }

    private CompletableFuture<String> create(CreateTopic create) {
        String topic = required(create.topic(), "topic");
        int partitions = create.partitions() == null ? 1 : create.partitions();
        int replicas = create.replicationFactor() == null ? 0 : create.replicationFactor();
        if (create.replicationFactor() != null && replicas == 0) {
            throw new ApiException(ApiError.BAD_REQUEST, "topic " + topic + " cannot have the replication factor 0");
        }
        return group.client()
                .createTopic(topic, partitions, replicas, settings(create.config()), PATIENCE)
                .thenApply(id -> "topic " + topic + " is created, with the id " + id);
    }

    private CompletableFuture<String> move(MovePartition move) {
        String topic = required(move.topic(), "topic");
        int partition = required(move.partition(), "partition");
        List<String> to = required(move.to(), "to");
        List<NodeId> nodes = to.stream().map(ControllerOperations::node).toList();
        return group.client()
                .movePartition(topic, partition, nodes, PATIENCE)
                .thenApply(begun -> said(topic, partition, begun, String.join(", ", to)));
    }

    private static String said(String topic, int partition, MoveBegun begun, String to) {
        int others = begun.partitions() - 1;
        String together = others == 0
                ? ""
                : ", with the " + (others == 1 ? "other partition" : others + " other partitions") + " of group "
                        + begun.group();
        return "partition " + partition + " of topic " + topic + (begun.copies() ? " is being moved to " : " is on ")
                + to + together;
    }

    private CompletableFuture<String> restore(Restore restore) {
        byte[] saved = checked(() ->
                Base64.getDecoder().decode(required(restore.state(), "state").strip()));
        return group.client().restore(saved, PATIENCE).thenApply(done -> "the topics are those of the file");
    }

    private static Map<String, String> settings(@Nullable Map<String, String> given) {
        Map<String, String> settings = new TreeMap<>();
        if (given != null) {
            given.forEach((key, value) -> settings.put(key, Objects.requireNonNullElse(value, "")));
        }
        return settings;
    }

    private static NodeId node(@Nullable String id) {
        return checked(() -> NodeId.of(required(id, "node")));
    }

    private static <T> T required(@Nullable T value, String field) {
        if (value == null) {
            throw new ApiException(ApiError.BAD_REQUEST, "the field " + field + " is missing");
        }
        return value;
    }

    static <T> T checked(Supplier<T> read) {
        try {
            return read.get();
        } catch (IllegalArgumentException wrong) {
            throw new ApiException(ApiError.BAD_REQUEST, String.valueOf(wrong.getMessage()));
        }
    }

    /** What the controller says, as the admin API says it. */
    static <T> T awaited(CompletableFuture<T> asked) {
        try {
            return asked.join();
        } catch (CompletionException failed) {
            Throwable why = failed.getCause();
            if (why instanceof ApiException told) {
                throw told;
            }
            if (why instanceof RequestRejectedException refused) {
                throw new ApiException(error(refused), String.valueOf(refused.getMessage()));
            }
            if (why instanceof OutcomeUnknownException) {
                throw new ApiException(ApiError.TIMEOUT, "not answered in time; it may have been done");
            }
            throw new ApiException(
                    ApiError.UNAVAILABLE, "nothing was done: " + (why == null ? failed : why).getMessage());
        }
    }

    private static ApiError error(RequestRejectedException refused) {
        return switch (refused.code()) {
            case INVALID -> ApiError.BAD_REQUEST;
            case UNKNOWN_TOPIC, UNKNOWN_NODE -> ApiError.NOT_FOUND;
            case BUSY -> ApiError.UNAVAILABLE;
            case FORGOTTEN -> ApiError.TIMEOUT;
            default -> ApiError.CONFLICT;
        };
    }
}
