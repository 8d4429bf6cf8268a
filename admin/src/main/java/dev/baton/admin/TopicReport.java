// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A topic. */
public record TopicReport(
        String name,

        @FieldDoc("another one for a topic that is created again")
        String id,

        int partitions,
        int replicationFactor,

        @FieldDoc("partitions that no node is known to lead")
        int leaderless,

        Map<String, String> config,

        @FieldDoc("as the leaders of its partitions say; absent where nobody else is asked") @Nullable
        TopicFigures figures) {
    public TopicReport with(TopicFigures told) {
        return new TopicReport(name, id, partitions, replicationFactor, leaderless, config, told);
    }

    /** All topics, as of one version. */
    public record Topics(
            @FieldDoc("of the state that this is read from") long version,
            @FieldDoc("of the log that this is read from") long index,
            List<TopicReport> topics) {}

    /** A topic with its partitions, as of one version. */
    public record Described(long version, long index, TopicReport topic, List<Partition> partitions) {}

    /** All groups that replicate partitions, as of one version. */
    public record Groups(long version, long index, List<Group> groups) {}

    /** Some nodes that replicate partitions together. */
    public record Group(
            long id,
            @Nullable String leader,

            @FieldDoc("of the last leader that was reported; never falls")
            long leaderEpoch,

            @FieldDoc("the node that should lead it") String preferred,
            @FieldDoc("with commas between them") String replicas,
            int partitions) {}

    /** A partition, and where it is. */
    public record Partition(
            int partition,

            @FieldDoc("the nodes that replicate it together with other partitions")
            long group,

            @FieldDoc("the preferred leader first") List<String> replicas,
            @Nullable String leader,

            @FieldDoc("of the last leader that was reported; never falls")
            long leaderEpoch,

            @FieldDoc("as its leader says; absent if it did not answer, and where nobody else is asked") @Nullable
            PartitionFigures figures) {
        public Partition with(@Nullable PartitionFigures told) {
            return new Partition(partition, group, replicas, leader, leaderEpoch, told);
        }
    }
}
