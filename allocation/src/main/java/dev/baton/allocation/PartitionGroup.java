// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Arrays;

/**
 * Partitions that are balanced together, numbered from 0, for example those of a task list or a topic.
 *
 * <p>Immutable: methods that change something return another group.
 */
public final class PartitionGroup {
    public static final int MAX_PARTITIONS = 10_000_000;
    public static final int MAX_REPLICAS = 100;
    public static final int MAX_WEIGHT = 1_000_000;

    private final String id;
    private final int partitions;
    private final int replicas;
    private final ZoneSpread zoneSpread;
    /** One weight per partition; empty when each weighs 1. */
    private final int[] weights;

    private PartitionGroup(String id, int partitions, int replicas, ZoneSpread zoneSpread, int[] weights) {
        Input.checkId("group", id);
        if (partitions < 0 || partitions > MAX_PARTITIONS) {
            throw new IllegalArgumentException(
                    "group " + id + " has " + partitions + " partitions; it can have 0 to " + MAX_PARTITIONS);
        }
        if (replicas < 1 || replicas > MAX_REPLICAS) {
            throw new IllegalArgumentException(
                    "group " + id + " has " + replicas + " replicas; it can have 1 to " + MAX_REPLICAS);
        }
        if (weights.length != 0 && weights.length != partitions) {
            throw new IllegalArgumentException(
                    "group " + id + " has " + partitions + " partitions and " + weights.length + " weights");
        }
        for (int weight : weights) {
            if (weight < 1 || weight > MAX_WEIGHT) {
                throw new IllegalArgumentException("group " + id + " has a partition of the weight " + weight
                        + "; it must be from 1 to " + MAX_WEIGHT);
            }
        }
        this.id = id;
        this.partitions = partitions;
        this.replicas = replicas;
        this.zoneSpread = zoneSpread;
        this.weights = weights;
    }

    /** A group whose partitions weigh the same and have one node each. */
    public static PartitionGroup of(String id, int partitions) {
        return new PartitionGroup(id, partitions, 1, ZoneSpread.NONE, new int[0]);
    }

    /**
     * Returns this group with each partition on {@code count} different nodes, spread over zones; the first of them
     * leads.
     */
    public PartitionGroup withReplicas(int count, ZoneSpread spread) {
        return new PartitionGroup(id, partitions, count, spread, weights);
    }

    /** Returns this group with one weight for each partition. */
    public PartitionGroup withWeights(int... each) {
        if (each.length != partitions) {
            throw new IllegalArgumentException(
                    "group " + id + " has " + partitions + " partitions and " + each.length + " weights");
        }
        return new PartitionGroup(id, partitions, replicas, zoneSpread, each.clone());
    }

    public String id() {
        return id;
    }

    public int partitions() {
        return partitions;
    }

    public int replicas() {
        return replicas;
    }

    public ZoneSpread zoneSpread() {
        return zoneSpread;
    }

    public int weight(int partition) {
        return weights.length == 0 ? 1 : weights[partition];
    }

    boolean weightsDiffer() {
        for (int weight : weights) {
            if (weight != weights[0]) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PartitionGroup that
                && id.equals(that.id)
                && partitions == that.partitions
                && replicas == that.replicas
                && zoneSpread == that.zoneSpread
                && Arrays.equals(weights, that.weights);
    }

    @Override
    public int hashCode() {
        return id.hashCode();
    }

    @Override
    public String toString() {
        return id + " of " + partitions + (replicas == 1 ? "" : " x " + replicas);
    }
}
