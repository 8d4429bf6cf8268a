// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The input with numbers in place of ids.
 *
 * <p>Nodes are numbered by rank: first those that take partitions, then those that keep what they have, then draining
 * ones, then those that only the previous plan knows. Within each, a node comes before another when it has an earlier
 * partition in the previous plan; nodes without any follow by capacity, zone and, as the last resort, id.
 */
final class Problem {
    static final int NONE = -1;

    final Layout layout;
    final PartitionGroup[] groups;
    final String[] nodeIds;
    /** Nodes below this one take partitions, */
    final int taking;
    /** below this one they keep what they have, */
    final int keeping;
    /** below this one they drain, and from here on they are gone. */
    final int present;

    final long[] capacity;
    final int[] zone;
    private final int zones;
    /** The node of each slot in the previous plan. */
    final int[] before;
    /** The target of each slot in the previous plan; null when the previous plan was settled. */
    final int @Nullable [] targetBefore;

    final List<Move> removed = new ArrayList<>();

    private final Map<Integer, Integer> pins;
    private final Map<Integer, BitSet> partitionBans;
    private final BitSet[] groupBans;
    private final int[] groupZoneLimit;
    private final Map<Integer, Integer> partitionZoneLimit;

    Problem(List<AllocationNode> nodes, List<PartitionGroup> input, List<Pin> pinned, List<Ban> bans, Plan previous) {
        groups = input.toArray(new PartitionGroup[0]);
        Arrays.sort(groups, Comparator.comparing(PartitionGroup::id));
        layout = Layout.of(
                Arrays.stream(groups).map(PartitionGroup::id).toArray(String[]::new),
                Arrays.stream(groups).mapToInt(PartitionGroup::partitions).toArray(),
                Arrays.stream(groups).mapToInt(PartitionGroup::replicas).toArray());

        String[] known = previous.nodeIds();
        Map<String, Integer> knownIndex = new HashMap<>(2 * known.length);
        for (int i = 0; i < known.length; i++) {
            knownIndex.put(known[i], i);
        }
        int[] earliest = new int[known.length];
        Arrays.fill(earliest, Integer.MAX_VALUE);
        int[] slotsBefore = previous.slots();
        for (int slot = slotsBefore.length - 1; slot >= 0; slot--) {
            if (slotsBefore[slot] >= 0) {
                earliest[slotsBefore[slot]] = slot;
            }
        }
        AllocationNode[] ranked = nodes.toArray(new AllocationNode[0]);
        Arrays.sort(
                ranked,
                Comparator.comparingInt(Problem::kind)
                        .thenComparingInt(it -> {
                            Integer index = knownIndex.get(it.id());
                            return index == null ? Integer.MAX_VALUE : earliest[index];
                        })
                        .thenComparing(Comparator.comparingInt(AllocationNode::capacity)
                                .reversed())
                        .thenComparing(AllocationNode::zone)
                        .thenComparing(AllocationNode::id));
        Map<String, Integer> nodeIndex = new HashMap<>(2 * ranked.length);
        List<String> ids = new ArrayList<>(ranked.length);
        int[] kinds = new int[3];
        for (AllocationNode node : ranked) {
            if (nodeIndex.put(node.id(), ids.size()) != null) {
                throw new IllegalArgumentException("node " + node.id() + " is given twice");
            }
            ids.add(node.id());
            kinds[kind(node)]++;
        }
        taking = kinds[0];
        keeping = taking + kinds[1];
        present = ranked.length;
        int[] translation = new int[known.length];
        for (int i = 0; i < known.length; i++) {
            Integer index = nodeIndex.get(known[i]);
            if (index == null) {
                index = ids.size();
                ids.add(known[i]);
            }
            translation[i] = index;
        }
        nodeIds = ids.toArray(new String[0]);

        capacity = Arrays.stream(ranked).mapToLong(AllocationNode::capacity).toArray();
        zone = new int[present];
        Map<String, Integer> zoneIndex = new HashMap<>();
        for (int i = 0; i < present; i++) {
            zone[i] = zoneIndex.computeIfAbsent(ranked[i].zone(), it -> zoneIndex.size());
        }
        zones = zoneIndex.size();

        before = translate(previous, slotsBefore, translation, true);
        targetBefore = previous.settled() ? null : translate(previous, previous.targetSlots(), translation, false);

        pins = new HashMap<>();
        partitionBans = new HashMap<>();
        partitionZoneLimit = new HashMap<>();
        groupBans = new BitSet[groups.length];
        for (Pin pin : pinned) {
            int slot = slotOf(pin.group(), pin.partition());
            Integer node = nodeIndex.get(pin.node());
            if (pins.put(slot, node == null ? Integer.MAX_VALUE : node) != null) {
                throw new IllegalArgumentException(pin.group() + "/" + pin.partition() + " is pinned twice");
            }
        }
        for (Ban ban : bans) {
            int group = groupOf(ban.group());
            Integer node = nodeIndex.get(ban.node());
            if (ban.partition() == Ban.WHOLE_GROUP) {
                if (groupBans[group] == null) {
                    groupBans[group] = new BitSet();
                }
                groupBans[group].set(node == null ? nodeIds.length : node);
            } else {
                partitionBans
                        .computeIfAbsent(slotOf(ban.group(), ban.partition()), it -> new BitSet())
                        .set(node == null ? nodeIds.length : node);
            }
        }
        groupZoneLimit = new int[groups.length];
        for (int group = 0; group < groups.length; group++) {
            groupZoneLimit[group] = zoneLimit(group, NONE);
        }
        partitionBans.keySet().forEach(slot -> partitionZoneLimit.put(slot, zoneLimit(layout.groupOf(slot), slot)));
    }

