// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.sql.TestDatabase;
import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.logging.Logger;
import javax.sql.DataSource;

/**
 * Connections to a database on which all statements are counted, by their text. The database's own counters will not
 * do: PostgreSQL also counts a transaction for every notice that reaches a session.
 */
final class CountingSource implements DataSource {
    private final TestDatabase database;
    private final Map<String, LongAdder> counts = new ConcurrentHashMap<>();

    CountingSource(TestDatabase database) {
        this.database = database;
    }

    long statements() {
        return counts.values().stream().mapToLong(LongAdder::sum).sum();
    }

    /** How often each text was sent so far. */
    Map<String, Long> texts() {
        Map<String, Long> all = new TreeMap<>();
        counts.forEach((text, count) -> all.put(text, count.sum()));
        return all;
    }

    @Override
    public Connection getConnection() throws SQLException {
        Connection real = DriverManager.getConnection(database.url(), database.user(), database.password());
        return wrap(Connection.class, real, "");
    }

    @Override
    public Connection getConnection(String user, String password) throws SQLException {
        return getConnection();
    }

    /** @param text of a prepared statement */
    private <T> T wrap(Class<T> type, T real, String text) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    if (method.getName().startsWith("execute")) {
                        String sent = arguments == null ? text : String.valueOf(arguments[0]);
                        counts.computeIfAbsent(sent, it -> new LongAdder()).increment();
                    }
                    Object result = call(real, method, arguments);
                    if (result instanceof PreparedStatement statement) {
                        return wrap(PreparedStatement.class, statement, String.valueOf(arguments[0]));
                    }
                    return result instanceof Statement statement ? wrap(Statement.class, statement, "") : result;
                }));
    }

    private static Object call(Object real, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(real, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getTargetException();
        }
    }

    @Override
    public PrintWriter getLogWriter() {
        return new PrintWriter(System.err, true, StandardCharsets.UTF_8);
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
        throw new SQLException("not a wrapper for " + type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
