// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A change of topics or nodes that a caller asks for. The controller decides it, on whichever node it is led. */
public sealed interface ControllerOperation {
    /** Its address. */
    String path();

    /** In the audit log, with {@link #subject()}. */
    String name();

    String subject();

    private static String text(@Nullable Object value) {
        return value == null ? "nothing" : value.toString();
    }

    /** A new topic. */
    record CreateTopic(
            @FieldDoc(required = true) @Nullable String topic,
            @FieldDoc("default: 1") @Nullable Integer partitions,

            @FieldDoc("default: 3, or as many as there are nodes") @Nullable
            Integer replicationFactor,

            @Nullable Map<String, String> config)
            implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/topics/create";
        }

        @Override
        public String name() {
            return "create-topic";
        }

        @Override
        public String subject() {
            return text(topic);
        }
    }

    /** More partitions, or other settings. */
    record AlterTopic(
            @FieldDoc(required = true) @Nullable String topic,

            @FieldDoc("new total; unchanged if absent") @Nullable
            Integer partitions,

            @FieldDoc("settings to change; an empty value removes one") @Nullable
            Map<String, String> config)
            implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/topics/alter";
        }

        @Override
        public String name() {
            return "alter-topic";
        }

        @Override
        public String subject() {
            return text(topic);
        }
    }

    /** Deletes a topic and all its records. */
    record DeleteTopic(@FieldDoc(required = true) @Nullable String topic) implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/topics/delete";
        }

        @Override
        public String name() {
            return "delete-topic";
        }

        @Override
        public String subject() {
            return text(topic);
        }
    }

    /** A partition is to be on other nodes, with all that are in its group. */
    record MovePartition(
            @FieldDoc(required = true) @Nullable String topic,
            @FieldDoc(required = true) @Nullable Integer partition,

            @FieldDoc(value = "as many nodes as the topic has replicas, the preferred leader first", required = true)
            @Nullable
            List<String> to)
            implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/topics/move";
        }

        @Override
        public String name() {
            return "move-partition";
        }

        @Override
        public String subject() {
            return text(topic) + "/" + text(partition) + " to " + text(to);
        }
    }

    /** Drains a node, or lets it take replicas again. */
    record DrainNode(
            @FieldDoc(required = true) @Nullable String node,

            @FieldDoc("false ends it; default true") @Nullable
            Boolean draining)
            implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/controller/drain";
        }

        @Override
        public String name() {
            return "drain-node";
        }

        @Override
        public String subject() {
            return text(node) + (Boolean.FALSE.equals(draining) ? " no longer" : "");
        }
    }

    /** A node that is gone, or was drained, is forgotten. */
    record RemoveNode(@FieldDoc(required = true) @Nullable String node) implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/controller/remove";
        }

        @Override
        public String name() {
            return "remove-node";
        }

        @Override
        public String subject() {
            return text(node);
        }
    }

    /** The state of a file in place of the present one. */
    record Restore(
            @FieldDoc(value = "what GET /api/v1/controller/state answered", required = true) @Nullable
            String state) implements ControllerOperation {
        @Override
        public String path() {
            return "/api/v1/controller/restore";
        }

        @Override
        public String name() {
            return "restore";
        }

        @Override
        public String subject() {
            return "the state of topics and nodes";
        }
    }
}