    private Problem(Problem other, int[] before) {
        layout = other.layout;
        groups = other.groups;
        nodeIds = other.nodeIds;
        taking = other.taking;
        keeping = other.keeping;
        present = other.present;
        capacity = other.capacity;
        zone = other.zone;
        zones = other.zones;
        this.before = before;
        targetBefore = null;
        pins = other.pins;
        partitionBans = other.partitionBans;
        groupBans = other.groupBans;
        groupZoneLimit = other.groupZoneLimit;
        partitionZoneLimit = other.partitionZoneLimit;
    }

    /** The same, had the previous plan been this. */
    Problem from(int[] placements) {
        return new Problem(this, placements);
    }

    private static int kind(AllocationNode node) {
        return node.draining() ? 2 : node.eligible() ? 0 : 1;
    }

    private int groupOf(String group) {
        Integer index = layout.index().get(group);
        if (index == null) {
            throw new IllegalArgumentException("there is no group " + group + " to pin or ban a partition of");
        }
        return index;
    }

    private int slotOf(String group, int partition) {
        int index = groupOf(group);
        if (partition >= layout.partitions()[index]) {
            throw new IllegalArgumentException("group " + group + " has " + layout.partitions()[index]
                    + " partitions, and no partition " + partition);
        }
        return layout.slot(index, partition);
    }

    /** Slots of a former layout as slots of this one; what has no place here now is recorded as removed. */
    private int[] translate(Plan previous, int[] from, int[] translation, boolean recordRemoved) {
        int[] to = new int[layout.slots()];
        Arrays.fill(to, NONE);
        Layout old = previous.layout();
        for (int group = 0; group < old.groups().length; group++) {
            Integer index = layout.index().get(old.groups()[group]);
            int width = old.replicas()[group];
            for (int partition = 0; partition < old.partitions()[group]; partition++) {
                int slot = old.slot(group, partition);
                for (int replica = 0; replica < width; replica++) {
                    if (from[slot + replica] < 0) {
                        continue;
                    }
                    int node = translation[from[slot + replica]];
                    if (index != null && partition < layout.partitions()[index] && replica < layout.replicas()[index]) {
                        to[layout.slot(index, partition) + replica] = node;
                    } else if (recordRemoved) {
                        removed.add(new Move(
                                old.groups()[group],
                                partition,
                                Optional.of(nodeIds[node]),
                                Optional.empty(),
                                MoveReason.REMOVED));
                    }
                }
            }
        }
        return to;
    }

    /** Whether shares and roundings are enough: one replica each, within a group all of equal weight. */
    boolean isEven() {
        return Arrays.stream(groups).noneMatch(group -> group.replicas() > 1 || group.weightsDiffer());
    }

    /** Whether the fewest moves are known: even, every partition of the same weight, and none banned by itself. */
    boolean isExact() {
        return isEven()
                && partitionBans.isEmpty()
                && Arrays.stream(groups)
                                .filter(it -> it.partitions() > 0)
                                .mapToInt(it -> it.weight(0))
                                .distinct()
                                .count()
                        <= 1;
    }

    /** The first slots of partitions that are pinned or banned by themselves, in their order. */
    int[] special() {
        return IntStream.concat(
                        pins.keySet().stream().mapToInt(it -> it),
                        partitionBans.keySet().stream().mapToInt(it -> it))
                .distinct()
                .sorted()
                .toArray();
    }

    /** Whether a whole group is banned from any node. */
    boolean hasBans(int group) {
        return groupBans[group] != null;
    }

    boolean bannedGroup(int group, int node) {
        return groupBans[group] != null && groupBans[group].get(node);
    }

    /** The node a partition is pinned to, {@link #NONE}, or one out of range when that node is not there. */
    int pinOf(int firstSlot) {
        return pins.isEmpty() ? NONE : pins.getOrDefault(firstSlot, NONE);
    }

    boolean banned(int group, int firstSlot, int node) {
        if (bannedGroup(group, node)) {
            return true;
        }
        BitSet some = partitionBans.isEmpty() ? null : partitionBans.get(firstSlot);
        return some != null && some.get(node);
    }

    /** How many replicas of a partition one zone may have. */
    int maxPerZone(int group, int firstSlot) {
        return partitionZoneLimit.isEmpty()
                ? groupZoneLimit[group]
                : partitionZoneLimit.getOrDefault(firstSlot, groupZoneLimit[group]);
    }

    /** For an even spread the lowest limit by which the nodes that may take the partition still take every replica. */
    private int zoneLimit(int group, int firstSlot) {
        int replicas = groups[group].replicas();
        if (replicas == 1 || groups[group].zoneSpread() == ZoneSpread.NONE) {
            return replicas;
        }
        if (groups[group].zoneSpread() == ZoneSpread.DISTINCT) {
            return 1;
        }
        int[] nodesInZone = new int[zones];
        for (int node = 0; node < taking; node++) {
            nodesInZone[zone[node]] += banned(group, firstSlot, node) ? 0 : 1;
        }
        for (int limit = 1; limit < replicas; limit++) {
            int room = 0;
            for (int nodes : nodesInZone) {
                room += Math.min(nodes, limit);
            }
            if (room >= replicas) {
                return limit;
            }
        }
        return replicas;
    }
}
