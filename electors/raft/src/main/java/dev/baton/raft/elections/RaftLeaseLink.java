// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.BatonException;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.raft.group.GroupClient;
import dev.baton.spi.Lane;
import dev.baton.spi.Lanes;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.WaitingRequests;
import dev.baton.spi.lease.WaitingRequests.Waiting;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The way of a node to the elections of a group. Requests that wait go to the group's leader as one call, which costs
 * one round of the group. A node that is a member hears of leases that are given back from its own copy of the rows,
 * any other asks for them. The look that follows is answered from that copy: that a lease was given back stays true, and
 * whether it is still free is decided when it is asked for. Its lane owns all of its state.
 */
public final class RaftLeaseLink implements LeaseLink {
    /** Calls under way at once: one may wait for a group without a leader, and must not hold up the others. */
    private static final int MAX_CALLS = 4;
    /** Reads of standbys wait for each other for this fraction of the request timeout. */
    private static final int LOOK_PAUSE_PART = 8;

    private static final AsyncLog LOG = AsyncLog.of(RaftLeaseLink.class);

    private final GroupClient client;
    private final Optional<ElectionsPart> local;
    private final LeaseTerms terms;
    private final Lanes lanes;
    private final Ticker ticker;
    private final Lane lane;
    private final WaitingRequests waiting;
    private final Consumer<ElectionName> released = this::released;
    /** Elections whose lease was given back, and that were not looked at since. */
    private final Set<ElectionName> justReleased = new HashSet<>();
    /** The highest epoch that the group has told: the node's own copy may be behind. Any thread. */
    private final Map<ElectionName, Epoch> answered = new ConcurrentHashMap<>();

    private int calls;
    private volatile @Nullable Listener listener;
    private volatile @Nullable ReleasePolling news;
    private volatile boolean closed;

    /** @param local the rows of this node's own member, if it is one */
    public RaftLeaseLink(GroupClient client, Optional<ElectionsPart> local, LeaseTerms terms, Lanes lanes) {
        this.client = client;
        this.local = local;
        this.terms = terms;
        this.lanes = lanes;
        this.ticker = lanes.ticker();
        this.lane = lanes.open("leases on raft");
        this.waiting = new WaitingRequests(terms.requestTimeout().dividedBy(LOOK_PAUSE_PART), ticker.nanos());
    }

    @Override
    public void send(LeaseRequest request, Consumer<LeaseReply> answer) {
        ReleasePolling asked = news;
        if (asked != null && !(request instanceof LeaseRequest.Renew)) {
            asked.waits();
        }
        lane.execute(() -> {
            Optional<LeaseRow> free = releasedNow(request);
            if (free.isPresent()) {
                answer.accept(new LeaseReply.Answered(free));
                return;
            }
            Listener told = listener;
            if (waiting.add(request, answer, ticker) && told != null) {
                told.renewing();
            }
            go();
        });
    }

    /** What the node's own copy says of a lease of which it was just told that it was given back. */
    private Optional<LeaseRow> releasedNow(LeaseRequest request) {
        boolean isNews = justReleased.remove(request.election());
        return isNews && request instanceof LeaseRequest.Read
                ? local.flatMap(part -> part.released(request.election()))
                        .filter(row -> !answered.getOrDefault(request.election(), Epoch.NONE)
                                .isAfter(row.epoch()))
                : Optional.empty();
    }

    private void go() {
        if (closed || calls >= MAX_CALLS) {
            lane.cancelWake();
            return;
        }
        List<Waiting> batch = waiting.take(ticker.nanos());
        if (!batch.isEmpty()) {
            call(batch);
        }
        lane.wakeAt(waiting.goAt(ticker.nanos()), this::go);
    }

    private void call(List<Waiting> batch) {
        calls++;
        byte[] request = Calls.request(batch.stream().map(Waiting::request).toList());
        CompletableFuture<byte[]> reply;
        try {
            reply = client.call(ElectionsPart.NAME, request, terms.requestTimeout());
        } catch (RuntimeException broken) {
            reply = CompletableFuture.failedFuture(broken);
        }
        CompletableFuture<byte[]> unused = reply.whenComplete((bytes, failed) -> {
            answer(batch, replies(bytes, failed, batch.size()));
            lane.execute(() -> {
                calls--;
                go();
            });
        });
    }

    private static List<LeaseReply> replies(byte @Nullable [] reply, @Nullable Throwable failed, int count) {
        try {
            if (reply != null) {
                return Calls.replies(reply, count);
            }
            Throwable why = failed instanceof CompletionException wrapped && wrapped.getCause() != null
                    ? wrapped.getCause()
                    : failed;
            return failed(String.valueOf(why instanceof BatonException told ? told.getMessage() : why), count);
        } catch (IllegalArgumentException senseless) {
            return failed(String.valueOf(senseless.getMessage()), count);
        }
    }

    private static List<LeaseReply> failed(String why, int count) {
        return Collections.nCopies(count, LeaseReply.Failed.unreachable(why));
    }

    private void answer(List<Waiting> batch, List<LeaseReply> replies) {
        for (int i = 0; i < replies.size(); i++) {
            try {
                note(replies.get(i));
                batch.get(i).answer().accept(replies.get(i));
            } catch (RuntimeException | Error broken) {
                // To its sender the reply is lost; the others get theirs.
                LOG.error("an answer of the group was lost", broken);
            }
        }
    }

    private void note(LeaseReply reply) {
        if (reply instanceof LeaseReply.Answered known) {
            known.row().ifPresent(row -> answered.merge(row.leader().election(), row.epoch(), Epoch::max));
        }
    }

    @Override
    public void watch(Listener told) {
        listener = told;
        local.ifPresentOrElse(
                part -> part.listen(released), () -> news = new ReleasePolling(client, terms, told, lanes));
    }

    /** Called by the thread that applies entries, which must not wait for anything here. */
    private void released(ElectionName election) {
        lane.execute(() -> {
            Listener told = listener;
            if (told != null && !closed) {
                justReleased.add(election);
                told.changed(election);
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        local.ifPresent(part -> part.unlisten(released));
        ReleasePolling asked = news;
        if (asked != null) {
            asked.close();
        }
    }
}
