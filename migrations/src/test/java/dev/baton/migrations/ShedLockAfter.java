// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Leadership;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlFence;
import dev.baton.sql.SqlSettings;
import java.sql.SQLException;
import java.util.Optional;
import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

final class ShedLockAfter {
    private ShedLockAfter() {}

    // tag::configuration[]
    @Configuration
    @EnableScheduling
    static class Scheduling {
        @Bean // closed before the pool that it was made with
        Baton baton(@Value("${node.id}") String id, DataSource pool) {
            return Baton.node(id).start(SqlElector.on(pool).settings(SqlSettings.DEFAULT.withCreateSchema()));
        }

        @Bean
        SqlFence fence(Baton baton) {
            return baton.elector(SqlElector.class).fence();
        }

        @Bean
        Candidate invoicesElection(Baton baton) {
            return baton.stand("invoices").start();
        }
    }
    // end::configuration[]

    static class Job {
        private final DataSource pool;
        private final Candidate election;
        private final SqlFence fence;
        private final Invoices invoices;

        Job(DataSource pool, Candidate election, SqlFence fence, Invoices invoices) {
            this.pool = pool;
            this.election = election;
            this.fence = fence;
            this.invoices = invoices;
        }

        // tag::job[]
        @Scheduled(cron = "${invoices.cron}")
        public void send() throws SQLException {
            Optional<Leadership> leadership = election.leadership();
            if (leadership.isPresent()) { // on one replica
                fence.inTransaction(pool, leadership.get(), invoices::send); // and not committed if it was replaced
            }
        }
        // end::job[]
    }
}
