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
        overheard.applied(
                index,
                DecidedEntry.read(used),
                AppliedState.Applied.read(result).stream()
                        .map(RequestAnswer::read)
                        .toList());
        CompletableFuture<byte[]> waiting = waiter;
        waiter = null;
        if (waiting != null) {
            waiting.complete(result);
        }
        return result;
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
        if (flaw != ControllerFlaw.NUMBERS_REUSED_AFTER_SNAPSHOT) {
            part.snapshot(out);
            return;
        }
        byte[] snapshot = SnapshotBytes.of(part);
        try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(snapshot))) {
            byte[] bytes = new byte[in.readInt()];
            in.readFully(bytes);
            AppliedState read = AppliedState.read(bytes);
            read.state.lastGroup = read.state.groups.values().stream()
                    .mapToLong(it -> it.id().value())
                    .max()
                    .orElse(0);
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
        PartLeader side = part.lead(new FlawedLeadership(leadership));
        if (flaw != ControllerFlaw.WAITER_WITHOUT_TERM) {
            return side;
        }
        return new PartLeader() {
            @Override
            public CompletableFuture<byte[]> call(byte[] request) {
                return side.call(request);
            }

            @Override
            public void end() {
                // Those who wait are not told.
            }
        };
    }

    private final class FlawedLeadership implements GroupLeadership {
        private final GroupLeadership leadership;

        FlawedLeadership(GroupLeadership leadership) {
            this.leadership = leadership;
        }

        @Override
        public long term() {
            return leadership.term();
        }

        @Override
        public CompletableFuture<byte[]> propose(byte[] entry) {
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
