// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.BatonException;
import dev.baton.ConfigurationException;
import dev.baton.admin.TerminalSafeText;
import dev.baton.cli.screen.DurationFormat;
import dev.baton.server.doctor.Finding;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.dialect.Dialect;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.Durability;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Looks at a database as an elector would use it. Changes nothing in it. */
final class DatabaseCheckup {
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int ROUND_TRIPS = 20;
    private static final String DURABILITY = "durability";
    /** What servers answer that are not read-only: a number, or a word in newer MariaDB. */
    private static final Set<String> TAKES_WRITES = Set.of("0", "OFF");

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final Clock clock;
    private final List<Finding> findings = new ArrayList<>();

    DatabaseCheckup(SqlDatabase database, SqlSettings settings, Clock clock) {
        this.database = database;
        this.settings = settings;
        this.clock = clock;
    }

    List<Finding> run() {
        long before = System.nanoTime();
        try (Connection connection = database.open(PATIENCE)) {
            Dialect dialect = Dialects.forElections(connection);
            findings.add(Finding.ok(
                    "connection",
                    dialect.name() + " "
                            + TerminalSafeText.text(connection.getMetaData().getDatabaseProductVersion())
                            + ", connected in " + DurationFormat.show(Duration.ofNanos(System.nanoTime() - before))));
            examine(connection, dialect);
        } catch (ConfigurationException unsupported) {
            unsupported
                    .problems()
                    .forEach(problem -> findings.add(Finding.fail("connection", problem, "see docs/sql.md")));
        } catch (SQLException refused) {
            findings.add(Finding.fail(
                    "connection",
                    database + ": " + refused.getMessage(),
                    "check the URL, the user and the password, and that the database listens and lets this host in"));
        }
        return findings;
    }

    private void examine(Connection connection, Dialect dialect) throws SQLException {
        connection.setAutoCommit(true);
        DatabaseQueries questions = DatabaseQueries.of(dialect.name());
        pooler(connection, dialect);
        writable(connection, questions);
        replica(connection, questions);
        clock(connection, questions);
        findings.add(Finding.ok(
                "time zone",
                TerminalSafeText.text(ask(connection, questions.timeZone())) + "; elections use UTC or none"));
        findings.add(Verdicts.isolation(connection.getTransactionIsolation()));
        latency(connection);
        durability(dialect.durability(connection));
        schema(connection, questions);
    }

    /** As a node looks at it whenever it connects. */
    private void pooler(Connection connection, Dialect dialect) throws SQLException {
        findings.add(dialect.sharedSession(connection, () -> database.open(PATIENCE))
                .map(problem -> Finding.fail("pooler", problem, "a node refuses to start on it; see docs/sql.md"))
                .orElseGet(() -> Finding.ok("pooler", "the session belongs to this connection alone")));
    }

    private static String ask(Connection connection, String question) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet answer = statement.executeQuery(question)) {
            String value = answer.next() ? answer.getString(1) : null;
            return value == null ? "" : value;
        }
    }

    private void writable(Connection connection, DatabaseQueries questions) throws SQLException {
        findings.add(
                TAKES_WRITES.contains(ask(connection, questions.readOnly()))
                        ? Finding.ok("writable", "it takes writes")
                        : Finding.fail(
                                "writable",
                                "it is a replica, or read-only",
                                "use an address that leads to the primary; no node can lead without it"));
    }

    /** A replica that takes writes all the same is the worst case: a leader there and one at the primary. */
    private void replica(Connection connection, DatabaseQueries questions) {
        if (questions.follows().isEmpty()) {
            return;
        }
        try (Statement statement = connection.createStatement();
                ResultSet followed = statement.executeQuery(questions.follows().get())) {
            findings.add(
                    followed.next()
                            ? Finding.warn(
                                    "replica",
                                    "it takes over the changes of another server",
                                    "give all nodes the primary's address: with some nodes on each server, each server has a"
                                            + " leader; replication of other tables alone does no harm")
                            : Finding.ok("replica", "it follows no other server"));
        } catch (SQLException refused) {
            findings.add(Finding.ok("replica", "not known: this user may not ask (" + refused.getMessage() + ")"));
        }
    }

    private void clock(Connection connection, DatabaseQueries questions) throws SQLException {
        ask(connection, questions.clock());
        long sent = clock.millis();
        long there = Long.parseLong(ask(connection, questions.clock()));
        long back = clock.millis();
        findings.add(Verdicts.clock(
                "clock",
                "the database's clock",
                Duration.ofMillis(there - (sent + back) / 2),
                Duration.ofMillis((back - sent) / 2 + 1)));
    }

    private void latency(Connection connection) throws SQLException {
        List<Duration> roundTrips = new ArrayList<>();
        for (int i = 0; i < ROUND_TRIPS; i++) {
            long sent = System.nanoTime();
            ask(connection, "SELECT 1");
            roundTrips.add(Duration.ofNanos(System.nanoTime() - sent));
        }
        LeaseTerms terms = settings.terms();
        findings.add(Verdicts.latency(roundTrips, terms));
    }

    /** As a node looks at it at its start. */
    private void durability(Durability found) {
        boolean accepted = settings.unsafeLostCommits();
        String advice = "after a crash of the database two may lead under one epoch"
                + (accepted ? "" : "; a node refuses to start on it, unless elector.sql.unsafe_lost_commits is set");
        found.problems()
                .forEach(it -> findings.add(
                        accepted ? Finding.warn(DURABILITY, it, advice) : Finding.fail(DURABILITY, it, advice)));
        found.doubts().forEach(it -> findings.add(Finding.warn(DURABILITY, it, "see docs/sql.md")));
        if (found.inMemory()) {
            findings.add(Finding.warn(DURABILITY, "the database is in memory", "epochs start again with it"));
        } else if (found.problems().isEmpty() && found.doubts().isEmpty()) {
            findings.add(Finding.ok(DURABILITY, "what a node commits survives a crash of the server"));
        }
    }

    /** Tables, columns and grants, as a node checks them at its start. */
    private void schema(Connection connection, DatabaseQueries questions) throws SQLException {
        try {
            new SqlSchema(database, settings.tables()).check();
            findings.add(Finding.ok(
                    "tables",
                    settings.tables().lease() + " and " + settings.tables().fence() + " can be used"));
        } catch (ConfigurationException wrong) {
            boolean creates = settings.createSchema()
                    && wrong.problems().stream().allMatch(problem -> problem.contains("is missing, or"));
            boolean mayCreate = !Set.of("0", "").contains(ask(connection, questions.mayCreate()));
            for (String problem : wrong.problems()) {
                findings.add(missing(problem, creates, mayCreate));
            }
        } catch (BatonException failed) {
            findings.add(Finding.fail("tables", String.valueOf(failed.getMessage()), "see docs/sql.md"));
        }
    }

    private static Finding missing(String problem, boolean creates, boolean mayCreate) {
        if (!creates) {
            return Finding.fail("tables", problem, "docs/sql has the statements");
        }
        return mayCreate
                ? Finding.warn("tables", problem, "a node creates them at its start")
                : Finding.fail(
                        "tables",
                        problem + "; and this user may not create them",
                        "grant it CREATE, or run the statements of docs/sql as another user");
    }
}
