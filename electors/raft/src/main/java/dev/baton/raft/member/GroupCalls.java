// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import dev.baton.NotLeaderException;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.apache.ratis.proto.RaftProtos.RaftRpcRequestProto;
import org.apache.ratis.proto.RaftProtos.RequestVoteRequestProto;
import org.apache.ratis.proto.RaftProtos.StartLeaderElectionRequestProto;
import org.apache.ratis.protocol.ClientId;
import org.apache.ratis.protocol.GroupManagementRequest;
import org.apache.ratis.protocol.RaftClientReply;
import org.apache.ratis.protocol.RaftGroup;
import org.apache.ratis.protocol.RaftGroupId;
import org.apache.ratis.protocol.RaftPeer;
import org.apache.ratis.protocol.RaftPeerId;
import org.apache.ratis.protocol.SetConfigurationRequest;
import org.apache.ratis.protocol.SnapshotManagementRequest;
import org.apache.ratis.protocol.TransferLeadershipRequest;
import org.apache.ratis.protocol.exceptions.LeaderNotReadyException;
import org.apache.ratis.protocol.exceptions.LeaderSteppingDownException;
import org.apache.ratis.protocol.exceptions.ReconfigurationInProgressException;
import org.apache.ratis.protocol.exceptions.ReconfigurationTimeoutException;
import org.apache.ratis.protocol.exceptions.ServerNotReadyException;
import org.apache.ratis.protocol.exceptions.SetConfigurationException;
import org.apache.ratis.server.RaftServer;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.util.ProtoUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What is asked of this member's Ratis server about one of its groups. Its methods may wait for Ratis. */
final class GroupCalls {
    private static final Logger LOG = LoggerFactory.getLogger(GroupCalls.class);
    private static final long TIMEOUT_MILLIS = 3000;

    private final RaftServer server;
    private final Turns turns;
    private final LongSilences silences;
    private final Supplier<RaftGroupId> group;
    private final ClientId client = ClientId.randomId();
    private final AtomicLong calls = new AtomicLong();

    /**
     * @param turns in which the messages of other members are taken, too
     * @param silences of other members, one for all groups, which share their connections
     * @param group known once anything is asked
     */
    GroupCalls(RaftServer server, Turns turns, LongSilences silences, Supplier<RaftGroupId> group) {
        this.server = server;
        this.turns = turns;
        this.silences = silences;
        this.group = group;
    }

    /**
     * Begins to take part in it.
     *
     * @param again with the files that are there
     */
    void add(RaftGroup with, boolean again) throws IOException {
        require(server.groupManagement(
                GroupManagementRequest.newAdd(client, server.getId(), calls.incrementAndGet(), with, !again)));
    }

    /** Leaves it, and deletes its files. */
    void remove() throws IOException {
        remove(true);
    }

    /** Leaves it for now: its files stay. */
    void suspend() throws IOException {
        remove(false);
    }

    private void remove(boolean deletes) throws IOException {
        require(server.groupManagement(GroupManagementRequest.newRemove(
                client, server.getId(), calls.incrementAndGet(), group.get(), deletes, false)));
    }

    /**
     * Fails with {@link NotLeaderException} if it was not done and may be asked for again, with
     * {@link OutcomeUnknownException} if it may be done nevertheless, and otherwise if it was refused.
     */
    CompletableFuture<Void> change(GroupConfiguration expected, GroupConfiguration next) {
        SetConfigurationRequest.Arguments arguments = SetConfigurationRequest.Arguments.newBuilder()
                .setMode(SetConfigurationRequest.Mode.COMPARE_AND_SET)
                .setServersInCurrentConf(ratis(expected.voters()))
                .setListenersInCurrentConf(ratis(expected.listeners()))
                .setServersInNewConf(ratis(next.voters()))
                .setListenersInNewConf(ratis(next.listeners()))
                .build();
        try {
            return server.setConfigurationAsync(new SetConfigurationRequest(
                            client, server.getId(), group.get(), calls.incrementAndGet(), arguments))
                    .thenAccept(GroupCalls::check)
                    .exceptionallyCompose(problem -> CompletableFuture.failedFuture(notChanged(problem)));
        } catch (IOException refused) {
            return CompletableFuture.failedFuture(notChanged(refused));
        }
    }

