// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.GroupAssignment;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.Assignment;
import org.apache.kafka.coordinator.group.modern.GroupSpecImpl;
import org.apache.kafka.coordinator.group.modern.MemberSubscriptionAndAssignmentImpl;
import org.jspecify.annotations.Nullable;

/** The assignor of Kafka's group coordinator. */
final class KafkaUniformAssigner implements Assigner {
    @Override
    public String name() {
        return "Kafka Uniform";
    }

    @Override
    public Prepared prepare(AllocationCase input) {
        return new Run(input);
    }

    private static final class Run implements Prepared {
        private final AllocationCase input;
        private final Map<String, MemberSubscriptionAndAssignmentImpl> members = new HashMap<>();
        private final Map<Uuid, Map<Integer, String>> assigned = new HashMap<>();
        private @Nullable GroupAssignment result;

        Run(AllocationCase input) {
            this.input = input;
            Set<Uuid> topics = new HashSet<>();
            Map<String, Map<Uuid, Set<Integer>>> owned = new HashMap<>();
            input.nodeNames().forEach(node -> owned.put(node, new HashMap<>()));
            for (int list = 0; list < input.lists(); list++) {
                Uuid topic = topic(list);
                topics.add(topic);
                for (int i = 0; i < AllocationCase.LIST_SIZE; i++) {
                    int partition = i;
                    input.kept(list, i).ifPresent(node -> {
                        owned.computeIfAbsent(node, it -> new HashMap<>())
                                .computeIfAbsent(topic, it -> new HashSet<>())
                                .add(partition);
                        assigned.computeIfAbsent(topic, it -> new HashMap<>()).put(partition, node);
                    });
                }
            }
            owned.forEach((node, its) -> members.put(
                    node,
                    new MemberSubscriptionAndAssignmentImpl(
                            Optional.empty(), Optional.empty(), topics, new Assignment(its))));
        }

        private static Uuid topic(int list) {
            return new Uuid(1, list + 1L);
        }

        @Override
        public void assign() {
            result = new UniformAssignor()
                    .assign(new GroupSpecImpl(members, SubscriptionType.HOMOGENEOUS, assigned), new Describer());
        }

        @Override
        public int[] plan() {
            int[] plan = new int[input.partitions()];
            Arrays.fill(plan, AllocationCase.NONE);
            GroupAssignment made = result;
            if (made != null) {
                made.members()
                        .forEach((node, its) -> its.partitions()
                                .forEach((topic, numbers) -> numbers.forEach(number -> plan[
                                                (int) (topic.getLeastSignificantBits() - 1) * AllocationCase.LIST_SIZE
                                                        + number] =
                                        AllocationCase.number(node))));
            }
            return plan;
        }
    }

    private static final class Describer implements SubscribedTopicDescriber {
        @Override
        public int numPartitions(Uuid topic) {
            return AllocationCase.LIST_SIZE;
        }

        @Override
        public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
        }
    }
}
