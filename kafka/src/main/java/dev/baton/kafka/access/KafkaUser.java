// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

import java.util.List;

/**
 * A user who may log in with a password, and what they may do. Shows nothing of the password.
 *
 * @param groups the beginnings of the names of the consumer groups that the user may join, look at, commit for and delete;
 *     empty for none, an empty one for all
 */
public record KafkaUser(String name, String password, List<TopicPermission> grants, List<String> groups) {
    /** One who uses no consumer groups. */
    public KafkaUser(String name, String password, List<TopicPermission> grants) {
        this(name, password, grants, List.of());
    }

    public KafkaUser {
        grants = List.copyOf(grants);
        groups = List.copyOf(groups);
        if (!name.matches("[A-Za-z0-9._@-]{1,64}")) {
            throw new IllegalArgumentException(
                    "a user of Kafka is named with 1 to 64 characters of A-Z a-z 0-9 . _ @ -");
        }
        if (password.isEmpty()) {
            throw new IllegalArgumentException("user " + name + " has no password");
        }
    }

    @Override
    public String toString() {
        return name + " " + grants + " groups " + groups;
    }
}
