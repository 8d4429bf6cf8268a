// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.partitions.Append;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionListener;
import dev.baton.raft.group.DataGroupLeadership;
import dev.baton.raft.group.ReplicatedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.jspecify.annotations.Nullable;

/**
 * The partitions of one group on this node. Files are changed by its {@link GroupWriter}'s thread, in the order of the log; the
 * applied state by the thread that applies; reads and appends come from any.
 */
final class GroupData implements ReplicatedData {
    /** What the group needs of its node. */
    interface Node {
        LogSettings settings(PartitionKey key);

        Optional<NodeId> leader(long group);

        long term(long group);

        /** All listeners, as one. */
        PartitionListener listener();

        /** This node leads the group from now on, or no longer. Must not block. */
        void leadChanged();
    }

    private final long group;
    private final Node node;
    private final GroupWriter writer;
    private final Appends appends;
    private final FsyncPool forcing;
    private final Map<PartitionKey, PartitionReplica> replicas = new ConcurrentHashMap<>();
    private final Map<PartitionKey, PartitionFiles> files = new ConcurrentHashMap<>();
    /** Data that is not written yet, by the index of its entry. */
    private final Map<Long, ByteBuffer> writing = new ConcurrentHashMap<>();

    private final UncommittedItems uncommitted = new UncommittedItems();

    private final Side side = new Side();
    /** Where partitions start because their first files are gone, until the log is seen to have deleted these. */
    private final Map<PartitionKey, Long> startsLater = new HashMap<>();

    private @Nullable Path folder;
    private final AtomicLong changes = new AtomicLong();

    GroupData(long group, Node node, FsyncPool forcing, Appends appends) {
        this.group = group;
        this.node = node;
        this.writer = new GroupWriter("baton-partitions-" + group, forcing);
        this.appends = appends;
        this.forcing = forcing;
    }

    long group() {
        return group;
    }

    Optional<PartitionReplica> find(PartitionKey key) {
        return Optional.ofNullable(replicas.get(key));
    }

    Collection<PartitionReplica> replicas() {
        return replicas.values();
    }

    /** Another number whenever there are other partitions than before. */
    long changes() {
        return changes.get();
    }

    Optional<Epoch> ledIn() {
        return appends.ledIn();
    }

    CompletableFuture<Void> propose(EntryHeader control) {
        return appends.propose(control);
    }

    private Path folder() {
        if (folder == null) {
            throw new IllegalStateException("group " + group + " is not open");
        }
        return folder;
    }

    private PartitionFiles files(PartitionKey key) {
        return files.computeIfAbsent(
                key,
                it -> new PartitionFiles(
                        folder().resolve(it.toString()), () -> node.settings(it).segmentBytes()));
    }

    @Override
    public Optional<Point> open(Path at) throws IOException {
        folder = at;
        Optional<Path> latest = Manifest.latest(at);
        return latest.isEmpty() ? Optional.empty() : Optional.of(load(latest.get()));
    }

    private Point load(Path manifest) throws IOException {
        Manifest read = Manifest.read(manifest);
        for (Manifest.Part part : read.parts()) {
            PartitionFiles opened = files(part.key());
            long start = GroupRecovery.open(opened, part);
            if (start > part.start()) {
                startsLater.put(part.key(), start);
            }
            PartitionReplica replica = new PartitionReplica(part.key(), part.openedAt(), side, opened);
            replica.restore(start, part.end(), part.epochs());
            part.producers().forEach(replica.producers()::put);
            replicas.put(part.key(), replica);
        }
        return read.at();
    }

    @Override
    public Optional<Long> recover(List<Logged> tail) throws IOException {
        GroupRecovery recovery = new GroupRecovery(this::files, tail, LastBoot.isCurrent(folder()));
        recovery.requireDeleted(startsLater);
        startsLater.clear();
        Optional<Long> missing = recovery.run(uncommitted::add);
        if (missing.isPresent()) {
            undo(missing.get());
        }
        for (PartitionFiles each : files.values()) {
            each.clean();
        }
        GroupRecovery.deleteUnknown(folder(), files.keySet());
        LastBoot.remember(folder());
        return missing;
    }

