// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.internal.check.Names;
import java.util.Map;

/** What a topic can be. */
final class TopicRules {
    static final int MAX_PARTITIONS = 100_000;
    static final int MAX_CONFIG = 64;
    static final int MAX_CONFIG_VALUE = 1_000;
    /** The replicas of a topic that does not say how many, if there are as many nodes. */
    static final int DEFAULT_REPLICAS = 3;

    private TopicRules() {}

    /** The name that a client sent. */
    static TopicName name(String text) {
        try {
            return TopicName.of(text);
        } catch (IllegalArgumentException invalid) {
            throw new RequestRejectedException(Code.INVALID, String.valueOf(invalid.getMessage()));
        }
    }

    static void checkPartitions(TopicName name, int partitions) {
        if (partitions < 1 || partitions > MAX_PARTITIONS) {
            throw new RequestRejectedException(
                    Code.INVALID,
                    "topic " + name + " cannot have " + partitions + " partitions: use 1 to " + MAX_PARTITIONS);
        }
    }

    static void checkRoom(ControllerState state, int added) {
        if (state.partitions + added > ControllerState.MAX_PARTITIONS) {
            throw new RequestRejectedException(
                    Code.LIMIT,
                    "there are " + state.partitions + " partitions, and " + added + " more would be above "
                            + ControllerState.MAX_PARTITIONS);
        }
    }

    static void checkReplicas(TopicName name, int replicas) {
        if (replicas < 1 || replicas > ReplicaGroup.MAX_REPLICAS) {
            throw new RequestRejectedException(
                    Code.INVALID,
                    "topic " + name + " cannot have the replication factor " + replicas + ": use 1 to "
                            + ReplicaGroup.MAX_REPLICAS);
        }
    }

    static void checkConfig(TopicName name, Map<String, String> config) {
        if (config.size() > MAX_CONFIG) {
            throw new RequestRejectedException(
                    Code.INVALID, "topic " + name + " has " + config.size() + " settings: use at most " + MAX_CONFIG);
        }
        config.forEach((key, value) -> {
            if (!key.matches("[a-z0-9._-]{1,128}")) {
                throw new RequestRejectedException(
                        Code.INVALID,
                        "topic " + name + " has a setting " + Names.quote(key)
                                + ": use 1 to 128 characters of a-z 0-9 . _ -");
            }
            if (value.length() > MAX_CONFIG_VALUE || !value.chars().allMatch(c -> c >= ' ' && c <= '~')) {
                throw new RequestRejectedException(
                        Code.INVALID,
                        "topic " + name + " has the setting " + key + " with " + Names.quote(value) + ": use at most "
                                + MAX_CONFIG_VALUE + " printable ASCII characters");
            }
        });
    }
}
