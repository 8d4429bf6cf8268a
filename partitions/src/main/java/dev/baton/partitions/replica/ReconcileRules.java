// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.NodeId;
import dev.baton.partitions.PartitionKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a node does so that its groups and partitions are those that the controller's state names.
 *
 * <ol>
 *   <li>It enters the groups that it is named in.
 *   <li>A group that the state no longer has, and had, is left at once; one that the node is no longer named in when the
 *       group itself has let it go.
 *   <li>A group's leader opens the partitions that the state puts into it, and drops those whose topic is gone; not one
 *       that was opened by a state that this node has not seen yet.
 * </ol>
 */
final class ReconcileRules {
    private ReconcileRules() {}

    /**
     * A group of the controller's state.
     *
     * @param members the replicas, as members; fewer if some have not said which they are
     * @param moving whether it has other replicas, as far as the controller knows
     */
    record Wanted(
            List<NodeId> replicas,
            List<String> founders,
            List<String> members,
            Set<PartitionKey> partitions,
            boolean moving) {
        boolean isComplete() {
            return members.size() == replicas.size();
        }
    }

    /** @param gone groups that this node has, and the state never will again */
    record View(long version, Map<Long, Wanted> groups, Set<Long> gone) {
        Wanted group(long group) {
            return Objects.requireNonNull(groups.get(group), "group");
        }
    }

    /** What is to be done with groups. */
    record Steps(List<Long> enter, List<Long> drop, List<Long> leave) {}

    static Steps groups(View view, NodeId self, Set<Long> hosted) {
        List<Long> enter = new ArrayList<>();
        List<Long> drop = new ArrayList<>();
        List<Long> leave = new ArrayList<>();
        view.groups().forEach((group, wanted) -> {
            boolean isNamed = wanted.replicas().contains(self);
            if (isNamed && !hosted.contains(group) && !wanted.founders().isEmpty()) {
                enter.add(group);
            }
            if (!isNamed && hosted.contains(group)) {
                leave.add(group);
            }
        });
        hosted.stream().filter(view.gone()::contains).forEach(drop::add);
        return new Steps(enter, drop, leave);
    }

    /** A partition that a group has, and the version of the state by which it was opened. */
    record Present(PartitionKey key, long openedAt) {}

    /** What the leader of a group has to say about its partitions; at most so many at a time. */
    static EntryHeader partitions(View view, long group, Collection<Present> present, int most) {
        Wanted wanted = view.groups().get(group);
        if (wanted == null) {
            return EntryHeader.of(List.of());
        }
        Set<PartitionKey> there = present.stream().map(Present::key).collect(Collectors.toSet());
        List<EntryHeader.Opened> opened = wanted.partitions().stream()
                .filter(key -> !there.contains(key))
                .sorted()
                .limit(most)
                .map(key -> new EntryHeader.Opened(key, view.version()))
                .toList();
        List<PartitionKey> dropped = present.stream()
                .filter(it -> !wanted.partitions().contains(it.key()) && view.version() > it.openedAt())
                .map(Present::key)
                .sorted()
                .limit(most)
                .toList();
        return new EntryHeader(List.of(), opened, dropped, List.of());
    }
}
