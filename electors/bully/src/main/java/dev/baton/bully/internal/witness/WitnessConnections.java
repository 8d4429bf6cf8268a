// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.witness;

import dev.baton.bully.SqlWitness;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Connections to the database of a witness. Those that worked are kept for the next question, up to a few; one that
 * failed is closed, since what it would say next may be the answer to something else.
 */
final class WitnessConnections implements AutoCloseable {
    private final SqlWitness.Opener opener;
    private final int most;
    /** Guarded by itself. */
    private final Deque<Connection> idle = new ArrayDeque<>();

    private boolean closed;

    /** Something to do with a connection. */
    interface Use<T> {
        T on(Connection connection) throws SQLException;
    }

    /** @param most how many are kept */
    WitnessConnections(SqlWitness.Opener opener, int most) {
        this.opener = opener;
        this.most = most;
    }

    <T> T with(Use<T> use) throws SQLException {
        Connection kept = take();
        Connection connection = kept == null ? opener.open() : kept;
        boolean works = false;
        try {
            T done = use.on(connection);
            works = true;
            return done;
        } finally {
            if (!works || !keep(connection)) {
                connection.close();
            }
        }
    }

    private @Nullable Connection take() {
        synchronized (idle) {
            return idle.pollLast();
        }
    }

    private boolean keep(Connection working) {
        synchronized (idle) {
            return !closed && idle.size() < most && idle.offerLast(working);
        }
    }

    /** Closes what is kept. What is still under way closes its own when it is done. */
    @Override
    public void close() {
        synchronized (idle) {
            closed = true;
        }
        for (Connection kept = take(); kept != null; kept = take()) {
            try {
                kept.close();
            } catch (SQLException broken) {
                // It was to be closed, and is of no use to anybody.
            }
        }
    }
}
