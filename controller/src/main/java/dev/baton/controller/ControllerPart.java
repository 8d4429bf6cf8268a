// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.controller.encoding.MalformedException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.raft.group.ReplicatedPart;
import dev.baton.spi.Ticker;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Nodes, topics, partitions and their leaders as a part of the state that a group replicates. Any thread may read.
 *
 * <p>Applying reads nothing but the state and the entry: no clock, no chance, no configuration of this process.
 */
public final class ControllerPart implements ReplicatedPart {
    public static final String NAME = "controller";
    /** A snapshot that is larger is none of ours. */
    private static final int MAX_SNAPSHOT = 1 << 28;

    private final ControllerSettings settings;
    private final Ticker ticker;
    private final Supplier<UUID> ids;
    private final ReadWriteLock lock = new ReentrantReadWriteLock();
    private final StateWatchers watches = new StateWatchers();
    private final int format;
    private AppliedState applied;

    /** @param ids of topics, never the same one twice */
    public ControllerPart(ControllerSettings settings, Ticker ticker, Supplier<UUID> ids) {
        this(settings, ticker, ids, LogFormatVersion.LATEST);
    }

    /** @param format that it knows */
    ControllerPart(ControllerSettings settings, Ticker ticker, Supplier<UUID> ids, int format) {
        this.format = format;
        this.applied = new AppliedState(format);
        this.settings = settings;
        this.ticker = ticker;
        this.ids = ids;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public byte[] apply(long index, byte[] entry) {
        AppliedState.Applied done = locked(lock.writeLock(), () -> applied.apply(index, entry));
        watches.applied(version(), done.changes());
        return done.toBytes();
    }

    @Override
    public void snapshot(DataOutput out) throws IOException {
        byte[] bytes = toBytes();
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    @Override
    public void restore(DataInput in) throws IOException {
        int length = in.readInt();
        if (length < 0 || length > MAX_SNAPSHOT) {
            throw new IOException("a snapshot of the controller has " + length + " bytes");
        }
        byte[] bytes = new byte[length];
        in.readFully(bytes);
        AppliedState read;
        try {
            read = AppliedState.read(bytes, format);
        } catch (IllegalStateException newer) {
            throw new IOException("the snapshot of the controller cannot be used: " + newer.getMessage(), newer);
        } catch (MalformedException | IllegalArgumentException malformed) {
            throw new IOException("the snapshot of the controller is damaged: " + malformed.getMessage(), malformed);
        }
        locked(lock.writeLock(), () -> applied = read);
        watches.replaced(read.version);
    }

    @Override
    public PartLeader lead(GroupLeadership leadership) {
        return new ControllerLead(
                this,
                leadership,
                settings,
                ticker,
                new Request.Choices(ids, settings.groupsPerNode(), format, leadership::members));
    }

    private byte[] toBytes() {
        return locked(lock.readLock(), () -> applied.toBytes());
    }

    /** Reads what this member has applied, marked with its version and index. {@code reader} must be quick. */
    public <T> T read(Function<ControllerView, T> reader) {
        return readApplied(it -> reader.apply(new ControllerView(it.state, it.version, it.index)));
    }

    <T> T readApplied(Function<AppliedState, T> reader) {
        return locked(lock.readLock(), () -> reader.apply(applied));
    }

    public long version() {
        return readApplied(it -> it.version);
    }

    /** Completes once this member has applied that version. */
    public CompletableFuture<Void> reached(long version) {
        return watches.reached(version, this::version);
    }

    /** Calls this after something was applied, on the thread that applies: it must not block. */
    public Runnable onChange(Runnable changed) {
        return watches.onChange(changed);
    }

    /** What changed after that version, in order; empty if it is too long ago, so that everything has to be read. */
    public Optional<List<StateChange>> changesSince(long version) {
        return watches.since(version);
    }

    private static <T> T locked(Lock lock, Supplier<T> action) {
        lock.lock();
        try {
            return action.get();
        } finally {
            lock.unlock();
        }
    }
}
