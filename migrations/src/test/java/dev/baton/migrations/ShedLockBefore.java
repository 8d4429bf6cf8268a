// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

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
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

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

    // tag::job[]
    @Component
    static class Job {
        private final InvoiceBook book;

        Job(InvoiceBook book) {
            this.book = book;
        }

        @Scheduled(cron = "${invoices.cron}")
        @SchedulerLock(name = "invoices", lockAtMostFor = "10m")
        public void send() {
            book.send();
        }
    }

    @Component
    static class InvoiceBook {
        private final JdbcTemplate jdbc;

        InvoiceBook(JdbcTemplate jdbc) {
            this.jdbc = jdbc;
        }

        @Transactional
        public void send() {
            jdbc.update("UPDATE invoices SET sent = sent + 1");
        }
    }
    // end::job[]
}
