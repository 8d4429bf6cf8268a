// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Elector;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Guarantee;
import dev.baton.spi.lease.LeaseElector;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.sql.DataSource;

/** Elections on a SQL database: {@code Baton.node("a").start(SqlElector.on(pool))}. */
public final class SqlElector implements Elector {
    private final LeaseElector leases;
    private final SqlFence fence;

    SqlElector(LeaseElector leases, SqlFence fence) {
        this.leases = leases;
        this.fence = fence;
    }

    /** Creates electors on the application's own pool; each takes one connection from it. */
    public static SqlElectorFactory on(DataSource pool) {
        return on(SqlDatabase.of(pool));
    }

    /**
     * Creates electors that open their own connection with the JDBC driver for this URL.
     *
     * @param password called each time a connection is opened
     */
    public static SqlElectorFactory on(String url, String user, Supplier<String> password) {
        return on(SqlDatabase.at(url, user, password));
    }

    /** Creates electors on this database. */
    public static SqlElectorFactory on(SqlDatabase database) {
        return new SqlElectorFactory(database);
    }

    /** The fence of these elections, for transactions in the same database. */
    public SqlFence fence() {
        return fence;
    }

    @Override
    public Guarantee guarantee() {
        return leases.guarantee();
    }

    @Override
    public Duration certainty() {
        return leases.certainty();
    }

    @Override
    public Contest enter(ElectionEntry entry, Consumer<ElectorEvent> events) {
        return leases.enter(entry, events);
    }

    @Override
    public void close() {
        leases.close();
    }
}
