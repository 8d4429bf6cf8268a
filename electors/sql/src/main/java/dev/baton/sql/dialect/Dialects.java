// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.internal.check.Validation;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/** The databases that are supported, and how to tell them apart. */
public final class Dialects {
    public static final List<Dialect> ALL =
            List.of(new MySqlDialect(), new MariaDbDialect(), new PostgresDialect(), new H2Dialect());

    private Dialects() {}

    /**
     * The dialect of a connection that elections are to run on: as {@link #of}, after a closer look at the product.
     *
     * @throws dev.baton.ConfigurationException if the database, or its version, is not supported
     */
    public static Dialect forElections(Connection connection) throws SQLException {
        Dialect dialect = of(connection);
        refuseLookalike(dialect.versionText(connection));
        return dialect;
    }

    private static void refuseLookalike(String version) {
        UnsupportedDatabases.find(version)
                .ifPresent(product -> Validation.of("database")
                        .require(
                                false,
                                "%s is not supported, though it answers as another: it has no single clock for leases, nor"
                                        + " the row locks that a fence needs. Use PostgreSQL, MySQL or MariaDB itself",
                                product)
                        .check());
    }

    /**
     * The dialect of a connection, without asking the database.
     *
     * @throws dev.baton.ConfigurationException if the database, or its version, is not supported
     */
    public static Dialect of(Connection connection) throws SQLException {
        DatabaseMetaData meta = connection.getMetaData();
        String product = meta.getDatabaseProductName();
        String version = meta.getDatabaseProductVersion();
        // Connector/J calls a MariaDB server MySQL; its version tells.
        String name = version.contains("MariaDB") ? "MariaDB" : product;
        Optional<Dialect> found = ALL.stream()
                .filter(dialect -> dialect.name().equalsIgnoreCase(name))
                .findFirst();
        Validation.of("database")
                .require(found.isPresent(), "%s is not supported: use MySQL, MariaDB, PostgreSQL or H2", name)
                .check();
        refuseLookalike(version);
        Dialect dialect = found.orElseThrow();
        dialect.requireSupported(ServerVersion.parse(version));
        return dialect;
    }
}
