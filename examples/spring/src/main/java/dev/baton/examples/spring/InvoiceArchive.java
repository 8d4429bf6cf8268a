// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import dev.baton.Leadership;
import dev.baton.spring.FencedTransactionTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** A fenced transaction by hand. */
@Component
class InvoiceArchive {
    private final FencedTransactionTemplate transactions;
    private final JdbcClient jdbc;

    InvoiceArchive(FencedTransactionTemplate transactions, JdbcClient jdbc) {
        this.transactions = transactions;
        this.jdbc = jdbc;
    }

    // tag::template[]
    void forgetOld(long before) {
        transactions.executeWithoutResult(
                "invoices",
                status -> jdbc.sql("DELETE FROM invoice WHERE number < ?")
                        .param(before)
                        .update());
    }

    void forgetOld(Leadership leadership, long before) { // in a duty, which is given its leadership
        transactions.executeWithoutResult(
                leadership,
                status -> jdbc.sql("DELETE FROM invoice WHERE number < ?")
                        .param(before)
                        .update());
    }
    // end::template[]
}
