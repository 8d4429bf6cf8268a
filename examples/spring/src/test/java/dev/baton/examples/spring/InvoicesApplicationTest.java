// SPDX-License-Identifier: Apache-2.0
package dev.baton.examples.spring;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.spring.test.StandaloneBaton;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.jdbc.core.simple.JdbcClient;

/** How an application is tested without a cluster. */
// tag::test[]
@SpringBootTest(properties = "invoices.every=10ms")
@StandaloneBaton // this node is the whole cluster, in memory
class InvoicesApplicationTest {
    @Autowired
    private JdbcClient jdbc;

    @Test
    void invoicesAreSent() {
        eventually("an invoice is sent", Duration.ofSeconds(60), () -> sent() > 0, this::sent);
    }
    // end::test[]

    private long sent() {
        return jdbc.sql("SELECT COUNT(*) FROM invoice").query(Long.class).single();
    }
}
