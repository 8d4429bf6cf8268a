// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

import dev.baton.admin.PartitionFigures;
import dev.baton.admin.TopicFigures;
import dev.baton.admin.TopicReport;
import dev.baton.spi.Ticker;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The figures of all partitions of the cluster, from their leaders. Any thread; it waits for answers. */
public final class ClusterFigures {
    /** The path at which a node reports the partitions that it leads. */
    public static final String PATH = "/api/v1/local/partitions";

    private final ShortCache<Collected> memory;

    /** @param own what this node leads */
    public ClusterFigures(ClusterQuery nodes, LocalFigures own, Ticker ticker) {
        memory = new ShortCache<>(
                () -> Collected.of(nodes.ask(PATH, PartitionFigures.Local.class, own::report)), ticker);
    }

    public Collected collect() {
        return memory.get();
    }

    private record Key(String topic, int partition) {}

    /** The reports of the leaders. */
    public static final class Collected {
        private final Map<Key, PartitionFigures.LedPartition> partitions = new HashMap<>();
        private final List<String> unanswered;

        private Collected(List<String> unanswered) {
            this.unanswered = List.copyOf(unanswered);
        }

        static Collected of(ClusterQuery.Replies<PartitionFigures.Local> told) {
            Collected collected = new Collected(told.unanswered());
            // A leader that was replaced a moment ago may still report that it leads.
            told.answers()
                    .forEach(node -> node.partitions()
                            .forEach(it -> collected.partitions.merge(
                                    new Key(it.topic(), it.partition()),
                                    it,
                                    (a, b) -> a.leaderEpoch() >= b.leaderEpoch() ? a : b)));
            return collected;
        }

        /** The nodes that did not answer. */
        public List<String> unanswered() {
            return unanswered;
        }

        /** @param topic its id */
        public Optional<PartitionFigures> of(String topic, int partition) {
            return Optional.ofNullable(partitions.get(new Key(topic, partition)))
                    .map(PartitionFigures.LedPartition::figures);
        }

        public TopicReport addTo(TopicReport topic) {
            TopicFigures total = TopicFigures.NONE;
            for (int partition = 0; partition < topic.partitions(); partition++) {
                Optional<PartitionFigures> told = of(topic.id(), partition);
                total = told.map(total::plus).orElse(total);
            }
            return topic.with(total);
        }

        public TopicReport.Described addTo(TopicReport.Described described) {
            String topic = described.topic().id();
            return new TopicReport.Described(
                    described.version(),
                    described.index(),
                    addTo(described.topic()),
                    described.partitions().stream()
                            .map(it -> it.with(of(topic, it.partition()).orElse(null)))
                            .toList());
        }
    }
}
