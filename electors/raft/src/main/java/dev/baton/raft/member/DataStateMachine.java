// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.raft.group.ReplicatedData;
import dev.baton.raft.group.ReplicatedData.Point;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.apache.ratis.proto.RaftProtos.LogEntryProto;
import org.apache.ratis.proto.RaftProtos.RaftConfigurationProto;
import org.apache.ratis.proto.RaftProtos.StateMachineLogEntryProto;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftGroupMemberId;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.exceptions.StateMachineException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.raftlog.RaftLog;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.StateMachineStorage;
import org.apache.ratis.statemachine.TransactionContext;
import org.apache.ratis.statemachine.impl.BaseStateMachine;
import org.apache.ratis.thirdparty.com.google.protobuf.ByteString;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.apache.ratis.util.LifeCycle;
import org.jspecify.annotations.Nullable;

/**
 * What Ratis calls for a group with data. The log holds headers; the data goes to {@link ReplicatedData} and comes from
 * it, before and beside the log. An entry without header says nothing: it only makes Ratis send what is before it.
 */
final class DataStateMachine extends BaseStateMachine {
    /** The log keeps the entries of so many snapshots, so that one who was away for a while need not copy everything. */
    private static final int MIN_SNAPSHOTS_KEPT = 2;

    /** What is to be done with it elsewhere; must not wait for Ratis. */
    interface Events {
        /** On the thread that applies. */
        void leads(long term);

        /** Any thread, maybe with a lock of Ratis. */
        void leadsNoMore();

        /** It cannot go on. Any thread. */
        void broke(String what, Throwable cause);
    }

    private final ReplicatedData data;
    private final long snapshotEvery;
    private final Events events;
    private final DataSnapshots snapshots;
    /** Taken, and still needed for the log. */
    private final Deque<Point> taken = new ArrayDeque<>();

    private final DataReads reads = new DataReads();

    private volatile @Nullable DataProposals proposals;
    private long configurationTerm;
    private volatile boolean broken;
    private volatile boolean closing;

    DataStateMachine(ReplicatedData data, long snapshotEvery, Events events) {
        this.data = data;
        this.snapshotEvery = snapshotEvery;
        this.events = events;
        this.snapshots = new DataSnapshots(data);
    }

    @Override
    public void initialize(RaftServer server, RaftGroupId group, RaftStorage files) throws IOException {
        super.initialize(server, group, files);
        String name = "baton-raft-" + server.getId() + "-" + group;
        proposals = new DataProposals(server, group, name);
        reads.named(name + "-read");
        getLifeCycle()
                .startAndTransition(
                        () -> open(
                                files.getStorageDir().getStateMachineDir().toPath(),
                                files.getStorageDir().getCurrentDir().toPath()),
                        IOException.class);
    }

    private void open(Path folder, Path log) throws IOException {
        Optional<Point> snapshot = data.open(folder);
        snapshot.ifPresent(this::at);
        DataLogTail tail = DataLogTail.read(log, snapshot.map(Point::index).orElse(-1L));
        Optional<Long> missing = data.recover(tail.entries());
        if (missing.isPresent()) {
            tail.cut(missing.get());
        }
    }

    private void at(Point snapshot) {
        setLastAppliedTermIndex(TermIndex.valueOf(snapshot.term(), snapshot.index()));
        snapshots.latest(snapshot);
        taken.clear();
        taken.add(snapshot);
    }

    DataProposals proposals() {
        DataProposals known = proposals;
        if (known == null) {
            throw new IllegalStateException("the group is not open yet");
        }
        return known;
    }