    /** On the writer's thread, or before there is any. */
    private void undo(long from) throws IOException {
        uncommitted.undo(from);
    }

    @Override
    public CompletableFuture<Void> write(Point at, byte[] header, ByteBuffer data) {
        writing.put(at.index(), data);
        return writer.run(() -> {
            List<EntryHeader.Item> items = EntryHeader.read(header).records();
            List<Optional<ByteBuffer>> parts = EntryData.split(items, data);
            for (int i = 0; i < items.size(); i++) {
                PartitionFiles into = files(items.get(i).key());
                Optional<ByteBuffer> part = parts.get(i);
                PartitionFiles.Written written =
                        part.isPresent() ? into.append(items.get(i), part.get()) : PartitionFiles.Written.nothing(into);
                written.segment().ifPresent(segment -> writer.dirty(segment, written.isNew()));
                uncommitted.add(at.index(), items.get(i).key(), written);
            }
            // Another leader may have put another entry in its place meanwhile.
            writing.remove(at.index(), data);
        });
    }

    @Override
    public ByteBuffer read(long index, byte[] header) throws IOException {
        ByteBuffer there = writing.get(index);
        if (there != null) {
            return there.duplicate();
        }
        List<Optional<ByteBuffer>> found = new ArrayList<>();
        for (EntryHeader.Item item : EntryHeader.read(header).records()) {
            PartitionFiles from = files.get(item.key());
            found.add(from == null ? Optional.empty() : from.find(item));
        }
        return EntryData.join(found);
    }

    @Override
    public CompletableFuture<Void> flush() {
        return writer.flush();
    }

    @Override
    public CompletableFuture<Void> truncate(long from) {
        writing.keySet().removeIf(index -> index >= from);
        return writer.run(() -> undo(from));
    }

    @Override
    public void apply(Point at, byte[] bytes) {
        EntryHeader header = EntryHeader.read(bytes);
        for (EntryHeader.Opened each : header.opened()) {
            opened(each);
        }
        for (EntryHeader.Item item : header.records()) {
            applied(at, item);
        }
        for (EntryHeader.Start each : header.starts()) {
            started(each);
        }
        header.dropped().forEach(this::drop);
    }

    private void opened(EntryHeader.Opened each) {
        if (replicas.containsKey(each.key())) {
            return;
        }
        replicas.put(each.key(), new PartitionReplica(each.key(), each.version(), side, files(each.key())));
        changes.incrementAndGet();
        appends.ledIn().ifPresent(epoch -> node.listener().leads(each.key(), epoch));
    }

    private void applied(Point at, EntryHeader.Item item) {
        PartitionFiles.Written written = uncommitted.next(at.index(), item.key());
        written.commit();
        PartitionReplica replica = replicas.get(item.key());
        if (replica != null) {
            replica.applied(item, at.term(), written.segment().isPresent());
            appends.applied(item);
            node.listener().committed(item.key(), replica.highWatermark());
        }
    }

    private void started(EntryHeader.Start each) {
        PartitionReplica replica = replicas.get(each.key());
        if (replica != null) {
            replica.startAt(Math.min(each.offset(), replica.highWatermark()));
            long start = replica.startOffset();
            writer.later(() -> writer.unused(replica.files().deleteBefore(start)));
        }
    }

    private void drop(PartitionKey key) {
        PartitionReplica replica = replicas.remove(key);
        if (replica != null) {
            changes.incrementAndGet();
            appends.ledIn().ifPresent(epoch -> node.listener().leadsNoMore(key, epoch));
            node.listener().removed(key);
            writer.later(() -> {
                writer.unused(replica.files().delete());
                files.remove(key);
            });
        }
    }

