// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;

class PostgresFencedCommitIT extends FencedCommitContract {
    @Override
    TestDatabase database() {
        return Servers.postgres();
    }

    @Override
    String anHourAgo() {
        return "clock_timestamp() - INTERVAL '1 hour'";
    }

    @Override
    String idleLimit() {
        return "SHOW idle_in_transaction_session_timeout";
    }
}