    /** Certainly not done is what Ratis says before it writes an entry. A leader that is lost may have written it. */
    static RuntimeException notChanged(Throwable problem) {
        Throwable cause = Futures.cause(problem);
        if (cause instanceof ReconfigurationInProgressException
                || cause instanceof LeaderNotReadyException
                || cause instanceof LeaderSteppingDownException
                || cause instanceof ServerNotReadyException) {
            return new NotLeaderException("not now: " + cause.getMessage());
        }
        return cause instanceof SetConfigurationException || cause instanceof ReconfigurationTimeoutException
                ? new IllegalStateException(cause.getMessage(), cause)
                : new OutcomeUnknownException("the members may have been changed: " + cause.getMessage(), cause);
    }

    private static List<RaftPeer> ratis(List<GroupPeer> peers) {
        return peers.stream().map(GroupPeer::ratis).toList();
    }

    /** Hands the lead to another voter, so that the others need not notice anything. */
    void handOver(Optional<String> next) {
        if (next.isEmpty()) {
            return;
        }
        try {
            require(server.transferLeadership(new TransferLeadershipRequest(
                    client,
                    server.getId(),
                    group.get(),
                    calls.incrementAndGet(),
                    RaftPeerId.valueOf(next.get()),
                    TIMEOUT_MILLIS)));
        } catch (IOException | RuntimeException refused) {
            LOG.atLevel(LeaderWarmUp.level(server.getId().toString()))
                    .log("Raft member {} does not hand its lead over: {}", server.getId(), refused.getMessage());
        }
    }

    /** @return the index of the snapshot */
    long snapshot() {
        try {
            RaftClientReply reply = server.snapshotManagement(SnapshotManagementRequest.newCreate(
                    client, server.getId(), group.get(), calls.incrementAndGet(), TIMEOUT_MILLIS, 1));
            require(reply);
            return reply.getLogIndex();
        } catch (IOException problem) {
            throw new UnavailableException("no snapshot was taken: " + problem.getMessage(), problem);
        }
    }

    /**
     * As if the leader had asked this member to: without a pre-vote, which the others refuse while they know a leader. Not
     * while entries of that leader are being appended.
     */
    void startElection(String deadLeader, Supplier<TermIndex> last) {
        turns.run(group.get(), () -> startElection(deadLeader, last.get()));
    }

    private void startElection(String deadLeader, TermIndex last) {
        try {
            server.startLeaderElection(StartLeaderElectionRequestProto.newBuilder()
                    .setServerRequest(request(RaftPeerId.valueOf(deadLeader), server.getId()))
                    .setLeaderLastEntry(asRatisCompares(last).toProto())
                    .build());
        } catch (IOException | RuntimeException refused) {
            LOG.info("No election was started: {}", refused.getMessage());
        }
    }

    /** It takes no other one for the end of an empty log. */
    private static TermIndex asRatisCompares(TermIndex last) {
        return last.getIndex() < 0 ? TermIndex.valueOf(0, 0) : last;
    }

    /**
     * Opens the connection by which this member would ask a voter for its vote, and would send it entries, with a question
     * that the voter always denies and forgets. Ratis opens it when it is needed, which is when there is no leader.
     */
    void connect(String voter) {
        try {
            server.getServerRpc()
                    .requestVote(RequestVoteRequestProto.newBuilder()
                            .setServerRequest(request(server.getId(), RaftPeerId.valueOf(voter)))
                            .setPreVote(true)
                            .setCandidateTerm(0)
                            .setCandidateLastEntry(TermIndex.valueOf(0, -1).toProto())
                            .build());
        } catch (IOException | RuntimeException notNow) {
            LOG.debug("No connection to {} yet", voter, notNow);
        }
    }

    LongSilences silences() {
        return silences;
    }

    /**
     * Gives up the connections by which a member is sent entries, of all groups, for new ones. What was under way on them
     * is sent again. Takes some seconds.
     */
    void reconnect(String peer) {
        try {
            server.getServerRpc().handleException(RaftPeerId.valueOf(peer), new IOException("it did not answer"), true);
        } catch (RuntimeException notNow) {
            LOG.debug("No new connections to {}", peer, notNow);
        }
    }

    private RaftRpcRequestProto request(RaftPeerId from, RaftPeerId to) {
        return RaftRpcRequestProto.newBuilder()
                .setRequestorId(from.toByteString())
                .setReplyId(to.toByteString())
                .setRaftGroupId(ProtoUtils.toRaftGroupIdProtoBuilder(group.get()))
                .setCallId(calls.incrementAndGet())
                .build();
    }

    private static void require(RaftClientReply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw new IOException(String.valueOf(reply.getException()), reply.getException());
        }
    }

    private static void check(RaftClientReply reply) {
        if (!reply.isSuccess()) {
            throw new CompletionException(reply.getException());
        }
    }
}
