// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions;

import dev.baton.controller.TopicId;
import java.util.Comparator;

/** One partition of a topic. A topic that is created again under the same name has another id. */
public record PartitionKey(TopicId topic, int partition) implements Comparable<PartitionKey> {
    private static final Comparator<PartitionKey> ORDER =
            Comparator.comparing(PartitionKey::topic).thenComparingInt(PartitionKey::partition);

    public PartitionKey {
        if (partition < 0) {
            throw new IllegalArgumentException("partition " + partition + " of topic " + topic + " is negative");
        }
    }

    @Override
    public int compareTo(PartitionKey other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return topic + "-" + partition;
    }
}
