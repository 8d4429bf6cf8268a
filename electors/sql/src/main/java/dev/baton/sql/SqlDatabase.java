// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.internal.check.Validation;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.function.Supplier;
import javax.sql.DataSource;

/**
 * The database that has the tables. Given a URL, Baton opens its own connections. Given a {@link DataSource}, it takes
 * one connection and keeps it, so that elections never wait for the application; size a pool accordingly.
 */
public abstract sealed class SqlDatabase {
    private SqlDatabase() {}

    /** @param password called for every connection, so that it may be rotated; never shown or kept */
    public static SqlDatabase at(String url, String user, Supplier<String> password) {
        return new ByUrl(url, user, password);
    }

    /** A database whose URL needs no user and password, such as an embedded H2. */
    public static SqlDatabase at(String url) {
        return new ByUrl(url, "", () -> "");
    }

    public static SqlDatabase of(DataSource source) {
        return new BySource(source);
    }

    /** Opens a connection. The message of an error is fit for a log. */
    public abstract Connection open(Duration patience) throws SQLException;

    /** The error without secrets, and without its cause, which may contain some. */
    static SQLException withoutSecrets(SQLException error, String... known) {
        return new SQLException(Secrets.messageOf(error, known), error.getSQLState(), error.getErrorCode());
    }

    private static final class ByUrl extends SqlDatabase {
        private final String url;
        private final String user;
        private final Supplier<String> password;

        ByUrl(String url, String user, Supplier<String> password) {
            Validation.of("database")
                    .require(url.startsWith("jdbc:"), "the URL must begin with jdbc:, as in jdbc:postgresql://host/db")
                    .check();
            this.url = url;
            this.user = Objects.requireNonNull(user, "user");
            this.password = Objects.requireNonNull(password, "password");
        }

        @Override
        public Connection open(Duration patience) throws SQLException {
            String secret = password();
            Properties properties = new Properties();
            if (!user.isEmpty()) {
                properties.setProperty("user", user);
                properties.setProperty("password", secret);
            }
            limit(properties, patience);
            try {
                return DriverManager.getConnection(url, properties);
            } catch (SQLException refused) {
                String bare = url.split("[?;]", 2)[0];
                // The password first: if the URL contains it too, it must not survive as a part of a longer text.
                throw withoutSecrets(refused, secret, url, url.substring(bare.length()));
            }
        }

        private String password() throws SQLException {
            try {
                return Objects.requireNonNull(password.get());
            } catch (RuntimeException failed) {
                throw new SQLException(
                        "the password supplier failed with " + failed.getClass().getName(), "28000");
            }
        }

        /** Drivers may wait for a connection forever; each has its own setting for how long they should. */
        private void limit(Properties properties, Duration patience) {
            String millis = Long.toString(Math.max(1, patience.toMillis()));
            String seconds = Long.toString(Math.max(1, patience.toSeconds()));
            if (url.startsWith("jdbc:postgresql:")) {
                properties.setProperty("connectTimeout", seconds);
                properties.setProperty("loginTimeout", seconds);
                properties.setProperty("tcpKeepAlive", "true");
                properties.setProperty("ApplicationName", "baton");
            } else if (url.startsWith("jdbc:mysql:") || url.startsWith("jdbc:mariadb:")) {
                properties.setProperty("connectTimeout", millis);
                properties.setProperty("socketTimeout", millis);
            }
        }

        @Override
        public String toString() {
            return Secrets.show(url);
        }
    }

    private static final class BySource extends SqlDatabase {
        private final DataSource source;

        BySource(DataSource source) {
            this.source = Objects.requireNonNull(source, "source");
        }

        @Override
        public Connection open(Duration patience) throws SQLException {
            try {
                return source.getConnection();
            } catch (SQLException refused) {
                throw withoutSecrets(refused);
            }
        }

        @Override
        public String toString() {
            return "a " + source.getClass().getSimpleName();
        }
    }
}
