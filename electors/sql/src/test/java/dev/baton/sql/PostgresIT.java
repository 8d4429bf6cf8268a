// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.dialect.Notifications;
import dev.baton.sql.dialect.PostgresDialect;
import dev.baton.sql.dialect.SessionChange;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.util.DefaultLocale;

/** Everything on a real PostgreSQL. */
class PostgresIT {
    @Nested
    class Store extends LeaseStoreContract {
        Store() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Design extends SqlDesignContract {
        Design() {
            super(Servers.postgres());
        }

        @Override
        void whileReadOnly(Consumer<TestDatabase> action) {
            action.accept(database.with("options=-c%20default_transaction_read_only=on"));
        }
    }

    @Test
    void standbysThatHearOfRenewalsDoNotLook() {
        TestDatabase database = Servers.postgres();
        TableNames tables = database.newTables();
        SqlSettings settings = SqlSettings.DEFAULT
                .withTables(tables)
                .withTerms(new LeaseTerms(
                        Duration.ofSeconds(3), Duration.ofMillis(500), Duration.ofMillis(500), Duration.ofSeconds(1)));
        CuttableSource source = new CuttableSource(database);
        try (Baton alice = Baton.node("alice")
                        .start(SqlElector.on(database.database()).settings(settings));
                Baton bob = Baton.node("bob").start(SqlElector.on(source).settings(settings))) {
            Candidate leader = alice.stand("orders").start();
            eventually("alice leads", leader::isLeader);
            Candidate standby = bob.stand("orders").start();
            eventually("bob sees alice", () -> standby.leader().isPresent());
            long before = source.statements();
            long renewals = renewals(database, tables);

            eventually("three leases have passed", () -> renewals(database, tables) >= renewals + 18);

            assertThat(source.statements() - before)
                    .as("one for each lease, if it heard nothing")
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void aListenerNoticesThatItsConnectionWasClosed() throws SQLException {
        TestDatabase direct = Servers.postgres();
        URI server = URI.create(direct.url().substring("jdbc:".length()));
        try (TcpProxy proxy = new TcpProxy(new InetSocketAddress(server.getHost(), server.getPort()))) {
            String url = direct.url().replaceFirst("//[^/]+/", "//127.0.0.1:" + proxy.port() + "/");
            try (Connection connection = new TestDatabase(url, direct.user(), direct.password()).connect()) {
                Notifications notices =
                        new PostgresDialect().notices(connection).orElseThrow();
                direct.run("NOTIFY baton_leases, 'released orders'");
                eventually("it hears", () -> heard(notices).contains("released orders"));

                proxy.set(TcpProxy.Link.CUT);

                eventually("it notices", () -> heard(notices).contains("closed"));
            }
        }
    }

    private static List<String> heard(Notifications notices) {
        try {
            return notices.take();
        } catch (SQLException closed) {
            return List.of("closed");
        }
    }

    private static long renewals(TestDatabase database, TableNames tables) {
        return Long.parseLong(database.ask("SELECT renewals FROM " + tables.lease()));
    }

    private static void eventually(String fact, BooleanSupplier holds) {
        Eventually.eventually(fact, Duration.ofSeconds(60), holds, () -> "not yet");
    }

    @Nested
    class Fence extends ServerFenceContract {
        Fence() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Elector extends SqlElectorContract {
        Elector() {
            super(Servers.postgres());
        }
    }

    @Nested
    class Schema extends SqlSchemaContract {
        Schema() {
            super(Servers.postgres());
        }

        @Override
        TestDatabase reader(TableNames tables) {
            database.run(
                    "DO $$ BEGIN CREATE ROLE reader LOGIN PASSWORD 'reader'; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
                    "GRANT SELECT ON " + tables.lease() + ", " + tables.fence() + " TO reader");
            return database.as("reader", "reader");
        }

        @Test
        void aTableThatIsEmptiedByACrashIsRefused() {
            TableNames tables = database.newTables();
            database.run("ALTER TABLE " + tables.lease() + " SET UNLOGGED");

            refused(tables, tables.lease() + " is a unlogged table");
        }

        @Test
        void aSchemaMayBeNamed() {
            database.run("CREATE SCHEMA IF NOT EXISTS elections");
            TableNames tables = new TableNames("elections.lease", "elections.fence");

            schema(tables).create();

            schema(tables).check();
        }
    }

    /** A session that has set it itself does not follow a change of the server's configuration. */
    @Test
    void theElectorsSessionDecidesForItselfWhenACommitIsAnswered() throws SQLException {
        for (String level : List.of("off", "on", "remote_write")) {
            try (Connection connection = Servers.postgres().connect();
                    Statement statement = connection.createStatement()) {
                statement.execute("SET synchronous_commit = " + level);
                PostgresDialect dialect = new PostgresDialect();
                SessionChange change = new SessionChange(connection, dialect);

                dialect.makeDurable(connection, change);

                try (ResultSet setting = statement.executeQuery(
                        "SELECT setting, source FROM pg_settings WHERE name = 'synchronous_commit'")) {
                    assertThat(setting.next()).isTrue();
                    assertThat(setting.getString(1)).isEqualTo(level.equals("off") ? "on" : level);
                    assertThat(setting.getString(2)).isEqualTo("session");
                }
                change.undo();
            }
        }
    }

    @Nested
    class Trouble extends StoreTroubleContract {
        Trouble() {
            super(
                    Servers.postgres(),
                    List.of(
                            Servers.postgres().with("options=-c%20TimeZone=Asia/Tokyo"),
                            Servers.postgres().with("options=-c%20default_transaction_isolation=serializable"),
                            Servers.postgres().with("preferQueryMode=simple"),
                            Servers.postgres().with("prepareThreshold=1"),
                            Servers.postgres()
                                    .with("binaryTransfer=false&reWriteBatchedInserts=true&autosave=always")));
        }
    }

    @Nested
    class FencedTransactions extends FencedTransactionContract {
        FencedTransactions() {
            super(Servers.postgres());
        }
    }

    @Nested
    @DefaultLocale("ar-EG")
    class PooledStore extends LeaseStoreContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.postgres()));

        PooledStore() {
            super(Pools.of(Servers.postgres()));
        }
    }

    @Nested
    @DefaultLocale("ar-EG")
    class PooledFence extends ServerFenceContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.postgres()));

        PooledFence() {
            super(Pools.of(Servers.postgres()));
        }
    }

    @Nested
    @DefaultLocale("ar-EG")
    class PooledFencedTransactions extends FencedTransactionContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.postgres()));

        PooledFencedTransactions() {
            super(Pools.of(Servers.postgres()));
        }
    }

    @Nested
    @DefaultLocale("ar-EG")
    class PooledElector extends SqlElectorContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.postgres()));

        PooledElector() {
            super(Pools.of(Servers.postgres()));
        }
    }

    @Nested
    @DefaultLocale("ar-EG")
    class PooledTrouble extends StoreTroubleContract {
        @RegisterExtension
        final Pools.Check pool = new Pools.Check(Pools.of(Servers.postgres()));

        PooledTrouble() {
            super(Pools.of(Servers.postgres()), List.of());
        }
    }
}
