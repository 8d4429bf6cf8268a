// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseReply.Failed;
import dev.baton.spi.lease.LeaseRow;
import dev.baton.spi.lease.LeaseToken;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A row of the lease table with the epoch of its fence, as the database gave it.
 *
 * @param token as it is stored: empty in a row that had no holder yet
 * @param fence empty if there is no fence row
 * @param row empty if it had no holder yet, or if it is broken
 * @param problem what is wrong with a row that was edited; such a row is left alone
 */
record StoredLease(
        ElectionName election,
        Epoch epoch,
        String token,
        Optional<Epoch> fence,
        Optional<LeaseRow> row,
        Optional<String> problem) {

    static StoredLease from(ResultSet result) throws SQLException {
        ElectionName election = ElectionName.of(result.getString("election"));
        long epoch = result.getLong("epoch");
        String token = result.getString("token");
        long fence = result.getLong("fence_epoch");
        boolean fenced = !result.wasNull();
        if (epoch < 0 || (fenced && fence < 0)) {
            return broken(election, "its epoch is " + epoch + " and that of its fence " + fence);
        }
        Optional<Epoch> fenceEpoch = fenced ? Optional.of(Epoch.of(fence)) : Optional.empty();
        if (epoch == 0 && token.isEmpty()) {
            return new StoredLease(election, Epoch.NONE, token, fenceEpoch, Optional.empty(), Optional.empty());
        }
        try {
            LeaseRow row = row(election, Epoch.of(epoch), LeaseToken.parse(token), result);
            return new StoredLease(election, row.epoch(), token, fenceEpoch, Optional.of(row), Optional.empty());
        } catch (IllegalArgumentException | ArithmeticException unreadable) {
            return broken(election, String.valueOf(unreadable.getMessage()));
        }
    }

    private static LeaseRow row(ElectionName election, Epoch epoch, LeaseToken token, ResultSet result)
            throws SQLException {
        Node holder =
                new Node(NodeId.of(result.getString("node_id")), Incarnation.parse(result.getString("incarnation")));
        String successor = result.getString("successor");
        return new LeaseRow(
                new Leader(election, holder, epoch, EndpointsText.parse(result.getString("endpoints"))),
                token,
                Duration.of(result.getLong("remaining_micros"), ChronoUnit.MICROS),
                result.getBoolean("released"),
                successor.isEmpty() ? Optional.empty() : Optional.of(NodeId.of(successor)),
                new Priority(Math.toIntExact(result.getLong("priority"))),
                claim(result));
    }

    private static Optional<LeaseClaim> claim(ResultSet result) throws SQLException {
        String claimant = result.getString("claimant");
        if (claimant.isEmpty() || !result.getBoolean("claimed")) {
            return Optional.empty();
        }
        Node node = new Node(NodeId.of(claimant), Incarnation.parse(result.getString("claim_incarnation")));
        return Optional.of(new LeaseClaim(node, new Priority(Math.toIntExact(result.getLong("claim_priority")))));
    }

    private static StoredLease broken(ElectionName election, String how) {
        return new StoredLease(
                election,
                Epoch.NONE,
                "",
                Optional.empty(),
                Optional.empty(),
                Optional.of("the lease row of " + election + " is damaged: " + how + "; repair it"));
    }

    /** Whether a row is that of an election, and was not written by hand under an invalid name. */
    static boolean hasName(ResultSet result) throws SQLException {
        String text = result.getString("election");
        try {
            return ElectionName.of(text).value().equals(text);
        } catch (IllegalArgumentException none) {
            return false;
        }
    }

    /** Those that were given back no longer ago, by the database's clock: the elections, with their epochs. */
    static Map<String, Long> releasedWithin(Duration window, Collection<StoredLease> leases) {
        Map<String, Long> released = new HashMap<>();
        for (StoredLease lease : leases) {
            lease.row()
                    .filter(it -> it.released() && it.remaining().negated().compareTo(window) < 0)
                    .ifPresent(it ->
                            released.put(lease.election().value(), it.epoch().value()));
        }
        return released;
    }

    /** What a reader of the row is told; no row means the same as one without a holder so far. */
    static LeaseReply reply(@Nullable StoredLease stored) {
        if (stored == null) {
            return new Answered(Optional.empty());
        }
        return stored.problem().<LeaseReply>map(Failed::unreachable).orElseGet(() -> new Answered(stored.row()));
    }
}
