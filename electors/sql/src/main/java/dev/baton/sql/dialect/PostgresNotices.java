// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** PostgreSQL's {@code LISTEN} through pgjdbc, which is called by name because users bring the driver. */
final class PostgresNotices implements Notifications {
    /** A name that goes for all tables of a database: a notice too many costs a look. */
    static final String CHANNEL = "baton_leases";

    /** Without waiting at all, the driver does not see that the server has closed the connection. */
    private static final int READING_MILLIS = 1;

    private final Connection connection;
    private final Object driver;
    private final Method take;
    private final Method payload;

    private PostgresNotices(Connection connection, Object driver, Method take, Method payload) {
        this.connection = connection;
        this.driver = driver;
        this.take = take;
        this.payload = payload;
    }

    static Optional<Notifications> listen(Connection connection) throws SQLException {
        Optional<Object> driver = PgJdbc.behind(connection);
        if (driver.isEmpty()) {
            return Optional.empty();
        }
        try {
            Class<?> type = PgJdbc.type(driver.get(), "PGConnection");
            Method take = type.getMethod("getNotifications", int.class);
            Method payload = PgJdbc.type(driver.get(), "PGNotification").getMethod("getParameter");
            Dialect.run(connection, List.of("LISTEN " + CHANNEL));
            return Optional.of(new PostgresNotices(connection, driver.get(), take, payload));
        } catch (ReflectiveOperationException other) {
            return Optional.empty();
        }
    }

    @Override
    public List<String> take() throws SQLException {
        List<String> taken = new ArrayList<>();
        try {
            Object notices = take.invoke(driver, READING_MILLIS);
            for (int i = 0; notices != null && i < Array.getLength(notices); i++) {
                taken.add((String) payload.invoke(Array.get(notices, i)));
            }
        } catch (ReflectiveOperationException broken) {
            throw new SQLException("the connection cannot be asked for notices", broken);
        }
        return taken;
    }

    @Override
    public void stop() throws SQLException {
        Dialect.run(connection, List.of("UNLISTEN " + CHANNEL));
        take();
    }
}
