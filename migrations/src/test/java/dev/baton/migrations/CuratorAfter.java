// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import javax.sql.DataSource;

final class CuratorAfter {
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private CuratorAfter() {}

    // tag::latch[]
    static Candidate stand(Baton baton) {
        return baton.stand("invoices").start();
    }

    static void onTimer(Candidate election, SqlFence fence, DataSource pool, Invoices invoices) throws SQLException {
        Optional<Leadership> leadership = election.leadership(); // computed from the clock on every call
        if (leadership.isPresent()) {
            fence.inTransaction(pool, leadership.get(), invoices::send);
        }
    }
    // end::latch[]

    static Candidate selector(Baton baton, DataSource pool, Invoices invoices) {
        // tag::selector[]
        SqlFence fence = baton.elector(SqlElector.class).fence();
        Candidate election = baton.stand("invoices")
                .duty(Duty.every("send", PAUSE, leadership -> fence.inTransaction(pool, leadership, invoices::send)))
                .start();
        // end::selector[]
        return election;
    }
}
