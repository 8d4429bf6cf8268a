// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.PartitionId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Deletes the rows of retired partitions. Later tokens are above the counter of changes. If that is lost, it continues
 * above all existing rows. So a row is deleted only if another row stays that is as new, and whose version is therefore
 * above the token.
 */
final class RetiredRows {
    private final WorkConnections.Session session;

    RetiredRows(WorkConnections.Session session) {
        this.session = session;
    }

    /** @return the partitions that have no row now */
    Set<PartitionId> purge(List<Assignment> retired) throws SQLException {
        List<PartitionId> keys = retired.stream().map(Assignment::partition).toList();
        Map<PartitionId, RowLock> locked = RowLock.take(session, keys);
        long counted = session.version().assignments();
        List<Assignment> old = new ArrayList<>();
        Set<PartitionId> gone = new HashSet<>();
        for (Assignment seen : retired) {
            RowLock row = locked.get(seen.partition());
            if (row == null) {
                if (!session.finds(session.statements().owner(), WorkRows.parameters(seen.partition()))) {
                    gone.add(seen.partition());
                }
            } else if (isAsSeen(row, seen) && row.token() <= row.version() && row.version() <= counted) {
                old.add(seen);
            }
        }
        newestOfAll(old, locked, counted).ifPresent(old::remove);
        if (!old.isEmpty()) {
            session.nextVersion();
            delete(old);
        }
        old.forEach(it -> gone.add(it.partition()));
        return gone;
    }

    private static boolean isAsSeen(RowLock row, Assignment seen) {
        return row.state().equals(AssignmentState.RETIRED.name()) && row.token() == seen.token();
    }

    /** The newest of these rows, if no other row is as new. */
    private Optional<Assignment> newestOfAll(List<Assignment> old, Map<PartitionId, RowLock> locked, long counted)
            throws SQLException {
        Optional<Assignment> newest =
                old.stream().max((one, other) -> Long.compare(version(one, locked), version(other, locked)));
        if (newest.isEmpty()) {
            return newest;
        }
        long from = version(newest.get(), locked);
        long asNew = old.stream().filter(it -> version(it, locked) == from).count();
        return rows(from, counted, asNew + 1) > asNew ? Optional.empty() : newest;
    }

    private static long version(Assignment one, Map<PartitionId, RowLock> locked) {
        RowLock row = locked.get(one.partition());
        return row == null ? 0 : row.version();
    }

    /** How many rows there are from this version on; counts only up to {@code most}. */
    private long rows(long from, long counted, long most) throws SQLException {
        try (PreparedStatement query = session.statements()
                .versionsFrom()
                .prepare(session.connection(), Map.of("from", from, "counted", counted))) {
            query.setMaxRows((int) most);
            long rows = 0;
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    rows++;
                }
            }
            return rows;
        }
    }

    private void delete(List<Assignment> old) throws SQLException {
        try (PreparedStatement delete =
                session.connection().prepareStatement(session.statements().drop())) {
            for (Assignment one : old) {
                AssignmentBatch.set(delete, 1, WorkRows.key(one.partition()));
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }
}
