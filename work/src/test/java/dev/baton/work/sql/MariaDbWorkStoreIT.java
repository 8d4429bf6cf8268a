// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import dev.baton.sql.Servers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Work on a real MariaDb. */
class MariaDbWorkStoreIT {
    @Nested
    class Store extends SqlWorkStoreContract {
        Store() {
            super(Servers.mariaDb());
        }

        @Test
        void theServerEndsATransactionThatStandsStill() throws Exception {
            aProcessThatStandsStillInATransactionHoldsOthersUpForSecondsOnly();
        }
    }

    @Nested
    class Fence extends PartitionFenceContract {
        Fence() {
            super(Servers.mariaDb());
        }
    }
}
