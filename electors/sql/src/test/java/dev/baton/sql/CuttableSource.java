// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * A way to a database that can be cut, that hands out connections in odd states, and that lies about row counts. Also
 * counts the statements that are prepared on it.
 */
final class CuttableSource implements DataSource {
    private final TestDatabase database;
    private final List<Connection> open = new CopyOnWriteArrayList<>();
    private final AtomicLong statements = new AtomicLong();
    private volatile boolean cut;
    private volatile int isolation;
    private volatile boolean autocommit = true;
    private volatile Integer rowCount;
    private volatile String lost = "nothing";
    private volatile String broken = "nothing";
    private final AtomicReference<Runnable> beforeUpdate = new AtomicReference<>();
    private final AtomicReference<Runnable> beforeRead = new AtomicReference<>();

    CuttableSource(TestDatabase database) {
        this.database = database;
    }

    void cut() {
        cut = true;
        for (Connection connection : open) {
            try {
                Pools.destroy(connection);
            } catch (SQLException broken) {
                throw new AssertionError(broken);
            }
        }
        open.clear();
    }

    void rejoin() {
        cut = false;
    }

    void handOutWith(int level, boolean autocommitOn) {
        isolation = level;
        autocommit = autocommitOn;
    }

    void countRowsAs(int lie) {
        rowCount = lie;
    }

    /** Lets something happen right before the next update is sent. */
    void beforeNextUpdate(Runnable action) {
        beforeUpdate.set(action);
    }

    /** Lets something happen right before the next row is read. */
    void beforeNextRead(Runnable action) {
        beforeRead.set(action);
    }

    /** The same connections, each handed out after something has happened. */
    DataSource delayedBy(Runnable before) {
        return (DataSource) Proxy.newProxyInstance(
                DataSource.class.getClassLoader(), new Class<?>[] {DataSource.class}, (self, method, arguments) -> {
                    before.run();
                    return getConnection();
                });
    }

    /** Statements with this word are executed, but their answer does not arrive. */
    void loseAnswersOf(String word) {
        lost = word;
    }

    /** Statements with this word are not sent; the thread meets an error instead. */
    void breakAt(String word) {
        broken = word;
    }

    long statements() {
        return statements.get();
    }

    int connections() {
        return open.size();
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (cut) {
            throw new SQLException("cut off", "08001");
        }
        Connection connection = database.connect();
        if (isolation != 0) {
            connection.setTransactionIsolation(isolation);
        }
        connection.setAutoCommit(autocommit);
        open.add(connection);
        return proxy(
                Connection.class,
                connection,
                (method, arguments, result) -> intercept(connection, method, arguments, result));
    }

    private Object intercept(Connection connection, String method, Object[] arguments, Object result) {
        if (method.equals("close")) {
            open.remove(connection);
        }
        if (method.equals("prepareStatement")) {
            statements.incrementAndGet();
            String text = (String) arguments[0];
            if (text.contains(broken)) {
                throw new OutOfMemoryError("made up");
            }
            Runnable first = text.contains("remaining_micros") ? beforeRead.getAndSet(null) : null;
            if (first != null) {
                first.run();
            }
            Runnable action = text.contains("UPDATE") ? beforeUpdate.getAndSet(null) : null;
            if (action != null) {
                action.run();
            }
            return proxy(
                    PreparedStatement.class,
                    (PreparedStatement) result,
                    (name, values, value) -> name.equals("executeUpdate") ? updated(text, value) : value);
        }
        return result;
    }

    private Object updated(String text, Object count) throws SQLException {
        if (text.contains(lost)) {
            throw new SQLException("the connection broke while waiting for the answer", "08007");
        }
        return rowCount == null ? count : rowCount;
    }

    /** What becomes of the result of a call. */
    private interface Interceptor {
        Object result(String method, Object[] arguments, Object result) throws SQLException;
    }

    private static <T> T proxy(Class<T> type, T target, Interceptor interceptor) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    try {
                        return interceptor.result(method.getName(), arguments, method.invoke(target, arguments));
                    } catch (InvocationTargetException thrown) {
                        throw thrown.getCause();
                    }
                }));
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("no wrapper");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
