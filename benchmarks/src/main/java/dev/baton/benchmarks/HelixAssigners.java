// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.helix.controller.dataproviders.ResourceControllerDataProvider;
import org.apache.helix.controller.rebalancer.strategy.AutoRebalanceStrategy;
import org.apache.helix.controller.rebalancer.strategy.CrushEdRebalanceStrategy;
import org.apache.helix.controller.rebalancer.strategy.RebalanceStrategy;
import org.apache.helix.zookeeper.datamodel.ZNRecord;

/** The strategies of Apache Helix that assign one resource at a time: each list is a resource. */
final class HelixAssigners {
    private HelixAssigners() {}

    static Assigner crushed() {
        return assigner("Helix CRUSHED", CrushEdRebalanceStrategy::new);
    }

    static Assigner auto() {
        return assigner("Helix Auto", AutoRebalanceStrategy::new);
    }

    private static Assigner assigner(
            String name, Supplier<RebalanceStrategy<ResourceControllerDataProvider>> strategy) {
        return new Assigner() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public Prepared prepare(AllocationCase input) {
                return new Run(input, strategy);
            }
        };
    }

    private static final class Run implements Assigner.Prepared {
        private final AllocationCase input;
        private final Supplier<RebalanceStrategy<ResourceControllerDataProvider>> strategy;
        private final HelixCluster cluster;
        private final List<List<String>> partitions = new ArrayList<>();
        private final List<Map<String, Map<String, String>>> current = new ArrayList<>();
        private final List<ZNRecord> results = new ArrayList<>();

        Run(AllocationCase input, Supplier<RebalanceStrategy<ResourceControllerDataProvider>> strategy) {
            this.input = input;
            this.strategy = strategy;
            this.cluster = new HelixCluster(input);
            for (int list = 0; list < input.lists(); list++) {
                List<String> names = new ArrayList<>();
                Map<String, Map<String, String>> mapping = new HashMap<>();
                for (int i = 0; i < AllocationCase.LIST_SIZE; i++) {
                    String partition = HelixCluster.partition(list, i);
                    names.add(partition);
                    input.kept(list, i).ifPresent(node -> mapping.put(partition, Map.of(node, HelixCluster.STATE)));
                }
                partitions.add(names);
                current.add(mapping);
            }
        }

        @Override
        public void assign() {
            results.clear();
            List<String> nodes = input.nodeNames();
            for (int list = 0; list < input.lists(); list++) {
                RebalanceStrategy<ResourceControllerDataProvider> one = strategy.get();
                LinkedHashMap<String, Integer> states = new LinkedHashMap<>(Map.of(HelixCluster.STATE, 1));
                one.init(AllocationCase.list(list), partitions.get(list), states, Integer.MAX_VALUE);
                results.add(one.computePartitionAssignment(nodes, nodes, current.get(list), cluster));
            }
        }

        @Override
        public int[] plan() {
            int[] plan = new int[input.partitions()];
            Arrays.setAll(plan, i -> {
                int list = i / AllocationCase.LIST_SIZE;
                List<String> nodes =
                        results.get(list).getListField(HelixCluster.partition(list, i % AllocationCase.LIST_SIZE));
                return nodes.isEmpty() ? AllocationCase.NONE : AllocationCase.number(nodes.get(0));
            });
            return plan;
        }
    }
}
