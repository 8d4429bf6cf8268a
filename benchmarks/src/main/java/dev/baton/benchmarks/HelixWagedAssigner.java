// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.helix.HelixConstants;
import org.apache.helix.HelixRebalanceException;
import org.apache.helix.controller.rebalancer.waged.constraints.ConstraintBasedAlgorithmFactory;
import org.apache.helix.controller.rebalancer.waged.model.ClusterModel;
import org.apache.helix.controller.rebalancer.waged.model.ClusterModelProvider;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.Partition;
import org.apache.helix.model.Resource;
import org.apache.helix.model.ResourceAssignment;

/**
 * The rebalancer of Apache Helix that looks at all resources together. It plans anew when a node comes, and only for what
 * the others have lost when one goes.
 */
final class HelixWagedAssigner implements Assigner {
    @Override
    public String name() {
        return "Helix WAGED";
    }

    @Override
    public Prepared prepare(AllocationCase input) {
        return new Run(input);
    }

    private static final class Run implements Prepared {
        private final AllocationCase input;
        private final HelixCluster cluster;
        private final Set<String> nodes;
        private final Map<String, Resource> resources = new HashMap<>();
        private final Map<String, ResourceAssignment> before = new HashMap<>();
        private final boolean lost;
        private Map<String, ResourceAssignment> result = Map.of();

        Run(AllocationCase input) {
            this.input = input;
            this.cluster = new HelixCluster(input);
            this.nodes = new HashSet<>(input.nodeNames());
            boolean anyLost = false;
            for (int list = 0; list < input.lists(); list++) {
                String name = AllocationCase.list(list);
                Resource resource = new Resource(name);
                resource.setStateModelDefRef(HelixCluster.MODEL);
                ResourceAssignment had = new ResourceAssignment(name);
                for (int i = 0; i < AllocationCase.LIST_SIZE; i++) {
                    String partition = HelixCluster.partition(list, i);
                    resource.addPartition(partition);
                    int index = list * AllocationCase.LIST_SIZE + i;
                    input.before()
                            .ifPresent(plan -> had.addReplicaMap(
                                    new Partition(partition),
                                    Map.of(AllocationCase.node(plan[index]), HelixCluster.STATE)));
                    anyLost |= input.before().isPresent() && input.kept(list, i).isEmpty();
                }
                resources.put(name, resource);
                if (input.before().isPresent()) {
                    before.put(name, had);
                }
            }
            this.lost = anyLost;
        }

        @Override
        public void assign() {
            ClusterModel model = lost
                    ? ClusterModelProvider.generateClusterModelForEmergencyRebalance(cluster, resources, nodes, before)
                    : ClusterModelProvider.generateClusterModelForBaseline(
                            cluster,
                            resources,
                            nodes,
                            Map.of(HelixConstants.ChangeType.CLUSTER_CONFIG, Set.of()),
                            before);
            try {
                result = ConstraintBasedAlgorithmFactory.getInstance(ClusterConfig.DEFAULT_GLOBAL_REBALANCE_PREFERENCE)
                        .calculate(model)
                        .getOptimalResourceAssignment();
            } catch (HelixRebalanceException failed) {
                throw new IllegalStateException(failed);
            }
        }

        @Override
        public int[] plan() {
            int[] plan = new int[input.partitions()];
            Arrays.setAll(plan, i -> {
                int list = i / AllocationCase.LIST_SIZE;
                Map<String, String> replicas = Objects.requireNonNull(result.get(AllocationCase.list(list)))
                        .getReplicaMap(new Partition(HelixCluster.partition(list, i % AllocationCase.LIST_SIZE)));
                return replicas.isEmpty()
                        ? AllocationCase.NONE
                        : AllocationCase.number(replicas.keySet().iterator().next());
            });
            return plan;
        }
    }
}
