// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NotLeaderException;
import dev.baton.raft.group.GroupLeadership;
import dev.baton.raft.group.PartLeader;
import dev.baton.spi.Ticker;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Decides elections while its member leads the group. Invariants:
 *
 * <ol>
 *   <li>A lease is judged by this member's clock alone, and a change that follows is applied only if the row is still
 *       the one that was judged, in this very term.
 *   <li>Every answer about a row comes after a majority has confirmed, since the call came, that this member leads: by a round that
 *       is not in the log or, if the call changes a row, by committing the change.
 *   <li>A renewal counts from after that proof, so from later than its holder counts.
 * </ol>
 */
final class ElectionsLeader implements PartLeader {
    /** A row is never deleted, so their number is bounded. */
    static final int MAX_ELECTIONS = 100_000;

    private final ElectionsPart part;
    private final GroupLeadership leadership;
    private final BatchedConfirmation confirmation;
    private final Ticker ticker;
    /** Guarded by this. */
    private final LeaseTable table;

    private final HeldNews news;
    private final Consumer<ElectionName> released;

    private volatile boolean ended;

    ElectionsLeader(ElectionsPart part, GroupLeadership leadership, Ticker ticker, LeaseTable table) {
        this.part = part;
        this.leadership = leadership;
        this.confirmation = new BatchedConfirmation(leadership, part::countRound);
        this.ticker = ticker;
        this.table = table;
        this.news = new HeldNews(part.releases());
        this.released = election -> news.tell(ticker.nanos());
        part.listen(released);
    }

    @Override
    public CompletableFuture<byte[]> call(byte[] call) {
        if (ended) {
            return CompletableFuture.failedFuture(over());
        }
        Optional<Calls.News> question = Calls.News.of(call);
        if (question.isPresent()) {
            return news.ask(question.get(), ticker.nanos());
        }
        List<LeaseRequest> requests;
        try {
            requests = Calls.requests(call);
        } catch (IllegalArgumentException senseless) {
            return CompletableFuture.completedFuture(Calls.refusal(String.valueOf(senseless.getMessage())));
        }
        List<Decision> decisions = decide(requests);
        List<ElectionChange> changes =
                decisions.stream().flatMap(it -> it.change().stream()).toList();
        return prove(changes).thenApply(proven -> {
            if (changes.stream().anyMatch(ElectionChange.Release.class::isInstance)) {
                leadership.spreadCommits();
            }
            return Calls.reply(answer(requests, decisions));
        });
    }

    private CompletableFuture<?> prove(List<ElectionChange> changes) {
        return changes.isEmpty() ? confirmation.confirm() : leadership.propose(Entries.write(changes));
    }

    @Override
    public void end() {
        ended = true;
        part.unlisten(released);
        news.end(over());
    }

    private NotLeaderException over() {
        return new NotLeaderException("the lead of the group in term " + leadership.term() + " is over");
    }

    // ---- before the proof: what to change

    /**
     * What a request comes to.
     *
     * @param change of its row
     * @param refusal why it cannot be done at all
     */
    private record Decision(Optional<ElectionChange> change, Optional<String> refusal) {
        static final Decision NO_CHANGE = new Decision(Optional.empty(), Optional.empty());

        static Decision change(ElectionChange change) {
            return new Decision(Optional.of(change), Optional.empty());
        }

        static Decision refuse(String why) {
            return new Decision(Optional.empty(), Optional.of(why));
        }
    }

    private synchronized List<Decision> decide(List<LeaseRequest> requests) {
        long now = ticker.nanos();
        List<Decision> decisions = new ArrayList<>(requests.size());
        for (LeaseRequest request : requests) {
            @Nullable ElectionRow row = part.row(request.election());
            if (request instanceof LeaseRequest.Acquire acquire) {
                decisions.add(acquire(acquire, row, now));
            } else if (request instanceof LeaseRequest.Release release) {
                decisions.add(release(release, row));
            } else {
                decisions.add(Decision.NO_CHANGE);
            }
        }
        return decisions;
    }

    private Decision acquire(LeaseRequest.Acquire request, @Nullable ElectionRow row, long now) {
        if (row != null && (row.token().equals(request.token()) || !isFree(request, row, now))) {
            return Decision.NO_CHANGE;
        }
        if (row == null && part.size() >= MAX_ELECTIONS) {
            return Decision.refuse("the group has " + MAX_ELECTIONS + " elections, which is the limit");
        }
        Epoch highest =
                row == null ? request.floor() : request.floor().max(row.leader().epoch());
        if (highest.value() == Long.MAX_VALUE) {
            return Decision.refuse("epoch " + highest + " of " + request.election() + " has no successor");
        }
        Leader winner = new Leader(
                request.election(),
                request.entry().self(),
                highest.next(),
                request.entry().endpoints());
        return Decision.change(new ElectionChange.Grant(
                Optional.ofNullable(row).map(ElectionRow::grant),
                new ElectionRow(
                        winner, request.token(), request.lease(), false, Optional.empty(), request.priority())));
    }

    private boolean isFree(LeaseRequest.Acquire request, ElectionRow row, long now) {
        return request.gone().filter(row.token()::equals).isPresent() || table.isOver(row, now);
    }

    private static Decision release(LeaseRequest.Release request, @Nullable ElectionRow row) {
        return row != null && row.token().equals(request.token()) && !row.released()
                ? Decision.change(new ElectionChange.Release(request.election(), request.token(), request.successor()))
                : Decision.NO_CHANGE;
    }

    // ---- after the proof: what to answer

    private synchronized List<LeaseReply> answer(List<LeaseRequest> requests, List<Decision> decisions) {
        long now = ticker.nanos();
        List<LeaseReply> replies = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            LeaseRequest request = requests.get(i);
            replies.add(decisions
                    .get(i)
                    .refusal()
                    .<LeaseReply>map(LeaseReply.Failed::unreachable)
                    .orElseGet(() -> answer(request, now)));
        }
        return replies;
    }

    private LeaseReply answer(LeaseRequest request, long now) {
        @Nullable ElectionRow row = part.row(request.election());
        if (row == null) {
            return new LeaseReply.Answered(Optional.empty());
        }
        if (request instanceof LeaseRequest.Renew renew) {
            table.renew(row, renew, now);
        } else if (request instanceof LeaseRequest.Claim claim) {
            table.claim(row, claim, now);
        }
        return new LeaseReply.Answered(Optional.of(table.view(row, now)));
    }
}
