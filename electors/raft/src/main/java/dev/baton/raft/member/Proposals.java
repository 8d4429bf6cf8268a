// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.EntryTooLargeException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.thirdparty.com.google.protobuf.UnsafeByteOperations;
import org.jspecify.annotations.Nullable;

/**
 * The entries that this member proposed and that are not decided yet. Appends them in the order in which they were
 * proposed, on a thread of its own, since Ratis may wait there.
 */
final class Proposals implements AutoCloseable {
    /** What waits to be written, at most. */
    private static final long MAX_BYTES = 64L << 20;

    private final ClientId client = ClientId.randomId();
    private final AtomicLong ids = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final Map<Long, Proposal> pending = new ConcurrentHashMap<>();
    private final ExecutorService thread;

    /** One entry, and whether it may be in the log. */
    private static final class Proposal {
        private final CompletableFuture<byte[]> result = new CompletableFuture<>();
        private volatile boolean mayBeInTheLog;
    }

    Proposals(String member) {
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread named = new Thread(task, "baton-raft-" + member + "-propose");
            named.setDaemon(true);
            return named;
        });
    }

    /** Whether a request is one of this member's own: no other code writes to the log. */
    boolean made(RaftClientRequest request) {
        return request.getClientId().equals(client) && pending.containsKey(request.getCallId());
    }

    /** Ratis is about to append it. */
    void appending(RaftClientRequest request) {
        Proposal proposal = pending.get(request.getCallId());
        if (proposal != null) {
            proposal.mayBeInTheLog = true;
        }
    }

    CompletableFuture<byte[]> propose(RaftServer server, RaftGroupId group, LogEntry entry) {
        if (entry.content().length > RatisSettings.MAX_ENTRY_BYTES) {
            return CompletableFuture.failedFuture(new EntryTooLargeException(entry.part() + " would need an entry of "
                    + entry.content().length + " bytes, and one has at most " + RatisSettings.MAX_ENTRY_BYTES));
        }
        if (bytes.addAndGet(entry.content().length) > MAX_BYTES) {
            bytes.addAndGet(-entry.content().length);
            return CompletableFuture.failedFuture(notAppended(entry, MAX_BYTES + " bytes wait to be written"));
        }
        Proposal proposal = new Proposal();
        Futures.then(proposal.result, (result, problem) -> bytes.addAndGet(-entry.content().length));
        long id = ids.incrementAndGet();
        pending.put(id, proposal);
        try {
            thread.execute(() -> submit(server, group, entry, id, proposal));
        } catch (RejectedExecutionException closed) {
            pending.remove(id);
            proposal.result.completeExceptionally(notAppended(entry, "this member is closed"));
        }
        return proposal.result;
    }

    private void submit(RaftServer server, RaftGroupId group, LogEntry entry, long id, Proposal proposal) {
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(server.getId())
                .setGroupId(group)
                .setCallId(id)
                .setMessage(Message.valueOf(UnsafeByteOperations.unsafeWrap(entry.bytes())))
                .setType(RaftClientRequest.writeRequestType())
                .build();
        try {
            Futures.then(
                    server.submitClientRequestAsync(request),
                    (reply, problem) -> decided(entry, id, proposal, reply, problem));
        } catch (Exception refused) {
            decided(entry, id, proposal, null, refused);
        }
    }

    private void decided(
            LogEntry entry, long id, Proposal proposal, @Nullable RaftClientReply reply, @Nullable Throwable problem) {
        pending.remove(id);
        if (reply != null && reply.isSuccess()) {
            ApplyResult applied =
                    ApplyResult.parse(reply.getMessage().getContent().toByteArray());
            if (applied.inItsTerm()) {
                proposal.result.complete(applied.result());
            } else {
                proposal.result.completeExceptionally(notAppended(entry, "another term had begun"));
            }
            return;
        }
        Throwable why = reply != null ? reply.getException() : problem;
        if (proposal.mayBeInTheLog) {
            proposal.result.completeExceptionally(new OutcomeUnknownException(
                    "the lead was lost before an entry of " + entry.part() + " was decided in term " + entry.term(),
                    why == null ? new IllegalStateException("no reason given") : why));
        } else {
            proposal.result.completeExceptionally(notAppended(entry, String.valueOf(why)));
        }
    }

    private static NotLeaderException notAppended(LogEntry entry, String why) {
        return new NotLeaderException("an entry of " + entry.part() + " that was decided in term " + entry.term()
                + " was not written: " + why);
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
