// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which state file belongs to which voter, as far as this node has met them. Without this, two processes with one id on
 * two sides of a partition would each count as the same voter. Confined to the elector's lane. Invariants:
 *
 * <ol>
 *   <li>A voter that this node meets for the first time is remembered with the mark of its state file. It counts as
 *       remembered once the mark is durable: see {@link #toRemember} and {@link #remembered}.
 *   <li>A process with another mark under that id is a stranger: its vote does not count, and nothing is promised to it.
 *   <li>While a stranger is in the view and the voter is not, the voter does not count either: other nodes may be about
 *       to accept the stranger instead.
 *   <li>A stranger takes the voter's place after two leases in which this node saw the stranger, no process with the
 *       known mark, and enough other voters that no majority with the former process is possible without one of them.
 *       After the first lease, their promises to the former process have expired; the second is for nodes that saw the
 *       view later.
 * </ol>
 */
final class KnownVoters {
    static final int MAX_VOTERS = 1_000;

    private final Duration replacedAfter;
    /** The marks that are durable. */
    private final Map<NodeId, String> known;
    /** Marks that are to become durable. */
    private final Map<NodeId, String> met = new HashMap<>();
    /** Whether these marks are being written. */
    private boolean underWay;
    /** Since when a stranger may take its voter's place. */
    private final Map<Node, Long> replacing = new HashMap<>();

    /** @param known the marks that are durable */
    KnownVoters(Map<NodeId, String> known, Duration lease) {
        this.known = new HashMap<>(known);
        this.replacedAfter = lease.multipliedBy(2);
    }

    /** Whether a member claims to be a voter that this node has met with another state file. */
    boolean isStranger(GroupMember member) {
        String mark = known.get(member.node().id());
        return member.voter() && !member.mark().isEmpty() && mark != null && !mark.equals(member.mark());
    }

    /** Whether a stranger is present instead of the known voter. */
    boolean isContested(NodeId id, List<GroupMember> members) {
        return !isHere(id, members)
                && members.stream().anyMatch(member -> member.node().id().equals(id) && isStranger(member));
    }

    private boolean isHere(NodeId id, List<GroupMember> members) {
        return members.stream()
                .anyMatch(member -> member.node().id().equals(id) && member.voter() && !isStranger(member));
    }

    /**
     * Checks which members are present.
     *
     * @param size how many voters the cluster has
     */
    void tick(List<GroupMember> members, int size, long now) {
        replacing
                .keySet()
                .removeIf(node ->
                        members.stream().noneMatch(member -> member.node().equals(node)));
        for (GroupMember member : members) {
            NodeId id = member.node().id();
            if (!isStranger(member)) {
                if (member.voter() && !member.mark().isEmpty() && !known.containsKey(id)) {
                    meet(member);
                }
            } else if (!mayBeReplaced(id, members, size)) {
                replacing.remove(member.node());
            } else if (!MonotonicTime.isBefore(
                    now, MonotonicTime.plus(replacing.computeIfAbsent(member.node(), first -> now), replacedAfter))) {
                meet(member);
            }
        }
    }

    private boolean mayBeReplaced(NodeId id, List<GroupMember> members, int size) {
        long others = members.stream()
                .filter(member -> member.voter() && !isStranger(member))
                .map(member -> member.node().id())
                .filter(other -> !other.equals(id))
                .distinct()
                .count();
        return !isHere(id, members) && (size == 1 || others >= size - size / 2);
    }

    private void meet(GroupMember member) {
        if (!underWay
                && (known.size() + met.size() < MAX_VOTERS
                        || known.containsKey(member.node().id()))) {
            met.put(member.node().id(), member.mark());
        }
    }

    /** The marks that should be made durable now. */
    Map<NodeId, String> toRemember() {
        if (underWay || met.isEmpty()) {
            return Map.of();
        }
        underWay = true;
        return Map.copyOf(met);
    }

    /** The marks are durable, or could not be made so; then this node meets the voters again. */
    void remembered(boolean durable) {
        if (durable) {
            known.putAll(met);
        } else {
            replacing.keySet().removeIf(node -> met.containsKey(node.id()));
        }
        met.clear();
        underWay = false;
    }

    /** When the next stranger may take its voter's place. */
    long wakeAt(long now) {
        return replacing.values().stream()
                .map(since -> MonotonicTime.plus(since, replacedAfter))
                .filter(at -> MonotonicTime.isBefore(now, at))
                .reduce(MonotonicTime.never(now), MonotonicTime::earlier);
    }
}
