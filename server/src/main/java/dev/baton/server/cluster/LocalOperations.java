// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.Operation;
import dev.baton.admin.OperationOutcome;
import dev.baton.server.view.ThisNode;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Performs operations that concern this node. The candidate compares epochs on its own lane, so nothing comes in
 * between.
 */
public final class LocalOperations {
    private final ThisNode self;
    private final ClusterOverview cluster;
    private final Duration patience;

    public LocalOperations(ThisNode self, ClusterOverview cluster, Duration patience) {
        this.self = self;
        this.cluster = cluster;
        this.patience = patience;
    }

    OperationOutcome perform(String election, Operation operation) {
        Candidate candidate = self.standing(election)
                .orElseThrow(() -> new ApiException(ApiError.NOT_FOUND, "this node does not stand in that election"))
                .candidate();
        if (operation instanceof Operation.Resign) {
            wait(candidate, candidate.resign(epoch(operation)));
            return outcome(election, operation, "resigned", null);
        }
        if (operation instanceof Operation.Transfer transfer) {
            return transfer(candidate, transfer);
        }
        return eligibility(candidate, (Operation.Eligibility) operation);
    }

    private OperationOutcome transfer(Candidate candidate, Operation.Transfer transfer) {
        NodeId to = nodeId("to", transfer.to());
        if (to.equals(self.node().id())) {
            throw new ApiException(ApiError.CONFLICT, to + " leads already");
        }
        // A mistyped name must not cost the leadership.
        cluster.find(to.value(), candidate.election().value());
        Leader next = wait(candidate, candidate.transferTo(to, epoch(transfer)));
        String word = next.node().id().equals(to) ? "transferred" : "elsewhere";
        return outcome(candidate.election().value(), transfer, word, next);
    }

    private OperationOutcome eligibility(Candidate candidate, Operation.Eligibility wish) {
        if (!nodeId("node", wish.node()).equals(self.node().id())) {
            throw new ApiException(ApiError.NOT_FOUND, "this is " + self.node().id() + ", another node");
        }
        Boolean eligible = wish.eligible();
        if (eligible == null) {
            throw new ApiException(ApiError.BAD_REQUEST, "eligible must be true or false");
        }
        Optional<Epoch> seen = wish.epoch() == null ? Optional.empty() : Optional.of(epoch(wish));
        if (!wait(candidate, candidate.setEligible(eligible, seen))) {
            throw stale(candidate);
        }
        return outcome(candidate.election().value(), wish, eligible ? "eligible" : "ineligible", null);
    }

    private OperationOutcome outcome(String election, Operation operation, String word, @Nullable Leader next) {
        return new OperationOutcome(
                operation.name(),
                election,
                operation.epoch(),
                self.node().id().value(),
                word,
                next == null ? null : next.node().id().value(),
                next == null ? null : (Long) next.epoch().value());
    }

    static Epoch epoch(Operation operation) {
        Long epoch = operation.epoch();
        if (epoch == null || epoch < 1) {
            throw new ApiException(ApiError.BAD_REQUEST, "epoch must be that of the leader that is meant");
        }
        return Epoch.of(epoch);
    }

    static NodeId nodeId(String field, @Nullable String text) {
        try {
            return NodeId.of(text == null ? "" : text);
        } catch (IllegalArgumentException wrong) {
            throw new ApiException(ApiError.BAD_REQUEST, field + " must be the id of a node");
        }
    }

    private <T> T wait(Candidate candidate, CompletableFuture<T> done) {
        try {
            return done.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw new ApiException(
                    ApiError.TIMEOUT, "accepted, and not finished within " + patience.toMillis() + " ms");
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ApiException(ApiError.UNAVAILABLE, "the node is stopping");
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof NotLeaderException) {
                throw stale(candidate);
            }
            throw new ApiException(ApiError.UNAVAILABLE, "not finished: the candidate is gone");
        }
    }

    /** The leadership that the caller meant has ended. */
    private static ApiException stale(Candidate candidate) {
        return stale(candidate.leader().map(it -> it.node().id() + " leads under epoch " + it.epoch()));
    }

    static ApiException stale(Optional<String> leader) {
        return leader.map(now -> new ApiException(ApiError.STALE_EPOCH, "that leadership is over: " + now))
                .orElseGet(() -> new ApiException(ApiError.NOT_LEADER, "no node leads now"));
    }
}
