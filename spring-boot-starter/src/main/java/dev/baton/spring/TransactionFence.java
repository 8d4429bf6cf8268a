// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.Fence;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NotLeaderException;
import dev.baton.sql.SqlFence;
import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.core.Ordered;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.UncategorizedSQLException;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.jdbc.support.SQLExceptionSubclassTranslator;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The fence of Spring's transactions: a leadership that is enlisted in a transaction has to pass it right before the
 * commit. From then on the next leader's commits wait for it, also while JPA writes what it had not written yet. Works with every transaction manager that puts the transaction on a connection of the
 * {@code DataSource}, as those for JDBC and JPA do. Any thread may use it.
 */
public final class TransactionFence {
    private static final SQLExceptionSubclassTranslator TRANSLATOR = new SQLExceptionSubclassTranslator();

    private final DataSource source;
    private final Transactions transactions;
    private final Passage fence;

    TransactionFence(DataSource source, Passage fence) {
        this.source = source;
        this.transactions = new Transactions(source);
        this.fence = fence;
    }

    /** How a fence is passed on a connection that is in a transaction. */
    interface Passage {
        /** Passes, or throws. */
        void check(Connection connection, Leadership leadership) throws SQLException;

        /**
         * Lets the server end the transaction if this process is paused in it.
         *
         * @return to be run when the transaction has ended
         */
        Runnable limitIdle(Connection connection, Leadership leadership) throws SQLException;

        /** In the database of the transaction. */
        static Passage of(SqlFence fence) {
            return new Passage() {
                @Override
                public void check(Connection connection, Leadership leadership) throws SQLException {
                    fence.check(connection, leadership);
                }

                @Override
                public Runnable limitIdle(Connection connection, Leadership leadership) throws SQLException {
                    return fence.limitIdle(connection, leadership);
                }
            };
        }

        /** In this process, where no other node can be elected. */
        static Passage of(Fence fence) {
            return new Passage() {
                @Override
                public void check(Connection connection, Leadership leadership) {
                    leadership.check();
                    fence.pass(leadership);
                }

                @Override
                public Runnable limitIdle(Connection connection, Leadership leadership) {
                    return () -> {};
                }
            };
        }
    }

    /**
     * Lets the transaction of this thread commit only if no leader was elected after this one. Otherwise it is rolled
     * back, and the commit fails with {@link FencedException} or {@link NotLeaderException}; with a
     * {@link DataAccessException} if the database could not tell, as after a deadlock.
     *
     * @throws NotLeaderException if the leadership is over already
     * @throws IllegalStateException if there is no transaction, a read-only one, or one that is not on the DataSource
     */
    public void enlist(Leadership leadership) {
        leadership.check();
        require(TransactionSynchronizationManager.isActualTransactionActive(), "there is no transaction");
        require(!TransactionSynchronizationManager.isCurrentTransactionReadOnly(), "the transaction is read-only");
        requireOnSource();
        boolean known = TransactionSynchronizationManager.getSynchronizations().stream()
                .anyMatch(it -> it instanceof Enlisted other && other.isFor(leadership));
        if (!known) {
            Runnable undo = onConnection(connection -> fence.limitIdle(connection, leadership));
            TransactionSynchronizationManager.registerSynchronization(new Enlisted(leadership, undo));
        }
    }

    /** What is done on the connection of the transaction. */
    @FunctionalInterface
    private interface Use<T> {
        T with(Connection connection) throws SQLException;
    }

    private <T> T onConnection(Use<T> use) {
        Connection connection = DataSourceUtils.getConnection(source);
        try {
            return use.with(connection);
        } catch (SQLException failed) {
            DataAccessException known = TRANSLATOR.translate("passing the fence", null, failed);
            throw known == null ? new UncategorizedSQLException("passing the fence", null, failed) : known;
        } finally {
            DataSourceUtils.releaseConnection(connection, source);
        }
    }

    /** A fence that is passed on another connection than the transaction's would guard nothing. */
    private void requireOnSource() {
        require(transactions.hasBegun(), "the transaction is not on the DataSource that fences are in");
    }

    /** Knows whether the transaction of this thread is on the DataSource. It begins none. */
    private static final class Transactions extends DataSourceTransactionManager {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("this-escape")
        Transactions(DataSource source) {
            super(source);
        }

        boolean hasBegun() {
            Object bound = TransactionSynchronizationManager.getResource(obtainDataSource());
            // A connection may also be bound because other code uses it beside a transaction elsewhere. That one is
            // synchronized with it, as is one on which a manager for JDBC began; but not one of JPA's.
            return bound instanceof ConnectionHolder connection
                    && (isExistingTransaction(doGetTransaction()) || !connection.isSynchronizedWithTransaction());
        }
    }

    private static void require(boolean holds, String problem) {
        if (!holds) {
            throw new IllegalStateException("a leadership cannot be fenced: " + problem);
        }
    }

    /** A leadership in a transaction, which passes once. */
    private final class Enlisted implements TransactionSynchronization, Ordered {
        private final Leadership leadership;
        private final Runnable undo;

        Enlisted(Leadership leadership, Runnable undo) {
            this.leadership = leadership;
            this.undo = undo;
        }

        boolean isFor(Leadership other) {
            return leadership.election().equals(other.election())
                    && leadership.epoch().equals(other.epoch());
        }

        @Override
        public int getOrder() {
            return Ordered.LOWEST_PRECEDENCE;
        }

        @Override
        public void beforeCommit(boolean readOnly) {
            requireOnSource();
            boolean unused = onConnection(connection -> {
                fence.check(connection, leadership);
                return true;
            });
        }

        @Override
        public void afterCompletion(int status) {
            undo.run();
        }
    }
}
