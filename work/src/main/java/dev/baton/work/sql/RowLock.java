// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.work.PartitionId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A row of a partition that this transaction holds, as it is. */
record RowLock(String state, long token, long version) {
    /** How many columns of a row, without the cluster, are its key. */
    static final int KEY = 3;

    /** Locks the existing rows that no other transaction holds: waiting for one would delay all the others. */
    static Map<PartitionId, RowLock> take(WorkConnections.Session session, Collection<PartitionId> wanted)
            throws SQLException {
        RowStatement statement = session.statements().lock();
        List<PartitionId> keys = List.copyOf(wanted);
        Map<PartitionId, RowLock> locked = new HashMap<>();
        for (int from = 0; from < keys.size(); from += statement.most()) {
            List<PartitionId> some = keys.subList(from, Math.min(keys.size(), from + statement.most()));
            try (PreparedStatement query = session.connection().prepareStatement(statement.text(some.size()))) {
                int place = 1;
                for (PartitionId key : some) {
                    AssignmentBatch.set(query, place, WorkRows.key(key));
                    place += KEY;
                }
                try (ResultSet rows = query.executeQuery()) {
                    while (rows.next()) {
                        locked.put(
                                WorkRows.key(rows),
                                new RowLock(rows.getString(KEY + 1), rows.getLong(KEY + 2), rows.getLong(KEY + 3)));
                    }
                }
            }
        }
        return locked;
    }
}
