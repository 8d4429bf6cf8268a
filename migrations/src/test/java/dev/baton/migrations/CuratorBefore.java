// SPDX-License-Identifier: Apache-2.0
package dev.baton.migrations;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.recipes.leader.LeaderLatch;
import org.apache.curator.framework.recipes.leader.LeaderSelector;
import org.apache.curator.framework.recipes.leader.LeaderSelectorListenerAdapter;

final class CuratorBefore {
    private static final Duration PAUSE = Duration.ofMinutes(5);

    private CuratorBefore() {}

    // tag::latch[]
    static LeaderLatch stand(CuratorFramework client, String replica) throws Exception {
        LeaderLatch latch = new LeaderLatch(client, "/leaders/invoices", replica);
        latch.start();
        return latch;
    }

    static void onTimer(LeaderLatch latch, DataSource pool, Invoices invoices) throws SQLException {
        if (latch.hasLeadership()) { // as last heard
            try (Connection connection = pool.getConnection()) {
                invoices.send(connection);
            }
        }
    }
    // end::latch[]

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
