// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.baton.server.doctor.Finding;
import dev.baton.server.doctor.Finding.Level;
import dev.baton.sql.PgBouncer;
import dev.baton.sql.Servers;
import dev.baton.sql.SqlDatabase;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The doctor before a real PostgreSQL, in what is asked there in other words. */
class DoctorOnPostgresIT {
    private final TestDatabase admin = Servers.postgres();

    private static List<Finding> examine(SqlDatabase database) {
        SqlSettings creating = SqlSettings.DEFAULT
                .withTables(TableNames.withPrefix("not_there_"))
                .withCreateSchema();
        return new DatabaseCheckup(database, creating, Clock.systemUTC()).run();
    }

    private static Finding finding(String check, SqlDatabase database) {
        List<Finding> findings = examine(database);
        return findings.stream()
                .filter(it -> it.check().equals(check))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing said of " + check + ": " + findings));
    }

    @Test
    void nothingFailsWhereAllIsWell() {
        assertThat(examine(admin.database()))
                .noneMatch(it -> it.level() == Level.FAIL)
                .extracting(Finding::check)
                .contains("writable", "replica", "clock", "time zone", "isolation", "latency", "durability", "tables");
    }

    @Test
    void whoMayCreateTheTablesIsTold() {
        admin.run("CREATE ROLE onlooker LOGIN PASSWORD 'onlooker-secret'");
        SqlDatabase onlooker = SqlDatabase.at(admin.url(), "onlooker", () -> "onlooker-secret");

        assertThat(finding("tables", admin.database()).level()).isEqualTo(Level.WARN);
        admin.run("REVOKE CREATE ON SCHEMA public FROM PUBLIC");
        assertThat(finding("tables", onlooker).level()).isEqualTo(Level.FAIL);
        assertThat(finding("tables", onlooker).advice()).contains("grant it CREATE");
        admin.run("GRANT CREATE ON SCHEMA public TO onlooker");
        assertThat(finding("tables", onlooker).level()).isEqualTo(Level.WARN);
    }

    @Test
    void aServerThatTakesOverChangesIsPointedOut() {
        assertThat(finding("replica", admin.database()).level()).isEqualTo(Level.OK);
        admin.run("CREATE SUBSCRIPTION follows CONNECTION 'host=127.0.0.1 port=1' PUBLICATION nothing"
                + " WITH (connect = false)");
        try {
            assertThat(finding("replica", admin.database()).level()).isEqualTo(Level.WARN);
        } finally {
            admin.run("ALTER SUBSCRIPTION follows SET (slot_name = NONE)", "DROP SUBSCRIPTION follows");
        }
    }

    @Test
    void aServerThatRefusesWritesIsNoGround() {
        SqlDatabase reading = SqlDatabase.at(
                admin.url() + "?options=-c%20default_transaction_read_only=on", admin.user(), admin::password);

        assertThat(finding("writable", reading).level()).isEqualTo(Level.FAIL);
    }

    @Test
    void aPoolerThatSharesSessionsIsPointedOut() throws IOException {
        assertThat(finding("pooler", admin.database()).level()).isEqualTo(Level.OK);
        assumeTrue(PgBouncer.isInstalled(), "left out: pgbouncer is not installed (Debian: pgbouncer)");
        try (PgBouncer pooler = PgBouncer.start(admin, "transaction", "")) {
            Finding finding = finding("pooler", pooler.database().database());

            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.detail()).contains("pool_mode");
        }
    }
}
