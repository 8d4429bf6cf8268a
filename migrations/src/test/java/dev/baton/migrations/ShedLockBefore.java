// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.provider.jdbctemplate.JdbcTemplateLockProvider;
import net.javacrumbs.shedlock.spring.annotation.EnableSchedulerLock;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;

final class ShedLockBefore {
    private ShedLockBefore() {}

    // tag::configuration[]
    @Configuration
    @EnableScheduling
    @EnableSchedulerLock(defaultLockAtMostFor = "10m")
    static class Scheduling {
        @Bean
        LockProvider lockProvider(DataSource pool) {
            return new JdbcTemplateLockProvider(JdbcTemplateLockProvider.Configuration.builder()
                    .withJdbcTemplate(new JdbcTemplate(pool))
                    .usingDbTime()
                    .build());
        }
    }
    // end::configuration[]

    static class Job {
        private final DataSource pool;
        private final Invoices invoices;

        Job(DataSource pool, Invoices invoices) {
            this.pool = pool;
            this.invoices = invoices;
        }

        // tag::job[]
        @Scheduled(cron = "${invoices.cron}")
        @SchedulerLock(name = "invoices", lockAtMostFor = "10m")
        public void send() throws SQLException {
            try (Connection connection = pool.getConnection()) {
                invoices.send(connection);
            }
        }
        // end::job[]
    }
}
