// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;

/** PostgreSQL's driver by name: users bring it, or do without. */
final class PgJdbc {
    private static final String PACKAGE = "org.postgresql.";

    private PgJdbc() {}

    /** The driver's own connection, also behind a pool's; empty if it is another driver's, or hidden. */
    static Optional<Object> behind(Connection connection) {
        for (ClassLoader loader : new ClassLoader[] {
            connection.getClass().getClassLoader(),
            Thread.currentThread().getContextClassLoader(),
            PgJdbc.class.getClassLoader()
        }) {
            try {
                return Optional.of(connection.unwrap(Class.forName(PACKAGE + "PGConnection", false, loader)));
            } catch (ClassNotFoundException | SQLException | LinkageError hidden) {
                // Perhaps the next one has it.
            }
        }
        return Optional.empty();
    }

    static Class<?> type(Object driver, String name) throws ClassNotFoundException {
        return Class.forName(PACKAGE + name, false, driver.getClass().getClassLoader());
    }
}
