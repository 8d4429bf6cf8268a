// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.spring.Fenced;
import dev.baton.spring.LeaderOnly;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableScheduling;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

final class ShedLockAfter {
    private ShedLockAfter() {}

    // tag::configuration[]
    @Configuration
    @EnableScheduling
    static class Scheduling {}
    // end::configuration[]

    // tag::job[]
    @Component
    static class Job {
        private final InvoiceBook book;

        Job(InvoiceBook book) {
            this.book = book;
        }

        @Scheduled(cron = "${invoices.cron}")
        @LeaderOnly("invoices") // on one replica
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
        @Fenced // and not committed if that replica was replaced
        public void send() {
            jdbc.update("UPDATE invoices SET sent = sent + 1");
        }
    }
    // end::job[]
}
