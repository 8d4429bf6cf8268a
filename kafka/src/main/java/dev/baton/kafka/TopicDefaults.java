// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.internal.check.Validation;

/**
 * The default settings of topics.
 *
 * @param autoCreate whether a topic that a client asks for is created
 * @param partitions of a topic that does not say how many
 * @param replicas default number of replicas of a topic; 0 for three, or as many as there are nodes
 * @param offsetsPartitions of the topic in which consumer groups are kept; only used when it is created
 */
public record TopicDefaults(boolean autoCreate, int partitions, int replicas, int offsetsPartitions) {
    public static final TopicDefaults DEFAULT = new TopicDefaults(true, 1, 0, 4);

    public TopicDefaults {
        Validation.of("kafka.topics")
                .between("partitions", partitions, 1, 1_000)
                .between("replicas", replicas, 0, 7)
                .between("offsets_partitions", offsetsPartitions, 1, 100)
                .check();
    }
}
