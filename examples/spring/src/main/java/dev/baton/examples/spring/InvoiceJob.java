// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import dev.baton.spring.LeaderOnly;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

// tag::job[]
@Component
class InvoiceJob {
    private final InvoiceBook book;

    InvoiceJob(InvoiceBook book) {
        this.book = book;
    }

    @Scheduled(fixedDelayString = "${invoices.every:1s}")
    @LeaderOnly("invoices") // on the other replicas nothing happens
    void sendNext() {
        book.sendNext();
    }
}
// end::job[]
