// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.Leadership;
import dev.baton.OutcomeUnknownException;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.TimedWait;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.SessionChange;
import dev.baton.sql.dialect.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A transaction of the application that commits only if it passes the fence, on a connection that is left as it was, or
 * closed. Runs once, on the thread of its caller.
 */
final class FencedTransaction {
    private static final AsyncLog LOG = AsyncLog.of(FencedTransaction.class);

    /** A transaction that loses this many conflicts in a row is given up. */
    static final int MAX_TRIES = 8;

    private static final Duration MAX_PAUSE = Duration.ofMillis(20);

    private final Connection connection;
    private final Leadership leadership;
    private final SqlFence.Work work;
    private final Pass pass;
    private final Dialect dialect;
    private final boolean autoCommit;
    private final SessionChange limits;
    private boolean usable = true;

    FencedTransaction(Connection connection, Leadership leadership, SqlFence.Work work, Pass pass) throws SQLException {
        this.connection = connection;
        this.leadership = leadership;
        this.work = work;
        this.pass = pass;
        this.dialect = Dialects.of(connection);
        this.autoCommit = connection.getAutoCommit();
        this.limits = new SessionChange(connection, dialect);
    }

    /** Passes the fence in a transaction. */
    interface Pass {
        void pass(Connection connection, Leadership leadership) throws SQLException;
    }

    void run() throws SQLException {
        try {
            repeat();
        } catch (SQLException | RuntimeException | Error failed) {
            putBack().ifPresent(failed::addSuppressed);
            throw failed;
        }
        putBack()
                .ifPresent(why -> LOG.warn(
                        "a transaction of {} was committed, but its connection could not be restored and is"
                                + " closed: {}",
                        leadership,
                        Secrets.hide(why.toString())));
    }

    private void repeat() throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                once();
                return;
            } catch (SQLException | RuntimeException | Error failed) {
                rollBack().ifPresent(failed::addSuppressed);
                if (!usable || !isVictim(failed) || attempt == MAX_TRIES || !leadership.mayAct() || !pause()) {
                    throw failed;
                }
            }
        }
    }

    private void once() throws SQLException {
        connection.setAutoCommit(false);
        dialect.limitIdle(connection, leadership.remaining(), limits);
        work.run(connection);
        leadership.check();
        pass.pass(connection, leadership);
        commit();
    }

    private void commit() throws SQLException {
        try {
            connection.clearWarnings();
            connection.commit();
            dialect.requireCommitted(connection);
        } catch (SQLException failed) {
            if (wasRefused(failed)) {
                throw failed;
            }
            throw unknown(failed);
        } catch (RuntimeException failed) {
            throw unknown(failed);
        }
    }

    /**
     * Whether the server says that it did not commit: an integrity violation, a wrong transaction state, or a deadlock
     * victim.
     */
    private boolean wasRefused(SQLException failed) {
        String state = String.valueOf(failed.getSQLState());
        return dialect.failure(failed) == SqlFailure.BUSY || state.startsWith("23") || state.startsWith("25");
    }

    private OutcomeUnknownException unknown(Exception failed) {
        return new OutcomeUnknownException(
                "the commit of a transaction of " + leadership + " was not answered: " + Secrets.messageOf(failed),
                failed);
    }

    /** A deadlock or serialization failure, also where the work has wrapped it. */
    private boolean isVictim(Throwable failed) {
        if (failed instanceof OutcomeUnknownException) {
            return false;
        }
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException error && dialect.failure(error) == SqlFailure.BUSY) {
                return true;
            }
        }
        return false;
    }

    private static boolean pause() {
        try {
            TimedWait.of(Duration.ofNanos(ThreadLocalRandom.current().nextLong(MAX_PAUSE.toNanos())));
            return true;
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Optional<Throwable> rollBack() {
        try {
            connection.rollback();
            return Optional.empty();
        } catch (SQLException | RuntimeException | Error failed) {
            return giveUp(failed);
        }
    }

    private Optional<Throwable> putBack() {
        if (!usable) {
            return Optional.empty();
        }
        try {
            limits.undo();
            connection.setAutoCommit(autoCommit);
            return Optional.empty();
        } catch (SQLException | RuntimeException | Error failed) {
            return giveUp(failed);
        }
    }

    /** Switching autocommit on could commit what was not rolled back, so this connection is not used again. */
    private Optional<Throwable> giveUp(Throwable why) {
        usable = false;
        BorrowedConnection.discard(connection);
        return Optional.of(why);
    }
}
