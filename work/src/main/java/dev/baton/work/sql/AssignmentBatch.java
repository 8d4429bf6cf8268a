// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.dialect.SqlFailure;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.PartitionId;
import dev.baton.work.Release;
import dev.baton.work.Session;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Rows of partitions that are written in one transaction, under one version. */
final class AssignmentBatch {
    /** The most rows in one statement: every driver accepts that many parameters. */
    private static final int MAX_ROWS = 500;

    private static final int KEY = RowLock.KEY;

    private final WorkConnections.Session session;
    private final String cluster;
    private final long version;

    AssignmentBatch(WorkConnections.Session session, String cluster, long version) {
        this.session = session;
        this.cluster = cluster;
        this.version = version;
    }

    /** @return the partitions whose rows were left as they are, because another transaction holds them */
    Set<PartitionId> write(List<AssignmentWrite> writes) throws SQLException {
        List<Assignment> added = new ArrayList<>();
        List<AssignmentWrite> changed = new ArrayList<>();
        for (AssignmentWrite write : writes) {
            if (write.seen().isEmpty()) {
                added.add(write.next());
            } else {
                changed.add(write);
            }
        }
        add(added);
        Set<PartitionId> left =
                changed.stream().map(it -> it.next().partition()).collect(Collectors.toCollection(TreeSet::new));
        left.removeAll(RowLock.take(session, left).keySet());
        change(changed.stream()
                .filter(it -> !left.contains(it.next().partition()))
                .toList());
        return left;
    }

    private void add(List<Assignment> added) throws SQLException {
        // H2 cannot skip existing rows, so they are inserted one by one.
        int size = session.dialect().name().equals("H2") ? 1 : MAX_ROWS;
        for (int from = 0; from < added.size(); from += size) {
            List<List<Object>> rows = new ArrayList<>();
            for (Assignment one : added.subList(from, Math.min(added.size(), from + size))) {
                List<Object> row = new ArrayList<>();
                row.add(cluster);
                row.addAll(WorkRows.row(one, version));
                rows.add(row);
            }
            try (PreparedStatement insert =
                    session.statements().addRows().prepare(session.connection(), Map.of("rows", rows))) {
                insert.executeUpdate();
            } catch (SQLException there) {
                if (size != 1 || session.dialect().failure(there) != SqlFailure.DUPLICATE) {
                    throw there;
                }
            }
        }
    }

    private void change(List<AssignmentWrite> changed) throws SQLException {
        RowStatement statement = session.statements().change();
        if (statement.most() == 1) {
            changeOneByOne(changed, statement);
            return;
        }
        for (int from = 0; from < changed.size(); from += statement.most()) {
            List<AssignmentWrite> some = changed.subList(from, Math.min(changed.size(), from + statement.most()));
            try (PreparedStatement update = session.connection().prepareStatement(statement.text(some.size()))) {
                int place = 1;
                for (AssignmentWrite write : some) {
                    place = set(update, place, write);
                }
                update.executeUpdate();
            }
        }
    }

    private void changeOneByOne(List<AssignmentWrite> changed, RowStatement statement) throws SQLException {
        try (PreparedStatement update = session.connection().prepareStatement(statement.text(1))) {
            int waiting = 0;
            for (AssignmentWrite write : changed) {
                Assignment seen = write.seen().orElseThrow();
                List<Object> row = WorkRows.row(write.next(), version);
                set(update, 1, row.subList(KEY, row.size()));
                set(update, 1 + row.size() - KEY, row.subList(0, KEY));
                set(update, 1 + row.size(), List.of(seen.token(), seen.state().name()));
                update.addBatch();
                waiting = flush(update, waiting + 1);
            }
            update.executeBatch();
        }
    }

    private int set(PreparedStatement update, int place, AssignmentWrite write) throws SQLException {
        Assignment seen = write.seen().orElseThrow();
        List<Object> row = WorkRows.row(write.next(), version);
        set(update, place, row);
        set(update, place + row.size(), List.of(seen.token(), seen.state().name()));
        return place + row.size() + 2;
    }

    /** @return partitions that are still owned, because another transaction holds their rows */
    List<Release> release(Session owner, List<Release> released) throws SQLException {
        Set<PartitionId> locked = RowLock.take(
                        session, released.stream().map(Release::partition).toList())
                .keySet();
        free(
                owner,
                released.stream().filter(it -> locked.contains(it.partition())).toList());
        List<Release> held = new ArrayList<>();
        for (Release one : released) {
            if (!locked.contains(one.partition()) && owns(owner, one)) {
                held.add(one);
            }
        }
        return held;
    }

    private boolean owns(Session owner, Release one) throws SQLException {
        Map<String, ?> key = WorkRows.parameters(one.partition());
        try (PreparedStatement query = session.statements().owner().prepare(session.connection(), key);
                ResultSet row = query.executeQuery()) {
            return row.next()
                    && row.getString(2).equals(owner.worker().value())
                    && row.getLong(3) == owner.epoch().value()
                    && row.getLong(4) == one.token();
        }
    }

    private void free(Session owner, List<Release> released) throws SQLException {
        try (PreparedStatement update =
                session.connection().prepareStatement(session.statements().release())) {
            int waiting = 0;
            for (Release one : released) {
                set(update, 1, List.of(version));
                set(update, 2, WorkRows.key(one.partition()));
                set(
                        update,
                        2 + KEY,
                        List.of(owner.worker().value(), owner.epoch().value(), one.token()));
                update.addBatch();
                waiting = flush(update, waiting + 1);
            }
            update.executeBatch();
        }
    }

    private static int flush(PreparedStatement update, int waiting) throws SQLException {
        if (waiting < MAX_ROWS) {
            return waiting;
        }
        update.executeBatch();
        return 0;
    }

    static void set(PreparedStatement statement, int first, List<?> values) throws SQLException {
        for (int i = 0; i < values.size(); i++) {
            statement.setObject(first + i, values.get(i));
        }
    }
}
