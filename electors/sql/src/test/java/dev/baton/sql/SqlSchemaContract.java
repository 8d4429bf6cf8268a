// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ConfigurationException;
import dev.baton.FaultHandler;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.testkit.contract.TestContext;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tables that are missing or wrong are refused at the start, in words that say what to do, on any database. */
abstract class SqlSchemaContract {
    final TestDatabase database;

    SqlSchemaContract(TestDatabase database) {
        this.database = database;
    }

    final SqlSchema schema(TableNames tables) {
        return new SqlSchema(database.database(), tables);
    }

    final void refused(TableNames tables, String... words) {
        assertThatThrownBy(() -> schema(tables).check())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll(words);
    }

    @Test
    void freshTablesPass() {
        TableNames tables = database.newTables();

        assertThatCode(() -> schema(tables).check()).doesNotThrowAnyException();
    }

    @Test
    void creatingTwiceIsCreatingOnce() {
        TableNames tables = database.newTables();
        database.run(
                "INSERT INTO " + tables.fence() + " (cluster_name, election, epoch) VALUES ('baton', 'orders', 7)");

        schema(tables).create();

        assertThat(database.ask("SELECT epoch FROM " + tables.fence())).isEqualTo("7");
    }

    @Test
    void manyNodesMayCreateAtOnce() throws Exception {
        TableNames tables = TestDatabase.freshNames();
        ExecutorService nodes = Executors.newFixedThreadPool(12);
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            all.add(nodes.submit(() -> schema(tables).create()));
        }
        for (Future<?> one : all) {
            one.get(30, TimeUnit.SECONDS);
        }
        nodes.shutdown();

        schema(tables).check();
    }

    @Test
    void missingTablesAreNamed() {
        TableNames tables = TestDatabase.freshNames();

        refused(tables, tables.lease() + " is missing", tables.fence() + " is missing", "docs/sql", "createSchema");
    }

    @Test
    void anElectorDoesNotStartWithoutTables() {
        SqlSettings settings = SqlSettings.DEFAULT.withTables(TestDatabase.freshNames());
        try (ThreadLanes lanes = new ThreadLanes("test", 1, FaultHandler.halting())) {
            assertThatThrownBy(() -> SqlElector.on(database.database())
                            .settings(settings)
                            .start(TestContext.of("a", lanes)))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("is missing");

            SqlElector.on(database.database())
                    .settings(settings.withCreateSchema())
                    .start(TestContext.of("a", lanes))
                    .close();
        }
    }

    @Test
    void aMissingColumnIsNamed() {
        TableNames tables = database.newTables();
        database.run("ALTER TABLE " + tables.lease() + " DROP COLUMN renewals");

        refused(tables, tables.lease() + ".renewals is missing");
    }

    @Test
    void aKeyWithoutTheClusterIsRefused() {
        TableNames tables = database.newTables();
        boolean postgres = database.product().equals("PostgreSQL");
        String drop = postgres
                ? " DROP CONSTRAINT " + tables.fence().substring(tables.fence().indexOf('.') + 1) + "_pkey"
                : " DROP PRIMARY KEY";
        database.run(
                "ALTER TABLE " + tables.fence() + drop,
                "ALTER TABLE " + tables.fence() + " ADD PRIMARY KEY (election)");

        refused(tables, "the primary key of " + tables.fence());
    }

    @Test
    void aColumnMoreDoesNotMatter() {
        TableNames tables = database.newTables();
        database.run("ALTER TABLE " + tables.lease() + " ADD COLUMN remark VARCHAR(10)");

        schema(tables).check();
    }

    @Test
    void aColumnOfTheWrongTypeIsNamed() {
        TableNames tables = database.newTables();
        database.run(
                "ALTER TABLE " + tables.fence() + " DROP COLUMN epoch",
                "ALTER TABLE " + tables.fence() + " ADD COLUMN epoch INT NOT NULL");

        refused(tables, tables.fence() + ".epoch is int", "must be bigint");
    }

    @Test
    void aColumnThatAllowsNullIsNamed() {
        TableNames tables = database.newTables();
        database.run(
                "ALTER TABLE " + tables.fence() + " DROP COLUMN epoch",
                "ALTER TABLE " + tables.fence() + " ADD COLUMN epoch BIGINT");

        refused(tables, tables.fence() + ".epoch must be NOT NULL");
    }

    @Test
    void aViewIsNotATable() {
        TableNames tables = database.newTables();
        TableNames views = TestDatabase.freshNames();
        database.run(
                "CREATE VIEW " + views.lease() + " AS SELECT * FROM " + tables.lease(),
                "CREATE VIEW " + views.fence() + " AS SELECT * FROM " + tables.fence());

        refused(views, views.lease() + " is a view");
    }

    @Test
    void aMissingGrantIsNamed() {
        TableNames tables = database.newTables();
        TestDatabase reader = reader(tables);

        assertThatThrownBy(() -> new SqlSchema(reader.database(), tables).check())
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContainingAll("may not UPDATE on " + tables.lease(), "may not INSERT", "GRANT");
    }

    /** A user that may read the tables, and nothing else. */
    abstract TestDatabase reader(TableNames tables);
}
