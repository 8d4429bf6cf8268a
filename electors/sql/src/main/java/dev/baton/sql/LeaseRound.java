// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static java.util.stream.Collectors.groupingBy;

import dev.baton.core.ElectionName;
import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import dev.baton.lease.LeaseReply;
import dev.baton.lease.LeaseReply.Failed;
import dev.baton.lease.LeaseRequest;
import dev.baton.lease.LeaseRow;
import dev.baton.sql.dialect.Failure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Requests of which no two are about the same election, so that their order does not matter and those of a kind can
 * share statements. Renewals go first: they are the ones that somebody's leadership depends on.
 *
 * <p>An acquire looks before it leaps. A lease that is live costs one read; one that is not is taken by a statement
 * that compares the row with what was read, and its expiry with the database's clock, once more.
 */
final class LeaseRound {
    private final LeaseSession session;
    private final Function<SQLException, Failed> report;
    private final Map<ElectionName, LeaseReply> replies = new HashMap<>();
    private final List<LeaseRequest.Renew> renewals = new ArrayList<>();
    private final List<LeaseRequest.Release> releases = new ArrayList<>();
    private final List<LeaseRequest.Acquire> acquires = new ArrayList<>();
    private final List<ElectionName> elections = new ArrayList<>();

    LeaseRound(LeaseSession session, Function<SQLException, Failed> report, List<LeaseRequest> requests) {
        this.session = session;
        this.report = report;
        // The same order everywhere: statements that touch several rows then rarely get in each other's way.
        requests.stream().sorted(Comparator.comparing(LeaseRequest::election)).forEach(request -> {
            elections.add(request.election());
            request.answerBy(new Sorter());
        });
    }

    private final class Sorter implements LeaseRequest.Handler<Boolean> {
        @Override
        public Boolean read(LeaseRequest.Read request) {
            return true;
        }

        @Override
        public Boolean acquire(LeaseRequest.Acquire request) {
            return acquires.add(request);
        }

        @Override
        public Boolean renew(LeaseRequest.Renew request) {
            return renewals.add(request);
        }

        @Override
        public Boolean release(LeaseRequest.Release request) {
            return releases.add(request);
        }
    }

    /** The replies so far: all of them once {@link #run()} has returned. */
    Map<ElectionName, LeaseReply> replies() {
        return replies;
    }

    /** @throws SQLException if the connection is not to be used any more */
    void run() throws SQLException {
        Map<Duration, List<LeaseRequest.Renew>> byLease =
                renewals.stream().collect(groupingBy(LeaseRequest.Renew::lease));
        for (Map.Entry<Duration, List<LeaseRequest.Renew>> some : byLease.entrySet()) {
            for (List<LeaseRequest.Renew> chunk : chunks(some.getValue())) {
                attempt(chunk, () -> session.renew(chunk, some.getKey()));
            }
        }
        Map<Optional<NodeId>, List<LeaseRequest.Release>> bySuccessor =
                releases.stream().collect(groupingBy(LeaseRequest.Release::successor));
        for (Map.Entry<Optional<NodeId>, List<LeaseRequest.Release>> some : bySuccessor.entrySet()) {
            for (List<LeaseRequest.Release> chunk : chunks(some.getValue())) {
                attempt(chunk, () -> session.release(chunk, some.getKey()));
            }
        }
        acquireAll();
        readTheRest();
    }

    // ---- acquiring

    private void acquireAll() throws SQLException {
        Map<ElectionName, StoredLease> seen =
                read(acquires.stream().map(LeaseRequest.Acquire::election).toList());
        List<ElectionName> begun = new ArrayList<>();
        for (LeaseRequest.Acquire request : acquires) {
            StoredLease row = seen.get(request.election());
            if (!hasBoth(row) && !replies.containsKey(request.election()) && !session.isLate()) {
                attempt(List.of(request), () -> session.begin(request.election()));
                begun.add(request.election());
            }
        }
        seen.putAll(read(begun));
        for (LeaseRequest.Acquire request : acquires) {
            if (!replies.containsKey(request.election())) {
                acquire(request, seen.get(request.election()));
            }
        }
    }

