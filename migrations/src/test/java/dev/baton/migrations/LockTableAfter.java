// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.Baton;
import dev.baton.Duty;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import java.time.Duration;
import javax.sql.DataSource;

final class LockTableAfter {
    private LockTableAfter() {}

    static Baton start(DataSource pool, Invoices invoices, String replica) {
        // tag::job[]
        Baton baton = Baton.node(replica)
                .closeOnShutdown() // hands over when the process is told to end
                .start(SqlElector.on(pool).settings(SqlSettings.DEFAULT.withCreateSchema()));
        SqlFence fence = baton.elector(SqlElector.class).fence();
        baton.stand("invoices")
                .duty(Duty.every(
                        "send",
                        Duration.ofMinutes(1),
                        leadership -> fence.inTransaction(pool, leadership, invoices::send)))
                .start();
        // end::job[]
        return baton;
    }
}
