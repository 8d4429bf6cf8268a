// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.NodeId;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import java.io.ByteArrayInputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A controller with something wrong with it, and one who overhears what is applied. */
final class FlawedPart implements ReplicatedPart {
    final ControllerPart part;
    private final ControllerFlaw flaw;
    private final int ownOrder;
    private final Overheard overheard;
    private @Nullable CompletableFuture<byte[]> waiter;

    /** Told of every entry that this member applies. */
    interface Overheard {
        void applied(long index, DecidedEntry entry, List<RequestAnswer> answers);

        void asked(RestoreState restore, RequestId id);

        /** What was asked for under that id. */
        ControllerState saved(RequestId id);

        /** Asked when this member begins to lead. */
        LeadRules leads();
    }

    /** @param ownOrder the order of nodes in the configuration of this process */
    FlawedPart(ControllerPart part, ControllerFlaw flaw, int ownOrder, Overheard overheard) {
        this.part = part;
        this.flaw = flaw;
        this.ownOrder = ownOrder;
        this.overheard = overheard;
    }

    @Override
    public String name() {
        return part.name();
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        byte[] used = flaw == ControllerFlaw.APPLY_READS_OWN_NODES ? withOwnNodes(entry) : entry;
        byte[] result = part.apply(index, used);
        DecidedEntry read = DecidedEntry.read(used);
        List<RequestAnswer> answers = AppliedState.Applied.read(result).stream()
                .map(RequestAnswer::read)
                .toList();
        if (flaw == ControllerFlaw.RESTORE_PUTS_NODES_BACK || flaw == ControllerFlaw.RESTORE_PUTS_GROUPS_BACK) {
            for (int i = 0; i < answers.size(); i++) {
                DecidedEntry.Item item = read.items().get(i);
                if (item.outcome() instanceof TopicsRestored restored
                        && answers.get(i).code() == RequestRejectedException.Code.NONE) {
                    putBack(restored, overheard.saved(item.request().orElseThrow()));
                }
            }
        }
        overheard.applied(index, read, answers);
        CompletableFuture<byte[]> waiting = waiter;
        waiter = null;
        if (waiting != null) {
            waiting.complete(result);
        }
        return result;
    }

    private void putBack(TopicsRestored restored, ControllerState saved) {
        part.readApplied(applied -> {
            if (flaw == ControllerFlaw.RESTORE_PUTS_NODES_BACK) {
                saved.nodes.values().stream()
                        .filter(node -> applied.state.nodes.get(node.id()) != null)
                        .forEach(node -> applied.state.nodes.put(node.id(), node));
            } else if (flaw == ControllerFlaw.RESTORE_PUTS_GROUPS_BACK) {
                restored.created().stream()
                        .filter(topic -> applied.state.topics.get(topic.id()) != null)
                        .forEach(topic -> putBack(topic, saved, applied.state));
            }
            return applied.version;
        });
    }

    private static void putBack(Topic created, ControllerState saved, ControllerState state) {
        Topic before = saved.topic(created.name());
        for (long id : before.groups()) {
            boolean hasNodes =
                    saved.group(GroupId.of(id)).replicas().stream().allMatch(it -> state.nodes.get(it) != null);
            if (!hasNodes) {
                return;
            }
        }
        new TopicDeleted(created.id(), created.name()).applyTo(state);
        for (long id : before.groups()) {
            ReplicaGroup there = state.groups.get(GroupId.of(id));
            ReplicaGroup back = there == null ? saved.group(GroupId.of(id)).withPartitions(0) : there;
            state.groups.put(back.id(), back.withPartitions(back.partitions() + 1));
        }
        state.partitions += before.partitions();
        state.topics.put(before.id(), before);
        state.topicIds.put(before.name(), before.id());
    }

    private byte[] withOwnNodes(byte[] entry) {
        List<DecidedEntry.Item> items = new ArrayList<>();
        for (DecidedEntry.Item item : DecidedEntry.read(entry).items()) {
            if (item.outcome() instanceof TopicCreated created) {
                List<ReplicaGroup> groups = created.newGroups().stream()
                        .map(group -> {
                            List<NodeId> nodes = new ArrayList<>(group.replicas());
                            Collections.rotate(nodes, ownOrder);
                            return group.withReplicas(nodes);
                        })
                        .toList();
                items.add(new DecidedEntry.Item(item.request(), new TopicCreated(created.topic(), groups)));
            } else {
                items.add(item);
            }
        }
        return new DecidedEntry(items).toBytes();
    }