    private static boolean hasBoth(@Nullable StoredLease row) {
        return row != null && (row.problem().isPresent() || row.fence().isPresent());
    }

    private void acquire(LeaseRequest.Acquire request, @Nullable StoredLease seen) throws SQLException {
        if (seen == null || seen.fence().isEmpty() || !isToBeHad(request, seen) || session.isLate()) {
            // Refused; where there was no time to try, the next request comes soon and finds things prepared.
            replies.put(request.election(), StoredLease.reply(seen));
            return;
        }
        Epoch highest = seen.epoch().max(request.floor()).max(seen.fence().orElse(Epoch.NONE));
        if (highest.value() == Long.MAX_VALUE) {
            replies.put(
                    request.election(),
                    Failed.unreachable("the rows of " + request.election() + " were damaged: epoch " + highest
                            + " leaves none above it; put it right by hand"));
            return;
        }
        try {
            session.acquire(request, seen, highest.next());
        } catch (SQLException failed) {
            if (session.failure(failed) == Failure.LOCKED) {
                // A transaction of the former leader has passed the fence and is not over yet.
                replies.put(request.election(), StoredLease.reply(seen));
            } else {
                fail(List.of(request), failed);
            }
        }
    }

    private static boolean isToBeHad(LeaseRequest.Acquire request, StoredLease seen) {
        if (seen.problem().isPresent() || seen.row().isEmpty()) {
            return seen.problem().isEmpty();
        }
        LeaseRow row = seen.row().get();
        boolean mineAlready = row.token().equals(request.token());
        boolean provenGone = request.gone().filter(row.token()::equals).isPresent();
        return !mineAlready && (!row.isLive() || provenGone);
    }

    // ---- reading

    private void readTheRest() throws SQLException {
        List<ElectionName> rest =
                elections.stream().filter(it -> !replies.containsKey(it)).toList();
        Map<ElectionName, StoredLease> rows = read(rest);
        session.requireCommitted();
        rest.forEach(election -> replies.putIfAbsent(election, StoredLease.reply(rows.get(election))));
    }

    /** Reads rows; elections whose rows cannot be read are answered with the reason. */
    private Map<ElectionName, StoredLease> read(List<ElectionName> wanted) throws SQLException {
        Map<ElectionName, StoredLease> rows = new TreeMap<>();
        for (List<ElectionName> chunk : chunks(wanted)) {
            List<LeaseRequest> asked = chunk.stream()
                    .map(it -> (LeaseRequest) new LeaseRequest.Read(it))
                    .toList();
            attempt(asked, () -> rows.putAll(session.read(chunk)));
        }
        return rows;
    }

    // ---- failing

    /** Statements for some of the requests. */
    private interface Step {
        void run() throws SQLException;
    }

    private void attempt(List<? extends LeaseRequest> chunk, Step step) throws SQLException {
        try {
            step.run();
        } catch (SQLException failed) {
            fail(chunk, failed);
        }
    }

    private void fail(List<? extends LeaseRequest> chunk, SQLException failed) throws SQLException {
        Failure kind = session.failure(failed);
        if (kind == Failure.UNKNOWN || kind == Failure.READ_ONLY) {
            throw failed;
        }
        Failed reply = report.apply(failed);
        chunk.forEach(request -> replies.put(request.election(), reply));
    }

    private static <T> List<List<T>> chunks(List<T> all) {
        List<List<T>> chunks = new ArrayList<>();
        for (int from = 0; from < all.size(); from += LeaseSession.CHUNK) {
            chunks.add(all.subList(from, Math.min(all.size(), from + LeaseSession.CHUNK)));
        }
        return chunks;
    }
}
