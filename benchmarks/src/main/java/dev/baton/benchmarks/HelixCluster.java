// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.helix.controller.dataproviders.ResourceControllerDataProvider;
import org.apache.helix.model.BuiltInStateModelDefinitions;
import org.apache.helix.model.ClusterConfig;
import org.apache.helix.model.IdealState;
import org.apache.helix.model.InstanceConfig;
import org.apache.helix.model.LiveInstance;
import org.apache.helix.model.ResourceConfig;
import org.apache.helix.model.StateModelDefinition;

/** What a controller of Apache Helix reads from ZooKeeper, made up here. */
final class HelixCluster extends ResourceControllerDataProvider {
    static final String STATE = "ONLINE";
    static final String MODEL = "OnlineOffline";

    private static final String NAME = "benchmark";
    private static final String CAPACITY = "partitions";

    private final ClusterConfig config = new ClusterConfig(NAME);
    private final Map<String, InstanceConfig> instances = new HashMap<>();
    private final Map<String, LiveInstance> live = new HashMap<>();
    private final Map<String, IdealState> idealStates = new HashMap<>();

    HelixCluster(AllocationCase input) {
        super(NAME);
        // Without capacities WAGED has next to no reason to move anything to a node that joins.
        config.setInstanceCapacityKeys(List.of(CAPACITY));
        config.setDefaultInstanceCapacityMap(Map.of(CAPACITY, 4 * input.partitions() / input.nodes()));
        config.setDefaultPartitionWeightMap(Map.of(CAPACITY, 1));
        // A node that has left is still configured.
        input.before().stream()
                .flatMapToInt(Arrays::stream)
                .distinct()
                .mapToObj(AllocationCase::node)
                .forEach(node -> instances.put(node, new InstanceConfig(node)));
        for (String node : input.nodeNames()) {
            instances.put(node, new InstanceConfig(node));
            live.put(node, new LiveInstance(node));
        }
        for (int list = 0; list < input.lists(); list++) {
            IdealState state = new IdealState(AllocationCase.list(list));
            state.setRebalanceMode(IdealState.RebalanceMode.FULL_AUTO);
            state.setStateModelDefRef(MODEL);
            state.setReplicas("1");
            state.setNumPartitions(AllocationCase.LIST_SIZE);
            for (int i = 0; i < AllocationCase.LIST_SIZE; i++) {
                state.setPreferenceList(partition(list, i), new ArrayList<>());
            }
            idealStates.put(AllocationCase.list(list), state);
        }
    }

    static String partition(int list, int number) {
        return AllocationCase.list(list) + "_" + number;
    }

    @Override
    public ClusterConfig getClusterConfig() {
        return config;
    }

    @Override
    public String getClusterEventId() {
        return NAME;
    }

    @Override
    public Map<String, InstanceConfig> getAssignableInstanceConfigMap() {
        return instances;
    }

    @Override
    public Map<String, InstanceConfig> getInstanceConfigMap() {
        return instances;
    }

    @Override
    public Map<String, LiveInstance> getAssignableLiveInstances() {
        return live;
    }

    @Override
    public Set<String> getEnabledLiveInstances() {
        return live.keySet();
    }

    @Override
    public IdealState getIdealState(String resource) {
        return Objects.requireNonNull(idealStates.get(resource), resource);
    }

    @Override
    public Map<String, IdealState> getIdealStates() {
        return idealStates;
    }

    @Override
    public ResourceConfig getResourceConfig(String resource) {
        return new ResourceConfig(resource);
    }

    @Override
    public StateModelDefinition getStateModelDef(String model) {
        return BuiltInStateModelDefinitions.OnlineOffline.getStateModelDefinition();
    }
}
