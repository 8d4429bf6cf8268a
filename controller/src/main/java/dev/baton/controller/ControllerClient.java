// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.controller.RequestRejectedException.Code;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.raft.group.EntryTooLargeException;
import dev.baton.raft.group.GroupClient;
import dev.baton.spi.Ticker;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;

/**
 * Asks the controller, wherever it is led. Any thread may call; changes are sent one after the other.
 *
 * <p>A change is done once, however often it has to be sent. It fails with {@link RequestRejectedException} if it cannot be
 * done, with {@link UnavailableException} if nothing happened within the time, and with {@link OutcomeUnknownException}
 * if that time was over before its outcome was known. What is read is asked for again until the time is over, and fails
 * with {@link UnavailableException} then.
 */
public final class ControllerClient {
    private static final Duration MAX_ATTEMPT = Duration.ofSeconds(5);

    private final GroupClient group;
    private final Ticker ticker;
    private final long client;
    private long sequence;
    /** The highest version that an answer told of. */
    private long seen = -1;

    private CompletableFuture<?> last = CompletableFuture.completedFuture(null);

    /** A client of the controller that a group replicates. */
    public static ControllerClient on(GroupClient group) {
        return new ControllerClient(group, System::nanoTime, new SecureRandom().nextLong());
    }

    /** @param client random, and of no other client */
    public ControllerClient(GroupClient group, Ticker ticker, long client) {
        this.group = group;
        this.ticker = ticker;
        this.client = client;
    }

    /**
     * Creates a topic with all its partitions, or nothing.
     *
     * @param replicas the replication factor; 0 for three, or as many as there are nodes
     */
    public CompletableFuture<TopicId> createTopic(
            String name, int partitions, int replicas, Map<String, String> config, Duration within) {
        return change(new CreateTopic(name, partitions, replicas, config), within)
                .thenApply(answer -> TopicId.read(field1(answer.body()).nested()));
    }

    public CompletableFuture<Void> deleteTopic(String name, Duration within) {
        return change(new DeleteTopic(name), within).thenAccept(answer -> {});
    }

    /**
     * @param partitions how many in all; 0 for as many as there are
     * @param config settings to change; an empty value takes one away
     */
    public CompletableFuture<Void> alterTopic(
            String name, int partitions, Map<String, String> config, Duration within) {
        return change(new AlterTopic(name, partitions, config), within).thenAccept(answer -> {});
    }

    /** Says what this process is. The answer is its epoch. */
    public CompletableFuture<Long> register(ClusterNode node, Duration within) {
        return change(new RegisterNode(node), within)
                .thenApply(answer -> field1(answer.body()).number());
    }

    public CompletableFuture<Void> drain(NodeId node, boolean draining, Duration within) {
        return change(new DrainNode(node, draining), within).thenAccept(answer -> {});
    }

    public CompletableFuture<Void> remove(NodeId node, Duration within) {
        return change(new RemoveNode(node), within).thenAccept(answer -> {});
    }

    /**
     * Moves the group that a partition is in, with all partitions that it has, and says what that has begun. It is done
     * once {@link ReplicaGroup#isMoving} is over.
     *
     * @param to as many nodes as the topic has replicas, the preferred leader first
     */
    public CompletableFuture<MoveBegun> movePartition(String topic, int partition, List<NodeId> to, Duration within) {
        return change(new MovePartition(topic, partition, to), within)
                .thenApply(answer -> MoveBegun.read(answer.body()));
    }

    /**
     * Makes the topics those that {@link #save} told of. Those that are there keep their records; those that are not in it
     * are deleted. Nodes stay as they are.
     */
    public CompletableFuture<RestoredTopics> restore(byte[] saved, Duration within) {
        return change(new RestoreState(saved), within).thenApply(answer -> RestoredTopics.read(answer.body()));
    }

    /** {@link #heartbeat(NodeId, Incarnation, List, List, Duration)} without moves that are done. */
    public CompletableFuture<HeartbeatReply> heartbeat(
            NodeId node, Incarnation incarnation, List<LeaderReport> reports, Duration within) {
        return heartbeat(node, incarnation, reports, List.of(), within);
    }

    /**
     * Says that a node is alive, and which groups it leads or has stopped to lead. To be repeated well within the node
     * timeout.
     *
     * @param settled groups that it leads and that have come to be where they belong
     */
    public CompletableFuture<HeartbeatReply> heartbeat(
            NodeId node,
            Incarnation incarnation,
            List<LeaderReport> reports,
            List<GroupReplicas> settled,
            Duration within) {
        List<LeaderReported> news = reports.stream()
                .map(it -> new LeaderReported(it.group(), node, it.epoch(), it.leads()))
                .toList();
        return send(new ControllerCall.Heartbeat(node, incarnation, news, settled).toBytes(), within)
                .thenApply(answer ->
                        HeartbeatReply.read(answer.version(), answer.orThrow().body()));
    }

    /**
     * The version that a majority confirms to be the latest: a member that has {@linkplain ControllerPart#reached
     * reached} it reads nothing older than what was done before this call.
     */
    public CompletableFuture<Long> latestVersion(Duration within) {
        return read(new ControllerCall.Read(false, true), end(within))
                .thenApply(answer -> answer.orThrow().version());
    }

