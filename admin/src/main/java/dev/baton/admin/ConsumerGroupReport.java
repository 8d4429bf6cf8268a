// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A consumer group of Kafka clients, at a glance. */
public record ConsumerGroupReport(
        String group,

        @FieldDoc("in Kafka's words, such as Stable or Empty")
        String state,

        @FieldDoc("classic, or consumer for that of KIP-848")
        String protocol,

        @FieldDoc("by which partitions are assigned; empty while none are")
        String assignor,

        @FieldDoc("the node that coordinates it") String coordinator,
        int members,

        @FieldDoc(
                "records that the group has yet to read, where it has committed an offset; absent if that is known nowhere")
        @Nullable
        Long lag,

        List<TopicLag> topics) {
    /** What a group has yet to read of a topic. */
    public record TopicLag(String topic, @Nullable Long lag) {}

    /** All groups. */
    public record Groups(
            List<ConsumerGroupReport> groups,

            @FieldDoc("nodes that did not answer: their groups and offsets are missing")
            List<String> unanswered) {}

    /** A group with its members and partitions. */
    public record Described(ConsumerGroupReport group, List<Member> members, List<Partition> partitions) {}

    /** A consumer. */
    public record Member(
            String id,

            @FieldDoc("the name under which it comes back after a restart") @Nullable
            String instance,

            String client,
            @FieldDoc("as the coordinator sees it") String host,
            @FieldDoc("how many it has") int partitions) {}

    /** A partition that a group reads, or has read. */
    public record Partition(
            String topic,
            int partition,

            @FieldDoc("the offset of the record that is read next; absent if none was committed") @Nullable
            Long committed,

            @FieldDoc("the offset of the record that will be written next, as the leader says") @Nullable
            Long end,

            @Nullable Long lag,

            @FieldDoc("the id of the member that has it") @Nullable
            String member) {}

    /** The groups that one node coordinates, without lag. */
    public record Coordinated(String node, List<Described> groups) {}
}
