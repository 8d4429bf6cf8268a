// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.groups;

import java.util.List;
import java.util.Optional;

/**
 * A consumer group as its coordinator knows it.
 *
 * @param protocol {@code classic} or {@code consumer}
 * @param state in Kafka's words, such as {@code Stable} or {@code Empty}
 * @param assignor by which its partitions are assigned; empty while nothing is
 */
public record GroupState(
        String name, String protocol, String state, String assignor, List<Member> members, List<Committed> offsets) {
    /** One partition. */
    public record Place(String topic, int partition) {}

    /**
     * A consumer.
     *
     * @param instance the name under which it comes back after a restart
     * @param host as the coordinator sees it
     * @param partitions what it has, if its assignment can be read
     */
    public record Member(String id, Optional<String> instance, String client, String host, List<Place> partitions) {}

    /** @param offset of the record that the group reads next */
    public record Committed(Place place, long offset) {}
}
