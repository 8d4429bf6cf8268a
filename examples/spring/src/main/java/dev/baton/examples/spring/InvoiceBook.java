// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import dev.baton.Leadership;
import dev.baton.spring.Elections;
import dev.baton.spring.Fenced;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

// tag::fenced[]
@Component
class InvoiceBook {
    private final JdbcClient jdbc;
    private final Elections elections;

    InvoiceBook(JdbcClient jdbc, Elections elections) {
        this.jdbc = jdbc;
        this.elections = elections;
    }

    @Transactional
    @Fenced // committed only if no other replica was elected since
    public void sendNext() {
        Leadership leadership = elections.require("invoices");
        jdbc.sql("INSERT INTO invoice SELECT COALESCE(MAX(number), 0) + 1, ?, ? FROM invoice")
                .param(leadership.node().id().value())
                .param(leadership.epoch().value())
                .update();
    }
}
// end::fenced[]
