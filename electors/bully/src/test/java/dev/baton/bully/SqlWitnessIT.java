// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.bully.internal.witness.WitnessTableContract;
import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The witness in each of the databases that it can be in. */
class SqlWitnessIT {
    private static final TestDatabase H2 = new TestDatabase("jdbc:h2:mem:witness;DB_CLOSE_DELAY=-1", "sa", "");

    @Nested
    class OnH2 extends SqlWitnessContract {
        OnH2() {
            super(H2);
        }
    }

    @Nested
    class OnPostgres extends SqlWitnessContract {
        OnPostgres() {
            super(Servers.postgres());
        }
    }

    @Nested
    class OnMariaDb extends SqlWitnessContract {
        OnMariaDb() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    @Tag("mysql")
    class OnMySql extends SqlWitnessContract {
        OnMySql() {
            super(Servers.mySql());
        }
    }

    @Nested
    class TableOnH2 extends WitnessTableContract {
        TableOnH2() {
            super(H2);
        }
    }

    @Nested
    class TableOnPostgres extends WitnessTableContract {
        TableOnPostgres() {
            super(Servers.postgres());
        }

        /** A trigger warns as the server does when the wait for a synchronous standby is cancelled. */
        @Test
        void aVoteWhoseCommitIsInDoubtDoesNotCount() throws SQLException {
            try (Statement statement = connection().createStatement()) {
                statement.execute(
                        "CREATE OR REPLACE FUNCTION witness_doubts() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN"
                                + " RAISE WARNING 'canceling wait for synchronous replication due to user request'; RETURN"
                                + " NEW; END $$");
                statement.execute("CREATE OR REPLACE TRIGGER witness_doubts AFTER INSERT OR UPDATE ON baton_witness"
                        + " FOR EACH ROW WHEN (NEW.state LIKE 'doubtful%') EXECUTE FUNCTION witness_doubts()");

                assertThatThrownBy(() -> table().insert("doubtful one", "token-1"))
                        .isInstanceOfSatisfying(
                                SQLException.class,
                                unknown -> assertThat(unknown.getSQLState()).isEqualTo("08007"));
                assertThatThrownBy(() -> table().replace(1, "doubtful two", "token-2"))
                        .isInstanceOf(SQLException.class);
                assertThat(table().replace(2, "three", "token-3")).isTrue();
                statement.execute("DROP TRIGGER witness_doubts ON baton_witness");
            }
        }

        /** A trigger sees the setting that the statement commits with. */
        @Test
        void aVoteWaitsForTheDiskWhateverTheSessionSays() throws SQLException {
            try (Statement statement = connection().createStatement()) {
                statement.execute("CREATE TABLE IF NOT EXISTS witness_commits (setting TEXT)");
                statement.execute(
                        "CREATE OR REPLACE FUNCTION witness_commits() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN"
                                + " INSERT INTO witness_commits VALUES (current_setting('synchronous_commit')); RETURN"
                                + " NEW; END $$");
                statement.execute("CREATE OR REPLACE TRIGGER witness_commits AFTER INSERT OR UPDATE ON baton_witness"
                        + " FOR EACH ROW EXECUTE FUNCTION witness_commits()");
                statement.execute("SET synchronous_commit = off");

                table().insert("one", "token-1");
                table().replace(1, "two", "token-2");

                try (ResultSet settings = statement.executeQuery("SELECT DISTINCT setting FROM witness_commits")) {
                    assertThat(settings.next()).isTrue();
                    assertThat(settings.getString(1)).isEqualTo("on");
                    assertThat(settings.next()).isFalse();
                }
                try (ResultSet session = statement.executeQuery("SHOW synchronous_commit")) {
                    assertThat(session.next()).isTrue();
                    assertThat(session.getString(1)).isEqualTo("off");
                }
                statement.execute("DROP TRIGGER witness_commits ON baton_witness");
            }
        }
    }

    @Nested
    class TableOnMariaDb extends WitnessTableContract {
        TableOnMariaDb() {
            super(Servers.mariaDb());
        }
    }

    @Nested
    @Tag("mysql")
    class TableOnMySql extends WitnessTableContract {
        TableOnMySql() {
            super(Servers.mySql());
        }
    }
}