    /** Reads the whole state as it is at some moment of the call, for a process that is not a member. */
    public <T> CompletableFuture<T> read(Function<ControllerView, T> reader, Duration within) {
        return read(new ControllerCall.Read(true, true), end(within)).thenApply(answer -> {
            ControllerState state =
                    ControllerState.read(new FieldReader(answer.orThrow().body()));
            return reader.apply(new ControllerView(state, answer.version(), 0));
        });
    }

    /** The whole state, to be saved to a file. Fails with {@link RequestRejectedException} if it could not be restored. */
    public CompletableFuture<byte[]> save(Duration within) {
        return read(new ControllerCall.Read(true, true), end(within)).thenApply(answer -> {
            byte[] saved = answer.orThrow().body();
            RestoreState.requireRestorable(saved);
            return saved;
        });
    }

    private CompletableFuture<RequestAnswer> send(byte[] call, Duration within) {
        return group.call(ControllerPart.NAME, call, within).thenApply(bytes -> {
            RequestAnswer answer = RequestAnswer.read(bytes);
            synchronized (this) {
                seen = Math.max(seen, answer.version());
            }
            return answer;
        });
    }

    private synchronized CompletableFuture<RequestAnswer> change(Request request, Duration within) {
        long end = end(within);
        CompletableFuture<RequestAnswer> mine = last.handle((ignored, failure) -> ignored)
                .thenCompose(ignored -> numbered(end))
                .thenCompose(id -> attempt(new ControllerCall.Change(id, request).toBytes(), end, false));
        last = mine;
        return mine.thenApply(RequestAnswer::orThrow);
    }

    /** A number for the next request, and a version from before it. */
    private CompletableFuture<RequestId> numbered(long end) {
        CompletableFuture<?> versionKnown;
        synchronized (this) {
            versionKnown = seen >= 0
                    ? CompletableFuture.completedFuture(null)
                    : read(new ControllerCall.Read(false, false), end);
        }
        return versionKnown.thenApply(ignored -> {
            synchronized (this) {
                return new RequestId(client, ++sequence, seen);
            }
        });
    }

    /** Nothing is done by it, so that it does not matter how often it arrives. */
    private CompletableFuture<RequestAnswer> read(ControllerCall.Read call, long end) {
        return attempt(call.toBytes(), end, false).exceptionallyCompose(failure -> {
            Throwable cause = cause(failure);
            return CompletableFuture.failedFuture(
                    cause instanceof OutcomeUnknownException
                            ? new UnavailableException("timed out waiting for an answer", cause)
                            : cause);
        });
    }

    private CompletableFuture<RequestAnswer> attempt(byte[] call, long end, boolean doubtful) {
        Duration left = left(end);
        if (left.isZero()) {
            return CompletableFuture.failedFuture(doubtful ? unknown() : new UnavailableException("no time was left"));
        }
        Duration patience = left.compareTo(MAX_ATTEMPT) < 0 ? left : MAX_ATTEMPT;
        CompletableFuture<RequestAnswer> result = new CompletableFuture<>();
        CompletableFuture<RequestAnswer> sent = send(call, patience);
        // No member was asked: the client is closed, or too many wait. To ask again at once would change nothing.
        boolean atOnce = sent.isDone();
        CompletableFuture<?> unused = sent.whenComplete((answer, failure) -> {
            if (failure == null) {
                // Another copy of the request may have found room, or may have been done.
                if (answer.code() == Code.BUSY || answer.code() == Code.FORGOTTEN) {
                    result.completeExceptionally(unknown());
                } else {
                    result.complete(answer);
                }
                return;
            }
            Throwable cause = cause(failure);
            boolean inDoubt = doubtful || cause instanceof OutcomeUnknownException;
            boolean again =
                    cause instanceof OutcomeUnknownException || (cause instanceof UnavailableException && !atOnce);
            if (again && !left(end).isZero()) {
                follow(attempt(call, end, inDoubt), result);
            } else {
                result.completeExceptionally(inDoubt ? unknown() : refusal(cause));
            }
        });
        return result;
    }

    private static void follow(CompletableFuture<RequestAnswer> next, CompletableFuture<RequestAnswer> result) {
        CompletableFuture<?> unused = next.whenComplete((answer, failure) -> {
            if (failure == null) {
                result.complete(answer);
            } else {
                result.completeExceptionally(failure);
            }
        });
    }

    private static Throwable refusal(Throwable cause) {
        return cause instanceof EntryTooLargeException
                ? new RequestRejectedException(Code.LIMIT, String.valueOf(cause.getMessage()))
                : cause;
    }

    private static OutcomeUnknownException unknown() {
        return new OutcomeUnknownException("timed out before the outcome was known");
    }

    private static Throwable cause(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }

    private long end(Duration within) {
        return ticker.nanos() + within.toNanos();
    }

    private Duration left(long end) {
        return Duration.ofNanos(Math.max(0, end - ticker.nanos()));
    }

    private static FieldReader field1(byte[] body) {
        FieldReader in = new FieldReader(body);
        while (in.next()) {
            if (in.field() == 1) {
                return in;
            }
        }
        throw new IllegalStateException("the answer lacks what was asked for");
    }
}
