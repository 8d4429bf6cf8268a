// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedPart;
import java.io.File;
import java.io.IOException;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongConsumer;
import org.apache.ratis.io.MD5Hash;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.statemachine.impl.SimpleStateMachineStorage;
import org.apache.ratis.statemachine.impl.SingleFileSnapshotInfo;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.apache.ratis.util.MD5FileUtil;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis calls: hands committed entries to their parts, writes and reads snapshots, and passes on when this member
 * begins and ceases to lead. Applying, snapshots and the beginning of a lead happen on one thread of Ratis.
 */
final class GroupStateMachine extends BaseStateMachine {
    /** What is to be done with it elsewhere; must not wait for Ratis. */
    interface Events {
        /** On the thread that applies. */
        void leads(long term);

        /** Any thread, maybe with a lock of Ratis. */
        void leadsNoMore();

        /** The state can no longer be what it must be; nothing more is applied. Any thread. */
        void broke(String what, Throwable cause);

        /** The log cannot be written. Any thread. */
        void logFailed(Throwable cause);
    }

    private final SortedMap<String, ReplicatedPart> parts;
    private final Proposals proposals;
    private final Events events;
    private final LongConsumer applied;
    private final SimpleStateMachineStorage storage = new SimpleStateMachineStorage();
    /** Keeps the index and the state together, for those who read both. */
    private final Object applying = new Object();

    private File temporary = new File(".");
    private long configurationTerm;
    private volatile boolean broken;

    GroupStateMachine(Map<String, ReplicatedPart> parts, Proposals proposals, Events events, LongConsumer applied) {
        this.parts = Collections.unmodifiableSortedMap(new TreeMap<>(parts));
        this.proposals = proposals;
        this.events = events;
        this.applied = applied;
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage files) throws IOException {
        super.initialize(server, group, files);
        temporary = files.getStorageDir().getTmpDir();
        getLifeCycle()
                .startAndTransition(
                        () -> {
                            storage.init(files);
                            restore(storage.getLatestSnapshot());
                        },
                        IOException.class);
    }

    @Override
    public void pause() {
        getLifeCycle().transition(LifeCycle.State.PAUSING);
        getLifeCycle().transition(LifeCycle.State.PAUSED);
    }

    /** A snapshot of the leader's is in place. */
    @Override
    public void reinitialize() throws IOException {
        try {
            restore(storage.loadLatestSnapshot());
        } catch (IOException | RuntimeException unusable) {
            fail("the leader's snapshot cannot be restored", unusable);
            throw unusable;
        }
        if (getLifeCycleState() == LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.STARTING);
            getLifeCycle().transition(LifeCycle.State.RUNNING);
        }
    }

    private void restore(@Nullable SingleFileSnapshotInfo snapshot) throws IOException {
        if (snapshot != null) {
            synchronized (applying) {
                SnapshotFile.restore(snapshot.getFile().getPath(), parts);
                setLastAppliedTermIndex(snapshot.getTermIndex());
            }
            applied.accept(snapshot.getIndex());
        }
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return storage;
    }

    @Override
    public long takeSnapshot() throws IOException {
        TermIndex at = getLastAppliedTermIndex();
        if (broken || at.getIndex() < 0) {
            return RaftLog.INVALID_LOG_INDEX;
        }
        File file = storage.getSnapshotFile(at.getTerm(), at.getIndex());
        if (file.exists()) {
            return at.getIndex();
        }
        File fresh = new File(temporary, "taking.snapshot");
        temporary.mkdirs();
        SnapshotFile.write(file.toPath(), fresh.toPath(), parts);
        MD5Hash sum = MD5FileUtil.computeAndSaveMd5ForFile(file);
        storage.updateLatestSnapshot(
                new SingleFileSnapshotInfo(new FileInfo(file.toPath(), sum), at.getTerm(), at.getIndex()));
        return at.getIndex();
    }

    long snapshotIndex() {
        SingleFileSnapshotInfo latest = storage.getLatestSnapshot();
        return latest == null ? RaftLog.INVALID_LOG_INDEX : latest.getIndex();
    }

    /** Waits for an entry that is being applied. */
    StateHash hash() {
        synchronized (applying) {
            SortedMap<String, String> hashes = new TreeMap<>();
            parts.forEach((name, part) -> hashes.put(name, SnapshotFile.digest(part)));
            return new StateHash(getLastAppliedTermIndex().getIndex(), hashes);
        }
    }

    @Override
    public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
        if (!proposals.made(request)) {
            throw new IOException("the log is written by the leader alone");
        }
        return TransactionContext.newBuilder()
                .setStateMachine(this)
                .setClientRequest(request)
                .build();
    }

    @Override
    public TransactionContext preAppendTransaction(TransactionContext transaction) {
        proposals.appending(transaction.getClientRequest());
        return transaction;
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        ApplyResult outcome;
        try {
            synchronized (applying) {
                outcome = apply(entry);
                updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
            }
        } catch (Throwable failed) {
            fail("entry " + entry.getIndex() + " cannot be applied", failed);
            // Ratis closes the member for it, and applies nothing more.
            throw failed;
        }
        applied.accept(entry.getIndex());
        return CompletableFuture.completedFuture(Message.valueOf(UnsafeByteOperations.unsafeWrap(outcome.bytes())));
    }

    private ApplyResult apply(LogEntryProto logged) {
        LogEntry entry =
                LogEntry.parse(logged.getStateMachineLogEntry().getLogData().asReadOnlyByteBuffer());
        if (entry.term() != logged.getTerm()) {
            return ApplyResult.refused();
        }
        if (entry.part().equals(MembershipSide.PART)) {
            // Says nothing; it only makes Ratis send what is before it.
            return new ApplyResult(true, new byte[0]);
        }
        ReplicatedPart part = parts.get(entry.part());
        if (part == null) {
            throw new IllegalStateException(
                    "this member has no part " + entry.part() + ": all members of a group have the same");
        }
        return new ApplyResult(true, part.apply(logged.getIndex(), entry.content()));
    }

    private void fail(String what, Throwable cause) {
        broken = true;
        events.broke(what, cause);
    }

    @Override
    public void notifyTermIndexUpdated(long term, long index) {
        super.notifyTermIndexUpdated(term, index);
        applied.accept(index);
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto configuration) {
        configurationTerm = term;
    }

    /** Right after {@link #notifyConfigurationChanged} for the first entry of this leader's term. */
    @Override
    public void notifyLeaderReady() {
        try {
            events.leads(configurationTerm);
        } catch (RuntimeException unfit) {
            fail("a part cannot begin to lead", unfit);
            throw unfit;
        }
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        events.leadsNoMore();
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        events.logFailed(cause);
    }
}
