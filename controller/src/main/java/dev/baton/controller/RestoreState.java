// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.CompressedBytes;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.controller.encoding.FieldWriter;
import dev.baton.controller.encoding.MalformedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Wants the topics to be those of a saved state.
 *
 * <ol>
 *   <li>A topic that is there, by its name, keeps its id, its partitions and its records. It gets the saved settings, and
 *       the partitions that it has fewer of.
 *   <li>One that is not there is created: with a new id, in groups and on nodes as for any new topic. What it had is being
 *       deleted, on nodes that are away maybe much later, and must not be mistaken for it.
 *   <li>One that is not in the saved state is deleted.
 *   <li>Nodes are what they are now: they register themselves.
 * </ol>
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RestoreState(byte[] saved) implements Request {
    static final int KIND = 7;
    /** What is written of it has to fit into an entry. */
    static final int MAX_COMPRESSED = 4_000_000;
    /** No cluster comes near it, and far more can be counted. */
    private static final long MAX_COUNTER = 1L << 40;

    @Override
    public int kind() {
        return KIND;
    }

    /** @throws RequestRejectedException if a state could not be restored, because it is too large */
    static void requireRestorable(byte[] saved) {
        requireRoom(CompressedBytes.of(saved).length);
    }

    private static void requireRoom(int compressed) {
        if (compressed > MAX_COMPRESSED) {
            throw new RequestRejectedException(
                    Code.LIMIT,
                    "this state is too large to be restored: compressed it has " + compressed + " bytes, and at most "
                            + MAX_COMPRESSED + " are changed at once");
        }
    }

    @Override
    public void check() {
        ControllerState read = read();
        read.check();
        requireCounter(read.lastGroup);
        requireCounter(read.lastNodeEpoch);
        if (read.topics.size() > ControllerState.MAX_TOPICS) {
            throw new RequestRejectedException(
                    Code.LIMIT,
                    "there are " + read.topics.size() + " topics, and at most " + ControllerState.MAX_TOPICS
                            + " can be");
        }
        for (Topic topic : read.topics.values()) {
            TopicRules.checkPartitions(topic.name(), topic.partitions());
            TopicRules.checkReplicas(topic.name(), topic.replicationFactor());
            TopicRules.checkConfig(topic.name(), topic.config());
        }
    }

    private static void requireCounter(long counter) {
        if (counter < 0 || counter > MAX_COUNTER) {
            throw new RequestRejectedException(Code.INVALID, "this is not a saved state: its counter is " + counter);
        }
    }

    @Override
    public DecisionOutcome decide(ControllerState state, Choices choices) {
        ControllerState read = read();
        int understood = state.understood(choices.format());
        if (read.format > understood) {
            throw new RequestRejectedException(
                    Code.OUTDATED,
                    "this was saved in format " + read.format + ", and not all nodes know more than " + understood
                            + ": update them first");
        }
        TopicsRestored restored = new Restoration(state.draft(), read, choices).outcome();
        requireRoom(FieldWriter.message(restored::write).length);
        return restored;
    }

    private ControllerState read() {
        try {
            return ControllerState.read(new FieldReader(saved));
        } catch (MalformedException | IllegalArgumentException malformed) {
            throw new RequestRejectedException(Code.INVALID, "this is not a saved state: " + malformed.getMessage());
        }
    }

    @Override
    public void write(FieldWriter out) {
        out.bytes(1, saved);
    }

    static RestoreState read(FieldReader in) {
        byte[] saved = {};
        while (in.next()) {
            if (in.field() == 1) {
                saved = in.bytes();
            }
        }
        return new RestoreState(saved);
    }

    /** What is to be done, step by step on a draft. */
    private static final class Restoration {
        private final ControllerState draft;
        private final ControllerState saved;
        private final Choices choices;
        private final List<TopicId> deleted = new ArrayList<>();
        private final List<Topic> altered = new ArrayList<>();
        private final List<Topic> created = new ArrayList<>();
        private final List<ReplicaGroup> newGroups = new ArrayList<>();
        /** Topics that need partitions, by their replication factor: all of these are placed together. */
        private final Map<Integer, List<Lacking>> lacking = new TreeMap<>();

        /** @param partitions that have to be added to what it has, which is nothing if it is new */
        private record Lacking(Topic topic, boolean isNew, int partitions) {
            Topic with(long[] groups) {
                return topic.with(topic.config(), groups);
            }
        }

        Restoration(ControllerState draft, ControllerState saved, Choices choices) {
            this.draft = draft;
            this.saved = saved;
            this.choices = choices;
        }

        TopicsRestored outcome() {
            draft.lastGroup = Math.max(draft.lastGroup, saved.lastGroup);
            for (Topic topic : List.copyOf(draft.topics.values())) {
                if (saved.topicIds.get(topic.name()) == null) {
                    deleted.add(topic.id());
                    new TopicDeleted(topic.id(), topic.name()).applyTo(draft);
                }
            }
            saved.topics.values().forEach(this::compare);
            lacking.forEach(this::place);
            return new TopicsRestored(saved.lastGroup, saved.lastNodeEpoch, newGroups, deleted, altered, created);
        }

        private void compare(Topic wanted) {
            TopicId known = draft.topicIds.get(wanted.name());
            if (known == null) {
                Topic without = new Topic(
                        new TopicId(choices.ids().get()),
                        wanted.name(),
                        wanted.replicationFactor(),
                        wanted.config(),
                        new long[0]);
                lacks(new Lacking(without, true, wanted.partitions()));
                return;
            }
            Topic present = draft.topic(known);
            Topic configured = present.with(wanted.config(), new long[0]);
            if (wanted.partitions() > present.partitions()) {
                lacks(new Lacking(configured, false, wanted.partitions() - present.partitions()));
            } else if (!configured.equals(present)) {
                altered.add(configured);
            }
        }

        private void lacks(Lacking topic) {
            lacking.computeIfAbsent(topic.topic().replicationFactor(), it -> new ArrayList<>())
                    .add(topic);
        }

        private void place(int replicas, List<Lacking> topics) {
            int count = topics.stream().mapToInt(Lacking::partitions).sum();
            TopicRules.checkRoom(draft, count);
            ReplicaPlacement.Placed placed =
                    placed(count, replicas, topics.get(0).topic());
            draft.addGroups(placed.added());
            draft.partitions += count;
            newGroups.addAll(placed.added());
            int at = 0;
            for (Lacking each : topics) {
                long[] groups = new long[each.partitions()];
                System.arraycopy(placed.groups(), at, groups, 0, groups.length);
                at += groups.length;
                (each.isNew() ? created : altered).add(each.with(groups));
            }
        }

        private ReplicaPlacement.Placed placed(int count, int replicas, Topic example) {
            try {
                return new ReplicaPlacement(draft, choices.groupsPerNode()).place(count, replicas);
            } catch (RequestRejectedException tooFew) {
                throw new RequestRejectedException(
                        tooFew.code(),
                        "nothing is restored, since topic " + example.name() + " has no place: " + tooFew.getMessage());
            }
        }
    }
}
