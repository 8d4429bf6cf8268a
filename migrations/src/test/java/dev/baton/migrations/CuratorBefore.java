// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.sql.Connection;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;

/** Compiled, and not run: it takes a ZooKeeper. */
final class CuratorBefore {
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private CuratorBefore() {}

    static LeaderLatch latch(CuratorFramework client, DataSource pool, Invoices invoices) throws Exception {
        // tag::latch[]
        LeaderLatch latch = new LeaderLatch(client, "/leaders/invoices", "replica-1");
        latch.start();
        // later, by a timer
        if (latch.hasLeadership()) {
            try (Connection connection = pool.getConnection()) {
                invoices.send(connection);
            }
        }
        // end::latch[]
        return latch;
    }

    static LeaderSelector selector(CuratorFramework client, DataSource pool, Invoices invoices) {
        // tag::selector[]
        LeaderSelector selector = new LeaderSelector(client, "/leaders/invoices", new LeaderSelectorListenerAdapter() {
            @Override
            public void takeLeadership(CuratorFramework framework) throws Exception {
                while (true) { // leads until this returns, or is interrupted
                    try (Connection connection = pool.getConnection()) {
                        invoices.send(connection);
                    }
                    Thread.sleep(PAUSE.toMillis());
                }
            }
        });
        selector.autoRequeue();
        selector.start();
        // end::selector[]
        return selector;
    }
}
