// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;

class MariaDbFencedCommitIT extends FencedCommitContract {
    @Override
    TestDatabase database() {
        return Servers.mariaDb();
    }

    @Override
    String anHourAgo() {
        return "UTC_TIMESTAMP(6) - INTERVAL 1 HOUR";
    }

    @Override
    String idleLimit() {
        return "SELECT @@idle_transaction_timeout";
    }
}
