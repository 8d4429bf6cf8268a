// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseSession.chunks;
import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.sql.dialect.SqlFailure;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A batch of requests. No two of them are about the same election, so their order does not matter, and requests of one
 * kind can share statements. Renewals go first: leaderships depend on them.
 *
 * <p>An acquire reads first. A live lease costs one read. A lease that is not live is taken by a statement that
 * compares the row with what was read, and its expiry with the database's clock, once more.
 */
final class BatchedLeaseRequests {
    private final LeaseSession session;
    private final Function<SQLException, Failed> report;
    private final List<LeaseRequest> requests;
    private final Map<ElectionName, LeaseReply> replies;
    /** Renewed by statements that returned the rows, which may not be committed yet. */
    private final Map<ElectionName, StoredLease> renewed = new HashMap<>();

    /** @param replies receives the replies, all of them by the time {@link #run()} returns */
    BatchedLeaseRequests(
            LeaseSession session,
            Function<SQLException, Failed> report,
            List<LeaseRequest> requests,
            Map<ElectionName, LeaseReply> replies) {
        this.session = session;
        this.report = report;
        // The same order everywhere, so that statements that change several rows rarely block each other.
        this.requests = requests.stream()
                .sorted(Comparator.comparing(LeaseRequest::election))
                .toList();
        this.replies = replies;
    }

