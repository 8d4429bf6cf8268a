// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.sql.Servers;
import dev.baton.work.Leaderships;
import dev.baton.work.TaskList;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Work on a real Postgres. */
class PostgresWorkStoreIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(Servers.postgres());
        }

        @Test
        void theServerEndsATransactionThatStandsStill() throws Exception {
            aProcessThatStandsStillInATransactionHoldsOthersUpForSecondsOnly();
        }

        /** A commit whose wait for its standby is cancelled can be read, and may be gone after a fail-over. */
        @Test
        void whatNoStandbyHasConfirmedIsNotTakenForStored() {
            store.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1));
            assign(0, N1, 1);
            database.run("ALTER SYSTEM SET synchronous_standby_names = 'absent'", "SELECT pg_reload_conf()");
            eventually(
                    "the server waits for it",
                    PATIENCE,
                    () -> database.ask("SHOW synchronous_standby_names").equals("absent"),
                    () -> "");
            try {
                assertThat(refused(() -> store.define(TaskList.of(LIST, 3))))
                        .isInstanceOf(OutcomeUnknownException.class);
                assertThat(refused(() -> assign(1, N1, 1))).isInstanceOf(OutcomeUnknownException.class);
                assertThat(refused(() -> store.assignmentsOf(N1.worker(), 0))).isInstanceOf(UnavailableException.class);
            } finally {
                database.run("ALTER SYSTEM RESET synchronous_standby_names", "SELECT pg_reload_conf()");
            }
            eventually("what is confirmed can be acted on", PATIENCE, () -> owned() == 2, this::owned);
        }

        private int owned() {
            return store.assignmentsOf(N1.worker(), 0).size();
        }

        /** What comes of a call whose waits for a standby are cancelled. */
        private Throwable refused(Runnable call) {
            CompletableFuture<Void> done = CompletableFuture.runAsync(call);
            eventually("it is answered", PATIENCE, () -> cancelled(done), () -> "");
            return catchThrowable(done::join).getCause();
        }

        private boolean cancelled(CompletableFuture<Void> done) {
            database.ask("SELECT COUNT(pg_cancel_backend(pid)) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
            return done.isDone();
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(Servers.postgres());
        }
    }
}
