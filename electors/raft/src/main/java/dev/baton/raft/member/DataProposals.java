// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.raft.group.DataGroupLeadership;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.Message;
import org.apache.ratis.protocol.RaftClientAsynchronousProtocol;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftClientRequest;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.server.RaftServer;
import org.jspecify.annotations.Nullable;

/**
 * The entries with data that this member proposed and that are not decided yet. They are appended in the order in which
 * they were proposed, on a thread of its own, since Ratis may wait there. Once one of a lead is not appended, no later one
 * of that lead is: each was made on top of the one before it.
 */
final class DataProposals implements AutoCloseable {
    private final RaftServer server;
    private final RaftGroupId group;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong ids = new AtomicLong();
    private final Map<Long, Proposal> pending = new ConcurrentHashMap<>();
    private final ExecutorService thread;

    /** One entry, and whether it may be in the log. */
    static final class Proposal {
        private final Lead lead;
        private final byte[] header;
        private final byte[] data;
        private final CompletableFuture<Void> result = new CompletableFuture<>();
        private volatile boolean mayBeInTheLog;

        private Proposal(Lead lead, byte[] header, byte[] data) {
            this.lead = lead;
            this.header = header;
            this.data = data;
        }

        long term() {
            return lead.term;
        }

        byte[] header() {
            return header;
        }

        byte[] data() {
            return data;
        }

        /** Ratis is about to append it. */
        void appending() {
            mayBeInTheLog = true;
        }
    }

    /** The lead in one term, or a part of it. */
    final class Lead implements OwnDataLead.Closable {
        private final long term;
        private final Consumer<DataGroupLeadership> onBroken;
        private volatile boolean broken;

        private Lead(long term, Consumer<DataGroupLeadership> onBroken) {
            this.term = term;
            this.onBroken = onBroken;
        }

        @Override
        public long term() {
            return term;
        }

        @Override
        public CompletableFuture<Void> propose(byte[] header, byte[] data) {
            Proposal proposal = new Proposal(this, header, data);
            try {
                thread.execute(() -> submit(proposal));
            } catch (RejectedExecutionException closed) {
                proposal.result.completeExceptionally(notAppended(term, "this member is closed"));
            }
            return proposal.result;
        }

        @Override
        public void close() {
            broken = true;
        }

        private void breaks() {
            if (!broken) {
                broken = true;
                onBroken.accept(this);
            }
        }
    }

    DataProposals(RaftServer server, RaftGroupId group, String name) {
        this.server = server;
        this.group = group;
        thread = Executors.newSingleThreadExecutor(task -> {
            Thread named = new Thread(task, name + "-propose");
            named.setDaemon(true);
            return named;
        });
    }

    /** @param onBroken told once nothing more that is proposed under it is appended */
    Lead lead(long term, Consumer<DataGroupLeadership> onBroken) {
        return new Lead(term, onBroken);
    }

    /** Whether everything that was proposed is decided. */
    boolean isIdle() {
        return pending.isEmpty();
    }

    /** No other code writes to the log. */
    Optional<Proposal> made(@Nullable RaftClientRequest request) {
        return request == null || !request.getClientId().equals(client)
                ? Optional.empty()
                : Optional.ofNullable(pending.get(request.getCallId()));
    }

    private void submit(Proposal proposal) {
        long id = ids.incrementAndGet();
        pending.put(id, proposal);
        // After it is pending: who ends the lead, and sees nothing pending, can begin another one.
        if (proposal.lead.broken) {
            pending.remove(id);
            proposal.result.completeExceptionally(
                    notAppended(proposal.term(), "the lead has ended, or one before it was not"));
            return;
        }
        RaftClientRequest request = RaftClientRequest.newBuilder()
                .setClientId(client)
                .setServerId(server.getId())
                .setGroupId(group)
                .setCallId(id)
                .setMessage(Message.EMPTY)
                .setType(RaftClientRequest.writeRequestType())
                .build();
        try {
            CompletableFuture<RaftClientReply> reply = division().submitClientRequestAsync(request);
            if (!proposal.mayBeInTheLog) {
                proposal.lead.breaks();
            }
            Futures.then(reply, (answer, problem) -> decided(id, proposal, answer, problem));
        } catch (Exception refused) {
            if (!proposal.mayBeInTheLog) {
                proposal.lead.breaks();
            }
            decided(id, proposal, null, refused);
        }
    }

    /** The server itself would hand each request to a thread of a pool, and wait here for that. */
    private RaftClientAsynchronousProtocol division() throws IOException {
        return (RaftClientAsynchronousProtocol) server.getDivision(group);
    }

    private void decided(long id, Proposal proposal, @Nullable RaftClientReply reply, @Nullable Throwable problem) {
        pending.remove(id);
        if (reply != null && reply.isSuccess()) {
            proposal.result.complete(null);
            return;
        }
        Throwable why = reply != null ? reply.getException() : problem;
        if (proposal.mayBeInTheLog) {
            proposal.result.completeExceptionally(new OutcomeUnknownException(
                    "the lead of term " + proposal.term() + " was lost before an entry was decided",
                    why == null ? new IllegalStateException("no reason given") : why));
        } else {
            proposal.result.completeExceptionally(notAppended(proposal.term(), String.valueOf(why)));
        }
    }

    private static NotLeaderException notAppended(long term, String why) {
        return new NotLeaderException("an entry that was proposed in term " + term + " was not written: " + why);
    }

    @Override
    public void close() {
        thread.shutdown();
    }
}
