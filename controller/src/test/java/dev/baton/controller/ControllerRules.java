// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What must hold of a controller, whatever happens to its members:
 *
 * <ol>
 *   <li>At equal index the state of all members is equal, and whole.
 *   <li>What was acknowledged was applied, once; what was refused or did not happen was not.
 *   <li>A topic has all the partitions that were asked for. Restored settings may be older than the last partitions.
 *   <li>Numbers of groups and epochs of nodes are given out once; the epoch of a leader never falls, nor that of a node. A
 *       group that is gone never returns.
 *   <li>A read that a majority confirmed has all that was acknowledged before it.
 * </ol>
 */
final class ControllerRules {
    /** The setting of a topic that names the request that it comes from. */
    static final String OPERATION = "op";
    /** The setting of a topic that says how many partitions it should have. */
    static final String WANTED = "wanted";

    private final Map<Long, String> digests = new TreeMap<>();
    private final Map<String, Long> appliedAt = new HashMap<>();
    private final Map<Long, String> groupOf = new HashMap<>();
    private final Map<Long, String> nodeOf = new HashMap<>();
    private final Map<GroupId, Epoch> epochs = new HashMap<>();
    private final Map<NodeId, Long> nodeEpochs = new HashMap<>();
    private final Set<GroupId> gone = new HashSet<>();
    private final Set<Long> entries = new HashSet<>();
    private long acknowledged;
    private long epochsAt;

    /** Told by every member; what is new is looked at. */
    void applied(long index, DecidedEntry entry, List<RequestAnswer> answers) {
        if (!entries.add(index)) {
            return;
        }
        for (int i = 0; i < entry.items().size(); i++) {
            if (answers.get(i).code() == RequestRejectedException.Code.NONE) {
                applied(index, entry.items().get(i), answers.get(i).version());
            }
        }
    }

    private void applied(long index, DecidedEntry.Item item, long version) {
        DecisionOutcome outcome = item.outcome();
        if (outcome instanceof TopicCreated created) {
            operation(created.topic(), version);
            created.newGroups().forEach(group -> once(groupOf, group.id().value(), "group", index));
        } else if (outcome instanceof TopicAltered altered) {
            if (item.request().isPresent()) {
                operation(altered.after(), version);
            }
            altered.newGroups().forEach(group -> once(groupOf, group.id().value(), "group", index));
        } else if (outcome instanceof NodeRegistered registered) {
            once(nodeOf, registered.node().epoch(), "epoch of a node", index);
        } else if (outcome instanceof TopicsRestored restored) {
            restored.newGroups().forEach(group -> once(groupOf, group.id().value(), "group", index));
        }
    }

    private void operation(Topic topic, long version) {
        String operation = topic.config().get(OPERATION);
        Long before = appliedAt.putIfAbsent(operation, version);
        if (before != null && before != version) {
            throw new AssertionError(operation + " was done twice: in versions " + before + " and " + version);
        }
    }

    private static void once(Map<Long, String> given, long number, String what, long index) {
        String before = given.put(number, "entry " + index);
        if (before != null && !before.equals("entry " + index)) {
            throw new AssertionError(what + " " + number + " was given out twice: " + before + " and entry " + index);
        }
    }

    void acknowledged(String operation) {
        Long version = appliedAt.get(operation);
        if (version == null) {
            throw new AssertionError(operation + " was acknowledged and never applied");
        }
        acknowledged = Math.max(acknowledged, version);
    }

    /** The version that a read that begins now must have. */
    long mustBeRead() {
        return acknowledged;
    }

    void read(long version, long atLeast) {
        if (version < atLeast) {
            throw new AssertionError("read version " + version + " after " + atLeast + " was acknowledged");
        }
    }

    void notDone(String operation, Object why) {
        if (appliedAt.containsKey(operation)) {
            throw new AssertionError(operation + " was said not to be done (" + why + ") and was");
        }
    }

    boolean wasDone(String operation) {
        return appliedAt.containsKey(operation);
    }

    void look(String member, ControllerPart part) {
        part.readApplied(it -> {
            it.state.check();
            String hash = SnapshotBytes.hash(part);
            String before = digests.putIfAbsent(it.version, hash);
            if (before != null && !before.equals(hash)) {
                throw new AssertionError(member + " differs from others at version " + it.version);
            }
            for (Topic topic : it.state.topics.values()) {
                if (topic.partitions() < Integer.parseInt(topic.config().get(WANTED))) {
                    throw new AssertionError("topic " + topic + " is not whole: " + topic.config());
                }
            }
            lookAtEpochs(it);
            return it.version;
        });
    }

    /** Members lag, so that only a state that is newer than the last counts. */
    private void lookAtEpochs(AppliedState applied) {
        if (applied.version <= epochsAt) {
            return;
        }
        epochsAt = applied.version;
        for (ClusterNode node : applied.state.nodes.values()) {
            long before = nodeEpochs.getOrDefault(node.id(), 0L);
            if (before > node.epoch()) {
                throw new AssertionError("node " + node + " was registered with the later epoch " + before);
            }
            nodeEpochs.put(node.id(), node.epoch());
        }
        epochs.keySet().stream()
                .filter(group -> applied.state.groups.get(group) == null)
                .forEach(gone::add);
        for (ReplicaGroup group : applied.state.groups.values()) {
            if (gone.contains(group.id())) {
                throw new AssertionError(group + " was gone, and is there again");
            }
            Epoch before = epochs.getOrDefault(group.id(), Epoch.NONE);
            if (before.isAfter(group.leaderEpoch())) {
                throw new AssertionError("the epoch of " + group + " fell from " + before);
            }
            epochs.put(group.id(), group.leaderEpoch());
        }
    }
}