    @Override
    public void snapshot(Point at) throws IOException {
        new Manifest(at, replicas.values().stream().map(Manifest::of).toList()).write(folder());
        writer.later(() -> PartitionFiles.keepIndexes(files.values()));
    }

    @Override
    public List<Path> files(Point snapshot) throws IOException {
        Path manifest = Manifest.at(folder(), snapshot.index())
                .orElseThrow(() -> new IOException("group " + group + " has no snapshot at entry " + snapshot.index()));
        List<Path> all = files.values().stream()
                .flatMap(each -> each.segments().stream())
                .filter(segment -> segment.committed() > 0)
                .map(Segment::path)
                .collect(Collectors.toCollection(ArrayList::new));
        all.add(manifest);
        return all;
    }

    @Override
    public void pause() throws IOException {
        writer.hold();
    }

    @Override
    public Point reopen() throws IOException {
        writer.hold();
        try {
            Point reached = replaceFiles(folder());
            writer.release();
            return reached;
        } catch (IOException | RuntimeException unusable) {
            writer.fail(unusable);
            throw unusable;
        }
    }

    /** While nothing is written. */
    private Point replaceFiles(Path at) throws IOException {
        for (PartitionFiles each : files.values()) {
            writer.unused(List.copyOf(each.segments()));
        }
        List<PartitionKey> before = List.copyOf(replicas.keySet());
        files.clear();
        replicas.clear();
        changes.incrementAndGet();
        uncommitted.clear();
        Point reached = load(Manifest.latest(at).orElseThrow(() -> new IOException("the leader sent no manifest")));
        List<Segment> segments = new ArrayList<>();
        List<Path> folders = new ArrayList<>(List.of(at));
        for (PartitionFiles each : files.values()) {
            each.clean();
            segments.addAll(each.segments());
            folders.add(each.folder());
        }
        forcing.forceNow(segments, folders);
        if (!startsLater.isEmpty()) {
            // The leader has deleted files since, by an entry that this member may not have yet when it starts again.
            snapshot(reached);
            startsLater.clear();
        }
        before.stream().filter(key -> !replicas.containsKey(key)).forEach(node.listener()::removed);
        replicas.values().forEach(it -> node.listener().committed(it.key(), it.highWatermark()));
        return reached;
    }

    @Override
    public void leads(DataGroupLeadership lead) {
        appends.begin(lead);
        node.leadChanged();
        Epoch epoch = Epoch.of(lead.term());
        replicas.keySet().forEach(key -> node.listener().leads(key, epoch));
    }

    @Override
    public void leadsNoMore() {
        Optional<Epoch> led = appends.ledIn();
        appends.end();
        led.ifPresent(epoch -> node.leadChanged());
        led.ifPresent(epoch -> replicas.keySet().forEach(key -> node.listener().leadsNoMore(key, epoch)));
    }

    @Override
    public void close() {
        leadsNoMore();
        writer.close(() -> {
            for (PartitionFiles each : files.values()) {
                each.close();
            }
        });
    }

    /** What its partitions ask of it. */
    private final class Side implements PartitionReplica.Group {
        @Override
        public Optional<Epoch> ledIn() {
            return appends.ledIn();
        }

        @Override
        public Optional<NodeId> leader() {
            return node.leader(group);
        }

        @Override
        public Epoch epoch() {
            return Epoch.of(node.term(group));
        }

        @Override
        public Append append(PartitionReplica to, MemoryRecords batches) {
            return appends.append(to, batches, node.settings(to.key()));
        }

        @Override
        public CompletableFuture<Void> deleteBefore(PartitionKey key, long offset) {
            return appends.propose(EntryHeader.start(key, offset));
        }

        @Override
        public OptionalLong nextOffset(PartitionReplica of) {
            return appends.nextOffset(of);
        }
    }
}