    /**
     * The files of a leader are about to be put in place. Ratis goes on to write entries behind them before it calls
     * {@link #reinitialize}, on another thread.
     */
    @Override
    public void pause() {
        try {
            data.pause();
        } catch (IOException busy) {
            throw new UncheckedIOException(busy);
        }
        if (getLifeCycleState() != LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.PAUSING);
            getLifeCycle().transition(LifeCycle.State.PAUSED);
        }
    }

    /** The files of a leader are in place. */
    @Override
    public void reinitialize() throws IOException {
        try {
            at(data.reopen());
        } catch (IOException | RuntimeException unusable) {
            fail("the leader's files cannot be used", unusable);
            throw unusable;
        }
        if (getLifeCycleState() == LifeCycle.State.PAUSED) {
            getLifeCycle().transition(LifeCycle.State.STARTING);
            getLifeCycle().transition(LifeCycle.State.RUNNING);
        }
    }

    @Override
    public StateMachineStorage getStateMachineStorage() {
        return snapshots;
    }

    /** Returns how far the log may be dropped, which is not as far as the latest snapshot. */
    @Override
    public long takeSnapshot() throws IOException {
        TermIndex applied = getLastAppliedTermIndex();
        if (broken || applied.getIndex() < 0) {
            return RaftLog.INVALID_LOG_INDEX;
        }
        long last = taken.isEmpty() ? -1 : taken.getLast().index();
        if (applied.getIndex() - last >= snapshotEvery) {
            Point now = new Point(applied.getTerm(), applied.getIndex());
            data.snapshot(now);
            snapshots.latest(now);
            taken.add(now);
        }
        return taken.size() > MIN_SNAPSHOTS_KEPT ? taken.remove().index() : RaftLog.INVALID_LOG_INDEX;
    }

    @Override
    public TransactionContext startTransaction(RaftClientRequest request) throws IOException {
        DataProposals.Proposal proposal =
                proposals().made(request).orElseThrow(() -> new IOException("the log is written by the leader alone"));
        TransactionContext.Builder builder = TransactionContext.newBuilder()
                .setStateMachine(this)
                .setClientRequest(request)
                .setLogData(UnsafeByteOperations.unsafeWrap(proposal.header()));
        if (proposal.data().length > 0) {
            builder.setStateMachineData(UnsafeByteOperations.unsafeWrap(proposal.data()));
        }
        return builder.build();
    }

    /** With the locks of the division and of its log, so that the term is the one that the entry gets. */
    @Override
    public TransactionContext preAppendTransaction(TransactionContext transaction) throws IOException {
        DataProposals.Proposal proposal = proposals()
                .made(transaction.getClientRequest())
                .orElseThrow(() -> new IOException("the log is written by the leader alone"));
        long term = getServer().join().getDivision(getGroupId()).getInfo().getCurrentTerm();
        if (term != proposal.term()) {
            throw new StateMachineException("term " + term + " had begun", false);
        }
        proposal.appending();
        return transaction;
    }

    @Override
    public CompletableFuture<?> write(LogEntryProto entry, TransactionContext context) {
        StateMachineLogEntryProto logged = entry.getStateMachineLogEntry();
        return data.write(
                new Point(entry.getTerm(), entry.getIndex()),
                logged.getLogData().toByteArray(),
                logged.getStateMachineEntry().getStateMachineData().asReadOnlyByteBuffer());
    }

    @Override
    public CompletableFuture<ByteString> read(LogEntryProto entry, @Nullable TransactionContext context) {
        if (context != null && context.getStateMachineLogEntry() != null) {
            ByteString there =
                    context.getStateMachineLogEntry().getStateMachineEntry().getStateMachineData();
            if (!there.isEmpty()) {
                return CompletableFuture.completedFuture(there);
            }
        }
        return reads.read(TermIndex.valueOf(entry), () -> readNow(entry));
    }

    private ByteString readNow(LogEntryProto entry) {
        try {
            return UnsafeByteOperations.unsafeWrap(data.read(
                    entry.getIndex(),
                    entry.getStateMachineLogEntry().getLogData().toByteArray()));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public CompletableFuture<Void> flush(long index) {
        return data.flush();
    }

    @Override
    public CompletableFuture<Void> truncate(long index) {
        return data.truncate(index);
    }

    @Override
    public CompletableFuture<Message> applyTransaction(TransactionContext transaction) {
        LogEntryProto entry = transaction.getLogEntry();
        try {
            byte[] header = entry.getStateMachineLogEntry().getLogData().toByteArray();
            if (header.length > 0) {
                data.apply(new Point(entry.getTerm(), entry.getIndex()), header);
            }
            updateLastAppliedTermIndex(entry.getTerm(), entry.getIndex());
        } catch (Throwable failed) {
            fail("entry " + entry.getIndex() + " cannot be applied", failed);
            // Ratis closes the division for it, and applies nothing more.
            throw failed;
        }
        return CompletableFuture.completedFuture(Message.EMPTY);
    }

    private void fail(String what, Throwable cause) {
        broken = true;
        // Ratis closes this before its log: what comes to the log in between is not written, and not acknowledged.
        if (!closing) {
            events.broke(what, cause);
        }
    }

    @Override
    public void notifyConfigurationChanged(long term, long index, RaftConfigurationProto configuration) {
        configurationTerm = term;
    }

    /** Right after {@link #notifyConfigurationChanged} for the first entry of this leader's term. */
    @Override
    public void notifyLeaderReady() {
        events.leads(configurationTerm);
    }

    @Override
    public void notifyNotLeader(Collection<TransactionContext> pending) {
        reads.forget();
        events.leadsNoMore();
    }

    @Override
    public void notifyLeaderChanged(RaftGroupMemberId member, RaftPeerId leader) {
        data.leaderChanged();
    }

    @Override
    public void notifyLogFailed(Throwable cause, @Nullable LogEntryProto entry) {
        fail("its log cannot be written", cause);
    }

    @Override
    public void close() {
        closing = true;
        events.leadsNoMore();
        DataProposals known = proposals;
        if (known != null) {
            known.close();
        }
        reads.close();
        data.close();
    }
}