    @Override
    public void snapshot(DataOutput out) throws IOException {
        if (flaw != ControllerFlaw.NUMBERS_REUSED_AFTER_SNAPSHOT
                && flaw != ControllerFlaw.NODE_EPOCHS_REUSED_AFTER_SNAPSHOT) {
            part.snapshot(out);
            return;
        }
        byte[] snapshot = SnapshotBytes.of(part);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(snapshot))) {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            AppliedState read = AppliedState.read(bytes);
            if (flaw == ControllerFlaw.NUMBERS_REUSED_AFTER_SNAPSHOT) {
                read.state.lastGroup = read.state.groups.values().stream()
                        .mapToLong(it -> it.id().value())
                        .max()
                        .orElse(0);
            } else {
                read.state.lastNodeEpoch = read.state.nodes.values().stream()
                        .mapToLong(ClusterNode::epoch)
                        .max()
                        .orElse(0);
            }
            byte[] less = read.toBytes();
            out.writeInt(less.length);
            out.write(less);
        }
    }

    @Override
    public void restore(DataInput in) throws IOException {
        part.restore(in);
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        LeadRules rules = overheard.leads();
        PartLeader side = part.lead(new FlawedLeadership(leadership, rules));
        return new PartLeader() {
            @Override
            public CompletableFuture<byte[]> call(byte[] request) {
                rules.called(request);
                if (ControllerCall.read(request) instanceof ControllerCall.Change change
                        && change.request() instanceof RestoreState restore) {
                    overheard.asked(restore, change.id());
                }
                return side.call(request);
            }

            @Override
            public void end() {
                // Else those who wait are not told.
                if (flaw != ControllerFlaw.WAITER_WITHOUT_TERM) {
                    side.end();
                }
            }
        };
    }

    private final class FlawedLeadership implements GroupLeadership {
        private final GroupLeadership leadership;
        private final LeadRules rules;

        FlawedLeadership(GroupLeadership leadership, LeadRules rules) {
            this.leadership = leadership;
            this.rules = rules;
        }

        @Override
        public long term() {
            return leadership.term();
        }

        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
            rules.decided(DecidedEntry.read(entry), part.readApplied(it -> it.state));
            switch (flaw) {
                case WAITER_WITHOUT_TERM -> {
                    CompletableFuture<byte[]> unused = leadership.propose(entry);
                    waiter = new CompletableFuture<>();
                    return waiter;
                }
                case RETRY_DONE_AGAIN -> {
                    List<DecidedEntry.Item> items = DecidedEntry.read(entry).items().stream()
                            .map(item -> new DecidedEntry.Item(Optional.empty(), item.outcome()))
                            .toList();
                    return leadership.propose(new DecidedEntry(items).toBytes());
                }
                case TWO_ENTRIES_FOR_A_TOPIC -> {
                    return inTwo(DecidedEntry.read(entry));
                }
                default -> {
                    return leadership.propose(entry);
                }
            }
        }

        private CompletableFuture<byte[]> inTwo(DecidedEntry entry) {
            List<DecidedEntry.Item> first = new ArrayList<>();
            List<DecidedEntry.Item> second = new ArrayList<>();
            for (DecidedEntry.Item item : entry.items()) {
                if (item.outcome() instanceof TopicCreated created
                        && created.topic().partitions() > 1) {
                    Topic topic = created.topic();
                    long[] one = {topic.groups()[0]};
                    List<ReplicaGroup> before = groups(created, one[0], true);
                    Topic half = new Topic(topic.id(), topic.name(), topic.replicationFactor(), topic.config(), one);
                    first.add(new DecidedEntry.Item(item.request(), new TopicCreated(half, before)));
                    second.add(new DecidedEntry.Item(
                            Optional.empty(), new TopicAltered(topic, groups(created, one[0], false))));
                } else {
                    first.add(item);
                }
            }
            CompletableFuture<byte[]> done = leadership.propose(new DecidedEntry(first).toBytes());
            return second.isEmpty()
                    ? done
                    : done.thenCompose(answers -> leadership
                            .propose(new DecidedEntry(second).toBytes())
                            .thenApply(ignored -> answers));
        }

        private List<ReplicaGroup> groups(TopicCreated created, long id, boolean same) {
            return created.newGroups().stream()
                    .filter(group -> (group.id().value() == id) == same)
                    .toList();
        }

        @Override
        public CompletableFuture<Void> confirm() {
            return leadership.confirm();
        }
    }
}
