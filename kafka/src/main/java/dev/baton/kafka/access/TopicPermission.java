// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.access;

import java.util.Set;

/**
 * What a user may do.
 *
 * @param topics the beginning of the names of the topics that this is about; empty for all topics, and for what is about
 *     no topic, such as the sizes of logs; with {@link Right#ADMIN} also for all consumer groups
 */
public record TopicPermission(String topics, Set<Right> rights) {
    public static final TopicPermission ALL = new TopicPermission("", Set.of(Right.values()));

    public TopicPermission {
        rights = Set.copyOf(rights);
    }

    boolean allows(Right right, String topic) {
        return rights.contains(right) && topic.startsWith(topics);
    }
}
