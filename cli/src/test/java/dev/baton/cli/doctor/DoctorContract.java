// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.server.doctor.Finding;
import dev.baton.server.doctor.Finding.Level;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the doctor finds on a real server of the MySQL family, and what it says to change. */
abstract class DoctorContract {
    private static final TableNames TABLES = TableNames.withPrefix("doctor_");

    private final TestDatabase admin;

    DoctorContract(TestDatabase admin) {
        this.admin = admin;
        new SqlSchema(admin.database(), TABLES).create();
    }

    private static List<Finding> examine(SqlDatabase database, Duration lease, Clock clock) {
        SqlSettings settings = SqlSettings.DEFAULT.withLease(lease);
        return new DatabaseCheckup(database, settings.withTables(TABLES), clock).run();
    }

    /** As a node finds a database at its first start, when it is to create its tables. */
    private static List<Finding> examineEmpty(SqlDatabase database) {
        SqlSettings creating = SqlSettings.DEFAULT
                .withTables(TableNames.withPrefix("not_there_"))
                .withCreateSchema();
        return new DatabaseCheckup(database, creating, Clock.systemUTC()).run();
    }

    private List<Finding> examine() {
        return examine(admin.database(), Duration.ofSeconds(10), Clock.systemUTC());
    }

    private static Finding finding(String check, List<Finding> findings) {
        return findings.stream()
                .filter(it -> it.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing said of " + check + ": " + findings));
    }

    private void assertSaid(List<Finding> findings, String check, Level level, String detail, String advice) {
        Finding finding = finding(check, findings);
        assertThat(finding.level()).as(finding.toString()).isEqualTo(level);
        assertThat(finding.detail()).contains(detail);
        assertThat(finding.advice()).contains(advice);
        assertThat(findings.toString()).doesNotContain(admin.password());
    }

    @Test
    void nothingIsToBeChangedWhereAllIsWell() {
        assertThat(examine())
                .filteredOn(it -> it.level() == Level.FAIL)
                .as("what fails")
                .isEmpty();
        assertThat(examine())
                .extracting(Finding::check)
                .contains("connection", "writable", "replica", "clock", "time zone", "isolation", "latency", "tables");
    }

    private SqlDatabase onlooker() {
        admin.run(
                "CREATE USER IF NOT EXISTS onlooker@localhost IDENTIFIED BY 'onlooker-secret'",
                "GRANT SELECT ON baton.* TO onlooker@localhost");
        return SqlDatabase.at(admin.url(), "onlooker", () -> "onlooker-secret");
    }

    @Test
    void whoMayCreateTheTablesIsTold() {
        SqlDatabase onlooker = onlooker();

        assertSaid(examineEmpty(admin.database()), "tables", Level.WARN, "is missing", "a node creates them");
        assertSaid(examineEmpty(onlooker), "tables", Level.FAIL, "may not create them", "grant it CREATE");
        admin.run("GRANT CREATE ON baton.* TO onlooker@localhost");
        try {
            assertSaid(examineEmpty(onlooker), "tables", Level.WARN, "is missing", "a node creates them");
        } finally {
            admin.run("REVOKE CREATE ON baton.* FROM onlooker@localhost");
        }
    }

    @Test
    void aReplicaThatTakesWritesIsPointedOut() {
        assertSaid(examine(), "replica", Level.OK, "follows no other server", "");
        admin.run("CHANGE MASTER TO MASTER_HOST = '127.0.0.1', MASTER_PORT = 1");
        try {
            assertSaid(examine(), "replica", Level.WARN, "changes of another server", "the primary's address");
            assertSaid(
                    examine(onlooker(), Duration.ofSeconds(10), Clock.systemUTC()),
                    "replica",
                    Level.OK,
                    "not known",
                    "");
        } finally {
            admin.run("RESET SLAVE ALL");
        }
    }

    @Test
    void aGrantThatIsMissingIsNamed() {
        List<Finding> findings = examine(onlooker(), Duration.ofSeconds(10), Clock.systemUTC());

        assertSaid(
                findings,
                "tables",
                Level.FAIL,
                "may not UPDATE on doctor_lease: GRANT SELECT, INSERT, UPDATE ON doctor_lease",
                "docs/sql");
        assertThat(findings.toString()).doesNotContain("onlooker-secret");
    }

    @Test
    void aServerThatRefusesWritesIsNoGround() {
        admin.run("SET GLOBAL read_only = 1");
        try {
            assertSaid(examine(), "writable", Level.FAIL, "read-only", "the primary");
        } finally {
            admin.run("SET GLOBAL read_only = 0");
        }
    }

    @Test
    void aServerThatForgetsInACrashFailsAsANodeRefusesIt() {
        assertSaid(examine(), "durability", Level.OK, "survives a crash", "");
        admin.run("SET GLOBAL innodb_flush_log_at_trx_commit = 2");
        try {
            assertSaid(
                    examine(),
                    "durability",
                    Level.FAIL,
                    "innodb_flush_log_at_trx_commit is 2",
                    "two may lead under one epoch");
        } finally {
            admin.run("SET GLOBAL innodb_flush_log_at_trx_commit = 1");
        }
    }

    @Test
    void anIsolationThatHurtsIsPointedOut() {
        admin.run("SET GLOBAL TRANSACTION ISOLATION LEVEL SERIALIZABLE");
        try {
            assertSaid(examine(), "isolation", Level.WARN, "SERIALIZABLE", "READ COMMITTED");
        } finally {
            admin.run("SET GLOBAL TRANSACTION ISOLATION LEVEL REPEATABLE READ");
        }
    }

    @Test
    void aTimeZoneIsShownAndIsNotMistakenForAWrongClock() {
        String before = admin.ask("SELECT @@global.time_zone");
        admin.run("SET GLOBAL time_zone = '+05:30'");
        try {
            List<Finding> findings = examine();

            assertSaid(findings, "time zone", Level.OK, "+05:30", "");
            assertThat(finding("clock", findings).level()).isEqualTo(Level.OK);
        } finally {
            admin.run("SET GLOBAL time_zone = '" + before + "'");
        }
    }

    @Test
    void aClockThatGoesWrongIsFound() {
        Clock late = Clock.offset(Clock.systemUTC(), Duration.ofSeconds(-90));

        List<Finding> findings = examine(admin.database(), Duration.ofSeconds(10), late);

        assertSaid(findings, "clock", Level.WARN, "ahead of this machine", "chrony");
    }

    @Test
    void aWayTooLongForTheLeaseIsFound() {
        URI server = URI.create(admin.url().substring("jdbc:".length()));
        try (TcpProxy proxy = new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getPort()))) {
            proxy.set(new TcpProxy.Pace(Duration.ofMillis(55), Integer.MAX_VALUE));
            SqlDatabase far = SqlDatabase.at(
                    admin.url().replace(":" + server.getPort() + "/", ":" + proxy.port() + "/"),
                    admin.user(),
                    admin::password);

            List<Finding> findings = examine(far, Duration.ofSeconds(1), Clock.systemUTC());

            assertSaid(findings, "latency", Level.FAIL, "of a lease of 1.0 s", "make the lease longer");
        }
    }
}
