// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import dev.baton.spring.LeaderOnly;
import net.javacrumbs.shedlock.core.LockAssert;
import net.javacrumbs.shedlock.spring.annotation.SchedulerLock;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** While replicas of the old version run beside those of the new one. */
final class ShedLockMeanwhile {
    private ShedLockMeanwhile() {}

    @Component
    static class Job {
        private final ShedLockAfter.InvoiceBook book;

        Job(ShedLockAfter.InvoiceBook book) {
            this.book = book;
        }

        // tag::job[]
        @Scheduled(cron = "${invoices.cron}")
        @LeaderOnly("invoices")
        @SchedulerLock(name = "invoices", lockAtMostFor = "10m") // until the last old replica is gone
        public void send() {
            LockAssert.assertLocked();
            book.send();
        }
        // end::job[]
    }
}
