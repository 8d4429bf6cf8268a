// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.directory;

import dev.baton.spi.Ticker;
import dev.baton.sql.SqlDatabase;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Nodes that share a database find each other in a table of it. One thread with a connection of its own counts this
 * node's beat on and reads the others'; elections neither wait for it nor depend on it.
 */
public final class SqlDirectory implements Directory {
    static final Duration INTERVAL = Duration.ofSeconds(1);
    /** Who has been silent for so long is taken off the table. */
    static final Duration FORGOTTEN = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(SqlDirectory.class);
    /** Who has beaten so lately is here. */
    private static final Duration ALIVE = Duration.ofSeconds(10);

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SqlDatabase database;
    private final NodeTable table;
    private final boolean create;
    private final Supplier<DirectoryMember> self;
    private final RowLiveness beats;
    private final Thread thread;
    private @Nullable Connection connection;
    private boolean failing;
    private long beat;
    private volatile List<DirectoryMember> others = List.of();
    private volatile Optional<String> duplicate = Optional.empty();

    private SqlDirectory(
            SqlDatabase database, NodeTable table, boolean create, Supplier<DirectoryMember> self, Ticker ticker) {
        this.database = database;
        this.table = table;
        this.create = create;
        this.self = self;
        this.beats = new RowLiveness(ticker);
        this.thread = new Thread(this::run, "baton-directory");
        this.thread.setDaemon(true);
    }

    /** @param create whether the table is created if it is missing */
    public static SqlDirectory start(
            SqlDatabase database,
            String table,
            String cluster,
            boolean create,
            Supplier<DirectoryMember> self,
            Ticker ticker) {
        SqlDirectory directory = new SqlDirectory(database, new NodeTable(table, cluster), create, self, ticker);
        directory.thread.start();
        return directory;
    }

    @Override
    public List<DirectoryMember> others() {
        return others;
    }

    @Override
    public Optional<String> duplicate() {
        return duplicate;
    }

    private boolean isAlive(NodeRow row) {
        return beats.hasLived(row) && beats.silent(row).compareTo(ALIVE) < 0;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                round();
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            leave();
        }
    }

    private void round() {
        try {
            Connection open = open();
            NodeRow own = own();
            table.beat(open, own);
            List<NodeRow> rows = table.all(open).stream()
                    .filter(row -> !row.incarnation().equals(own.incarnation()))
                    .toList();
            beats.look(rows);
            sweep(open, rows);
            others = rows.stream().map(this::member).toList();
            duplicate = rows.stream()
                    .filter(row -> row.id().equals(own.id()) && isAlive(row))
                    .map(NodeRow::incarnation)
                    .findFirst();
            failing = false;
        } catch (SQLException | RuntimeException failed) {
            drop();
            if (!failing) {
                failing = true;
                LOG.warn("the directory of nodes cannot be kept in {}: {}", database, reason(failed));
            }
        }
    }

    /** Drivers may put anything into a message; the state alone is fit for a log. */
    private static String reason(Exception failed) {
        return failed instanceof SQLException error
                ? "SQLSTATE " + error.getSQLState() + ", code " + error.getErrorCode()
                : failed.getClass().getSimpleName();
    }

    private NodeRow own() {
        DirectoryMember me = self.get();
        beat++;
        return new NodeRow(
                me.id(), me.incarnation(), me.admin().orElse(""), me.zone(), me.weight(), me.version(), beat);
    }

    private DirectoryMember member(NodeRow row) {
        return new DirectoryMember(
                row.id(),
                row.incarnation(),
                row.admin().isEmpty() ? Optional.empty() : Optional.of(row.admin()),
                row.zone(),
                row.weight(),
                row.version(),
                beats.silent(row));
    }

    private void sweep(Connection open, List<NodeRow> rows) throws SQLException {
        for (NodeRow row : rows) {
            if (beats.silent(row).compareTo(FORGOTTEN) > 0) {
                table.remove(open, row);
            }
        }
    }

    private Connection open() throws SQLException {
        Connection current = connection;
        if (current == null) {
            current = database.open(PATIENCE);
            connection = current;
            current.setAutoCommit(true);
            if (create) {
                table.create(current);
            }
        }
        return current;
    }

    private void leave() {
        try {
            Connection current = connection;
            if (current != null) {
                DirectoryMember me = self.get();
                table.remove(
                        current,
                        new NodeRow(me.id(), me.incarnation(), "", me.zone(), me.weight(), me.version(), beat));
            }
        } catch (SQLException | RuntimeException gone) {
            LOG.debug("this node stays in the directory until it is forgotten: {}", reason(gone));
        } finally {
            drop();
        }
    }

    private void drop() {
        Connection current = connection;
        connection = null;
        try {
            if (current != null) {
                current.close();
            }
        } catch (SQLException | RuntimeException broken) {
            LOG.debug("closing a connection failed: {}", reason(broken));
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            thread.join(PATIENCE.toMillis());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
