// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** The two sticky assignors of Kafka's consumers: each list is a topic, each node a member that subscribes to all. */
// The eager protocol of StickyAssignor is about to be removed from Kafka.
@SuppressWarnings("removal")
final class KafkaAssigners {
    private static final int GENERATION = 1;

    private KafkaAssigners() {}

    static Assigner cooperativeSticky() {
        // Partitions that change hands are left out in one round and given out in the next.
        return assigner("Kafka CooperativeSticky", CooperativeStickyAssignor::new, 2);
    }

    static Assigner sticky() {
        return assigner("Kafka Sticky", StickyAssignor::new, 1);
    }

    private static Assigner assigner(String name, Supplier<AbstractStickyAssignor> make, int rounds) {
        return new Assigner() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Prepared prepare(AllocationCase input) {
                return new Run(input, make, input.before().isPresent() ? rounds : 1);
            }
        };
    }

    private static final class Run implements Assigner.Prepared {
        private final AllocationCase input;
        private final Supplier<AbstractStickyAssignor> make;
        private final int rounds;
        private final List<String> topics = new ArrayList<>();
        private final Map<String, List<PartitionInfo>> partitions = new HashMap<>();
        private final Map<String, Subscription> members;
        private Map<String, List<TopicPartition>> result = Map.of();

        Run(AllocationCase input, Supplier<AbstractStickyAssignor> make, int rounds) {
            this.input = input;
            this.make = make;
            this.rounds = rounds;
            Map<String, List<TopicPartition>> owned = new HashMap<>();
            input.nodeNames().forEach(node -> owned.put(node, new ArrayList<>()));
            for (int list = 0; list < input.lists(); list++) {
                String topic = AllocationCase.list(list);
                topics.add(topic);
                List<PartitionInfo> its = new ArrayList<>();
                for (int i = 0; i < AllocationCase.LIST_SIZE; i++) {
                    its.add(new PartitionInfo(topic, i, Node.noNode(), new Node[0], new Node[0]));
                    TopicPartition partition = new TopicPartition(topic, i);
                    input.kept(list, i)
                            .ifPresent(node -> owned.computeIfAbsent(node, it -> new ArrayList<>())
                                    .add(partition));
                }
                partitions.put(topic, its);
            }
            this.members = subscriptions(owned);
        }

        private Map<String, Subscription> subscriptions(Map<String, List<TopicPartition>> owned) {
            Set<String> all = new TreeSet<>(topics);
            Map<String, Subscription> subscriptions = new HashMap<>();
            owned.forEach((node, its) -> {
                // Each of the two looks for what it had at another place.
                AbstractStickyAssignor remembers = make.get();
                if (!its.isEmpty()) {
                    remembers.onAssignment(
                            new Assignment(its),
                            new ConsumerGroupMetadata("group", GENERATION, node, Optional.empty()));
                }
                ByteBuffer data = remembers.subscriptionUserData(all);
                subscriptions.put(
                        node, new Subscription(topics, data, its, its.isEmpty() ? -1 : GENERATION, Optional.empty()));
            });
            return subscriptions;
        }

        @Override
        public void assign() {
            Map<String, Subscription> asking = members;
            for (int round = 1; round <= rounds; round++) {
                result = make.get().assignPartitions(partitions, asking);
                asking = round < rounds ? subscriptions(result) : asking;
            }
        }

        @Override
        public int[] plan() {
            int[] plan = new int[input.partitions()];
            Arrays.fill(plan, AllocationCase.NONE);
            result.forEach((node, its) -> its.forEach(
                    it -> plan[AllocationCase.listNumber(it.topic()) * AllocationCase.LIST_SIZE + it.partition()] =
                            AllocationCase.number(node)));
            return plan;
        }
    }
}
