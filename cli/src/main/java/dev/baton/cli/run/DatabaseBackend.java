// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.server.elector.SqlBackend;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.sql.SqlElector;
import java.util.Optional;

/** This process stands itself, by a lease in a database. */
record DatabaseBackend(SqlBackend sql, Optional<String> nodeId) implements RunBackend {
    @Override
    public LeaseTerms terms() {
        return sql.settings().terms();
    }

    @Override
    public ElectorFactory<?> elector(Observer told) {
        // Without the peer channel: that this process is gone would not prove that its command is.
        return SqlElector.on(sql.database()).settings(sql.settings());
    }
}