    private <T extends LeaseRequest> List<T> requests(Class<T> kind) {
        return requests.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** @throws SQLException if the connection must not be used again */
    void run() throws SQLException {
        renewAll(requests(LeaseRequest.Renew.class));
        Map<Optional<NodeId>, List<LeaseRequest.Release>> bySuccessor =
                requests(LeaseRequest.Release.class).stream().collect(groupingBy(LeaseRequest.Release::successor));
        for (Map.Entry<Optional<NodeId>, List<LeaseRequest.Release>> some : bySuccessor.entrySet()) {
            for (List<LeaseRequest.Release> chunk : chunks(some.getValue())) {
                attempt(chunk, () -> session.release(chunk, some.getKey()));
            }
        }
        acquireAll();
        claimAll();
        readTheRest();
    }

    private void renewAll(List<LeaseRequest.Renew> renewals) throws SQLException {
        Map<Duration, List<LeaseRequest.Renew>> byLease =
                renewals.stream().collect(groupingBy(LeaseRequest.Renew::lease));
        for (Map.Entry<Duration, List<LeaseRequest.Renew>> some : byLease.entrySet()) {
            for (List<LeaseRequest.Renew> chunk : chunks(some.getValue())) {
                attempt(chunk, () -> renewed.putAll(session.renew(chunk, some.getKey())));
            }
        }
    }

    // ---- acquiring

    private void acquireAll() throws SQLException {
        List<LeaseRequest.Acquire> acquires = requests(LeaseRequest.Acquire.class);
        Map<ElectionName, StoredLease> seen = read(electionsOf(acquires));
        List<LeaseRequest.Acquire> first = acquires.stream()
                .filter(it -> !replies.containsKey(it.election()) && !hasBoth(seen.get(it.election())))
                .toList();
        for (List<LeaseRequest.Acquire> chunk : chunks(first)) {
            attempt(chunk, () -> session.begin(electionsOf(chunk)));
        }
        seen.putAll(read(electionsOf(first)));
        List<Takeover> wanted = new ArrayList<>();
        List<LeaseRequest.Renew> found = new ArrayList<>();
        for (LeaseRequest.Acquire request : acquires) {
            if (replies.containsKey(request.election())) {
                continue;
            }
            StoredLease row = seen.get(request.election());
            if (isWon(request, row)) {
                found.add(new LeaseRequest.Renew(request.election(), request.token(), request.lease()));
            } else {
                decide(request, row).ifPresent(wanted::add);
            }
        }
        renewAll(found);
        for (List<Takeover> some :
                wanted.stream().collect(groupingBy(Takeover::common)).values()) {
            for (List<Takeover> chunk : chunks(some)) {
                take(chunk);
            }
        }
    }

    private static List<ElectionName> electionsOf(List<LeaseRequest.Acquire> requests) {
        return requests.stream().map(LeaseRequest.Acquire::election).toList();
    }

    private static boolean hasBoth(@Nullable StoredLease row) {
        return row != null && (row.problem().isPresent() || row.fence().isPresent());
    }

    /**
     * Whether an earlier request with the same token took the row. The outcome of that request was unknown, so the row
     * may be visible here but lost in a crash or a failover: it counts once it is written again.
     */
    private static boolean isWon(LeaseRequest.Acquire request, @Nullable StoredLease seen) {
        return seen != null
                && seen.row()
                        .filter(it -> it.isLive() && it.token().equals(request.token()))
                        .isPresent();
    }

    /** Refuses the request, or says how to take the row. */
    private Optional<Takeover> decide(LeaseRequest.Acquire request, @Nullable StoredLease seen) {
        if (seen == null || seen.fence().isEmpty() || !isToBeHad(request, seen)) {
            replies.put(request.election(), StoredLease.reply(seen));
            return Optional.empty();
        }
        Epoch highest = seen.epoch().max(request.floor()).max(seen.fence().orElse(Epoch.NONE));
        if (highest.value() == Long.MAX_VALUE) {
            replies.put(
                    request.election(),
                    Failed.unreachable("the rows of " + request.election() + " are damaged: epoch " + highest
                            + " leaves no higher one; repair the row"));
            return Optional.empty();
        }
        return Optional.of(new Takeover(request, seen, highest.next()));
    }

    /**
     * Takes the rows that can be taken without waiting. This does not wait for a transaction of the former leader that
     * has passed the fence, because all other elections of this node would wait too; the next request comes soon.
     */
    private void take(List<Takeover> chunk) throws SQLException {
        try {
            Set<String> free = session.unlockedFences(chunk);
            Map<Boolean, List<Takeover>> byFree =
                    chunk.stream().collect(partitioningBy(it -> free.contains(it.election())));
            refuse(byFree.getOrDefault(false, List.of()));
            List<Takeover> rest = byFree.getOrDefault(true, List.of());
            if (!rest.isEmpty()) {
                session.acquire(rest);
            }
        } catch (SQLException failed) {
            if (session.failure(failed) == SqlFailure.LOCKED) {
                refuse(chunk);
            } else {
                fail(chunk.stream().map(Takeover::request).toList(), failed);
            }
        }
    }

    private void refuse(List<Takeover> chunk) {
        chunk.forEach(it -> replies.put(it.request().election(), StoredLease.reply(it.seen())));
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

    // ---- claiming

    private void claimAll() throws SQLException {
        Map<List<Object>, List<LeaseRequest.Claim>> alike =
                requests(LeaseRequest.Claim.class).stream().collect(groupingBy(it -> List.of(it.claim(), it.length())));
        for (List<LeaseRequest.Claim> some : alike.values()) {
            for (List<LeaseRequest.Claim> chunk : chunks(some)) {
                claim(chunk);
            }
        }
    }

    /** A claim is repeated soon, so it does not matter if this one loses against another change of the row. */
    private void claim(List<LeaseRequest.Claim> chunk) throws SQLException {
        try {
            session.claim(chunk);
        } catch (SQLException failed) {
            if (session.failure(failed) != SqlFailure.LOCKED) {
                fail(chunk, failed);
            }
        }
    }

    // ---- reading

    private void readTheRest() throws SQLException {
        List<ElectionName> rest = requests.stream()
                .map(LeaseRequest::election)
                .filter(it -> !replies.containsKey(it))
                .toList();
        Map<ElectionName, StoredLease> rows =
                read(rest.stream().filter(it -> !renewed.containsKey(it)).toList());
        session.requireCommitted();
        rows.putAll(renewed);
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
        SqlFailure kind = session.failure(failed);
        if (kind == SqlFailure.UNKNOWN || kind == SqlFailure.READ_ONLY) {
            throw failed;
        }
        Failed reply = report.apply(failed);
        chunk.forEach(request -> replies.put(request.election(), reply));
    }
}
