// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ConfigurationException;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.ElectorFactory;
import dev.baton.spi.Guarantee;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.HolderWatch;
import dev.baton.spi.lease.LeaseElector;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.sql.dialect.Durability;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/** Starts electors on a SQL database; see {@link SqlElector#on}. Immutable: each method returns a new one. */
public final class SqlElectorFactory implements ElectorFactory<SqlElector> {
    private static final String NEVER_TWO =
            "sql: never two acting leaders; the holder stops by its own clock before the lease can pass on";

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final HolderWatch.Factory watch;
    private final Consumer<Duration> renewals;

    SqlElectorFactory(SqlDatabase database) {
        this(database, SqlSettings.DEFAULT, context -> HolderWatch.NONE, took -> {});
    }

    private SqlElectorFactory(
            SqlDatabase database, SqlSettings settings, HolderWatch.Factory watch, Consumer<Duration> renewals) {
        this.database = database;
        this.settings = settings;
        this.watch = watch;
        this.renewals = renewals;
    }

    /** With these timings and tables, instead of {@link SqlSettings#DEFAULT}. */
    public SqlElectorFactory settings(SqlSettings chosen) {
        return new SqlElectorFactory(database, chosen, watch, renewals);
    }

    /**
     * With a watch for ended processes, such as {@code PeerChannel.on(settings)}: their leases are taken before they
     * expire.
     */
    public SqlElectorFactory watching(HolderWatch.Factory holders) {
        return new SqlElectorFactory(database, settings, holders, renewals);
    }

    /** Reports how long each renewal took, from request to answer; called on the store's thread. */
    public SqlElectorFactory timing(Consumer<Duration> renewed) {
        return new SqlElectorFactory(database, settings, watch, renewed);
    }

    /**
     * Connects, checks the tables, and starts. A database that cannot be reached yet is tried again later.
     *
     * @throws ConfigurationException if the database or its tables are not usable
     */
    @Override
    public SqlElector start(ElectorContext context) {
        Lanes lanes = context.lanes();
        RandomGenerator chance = new SplittableRandom(new SecureRandom().nextLong());
        JdbcLeaseStore store =
                new JdbcLeaseStore(database, settings, lanes.ticker(), new SplittableRandom(chance.nextLong()));
        HolderWatch holders = HolderWatch.NONE;
        try {
            Guarantee guarantee = guarantee(store.start());
            holders = watch.open(context);
            // A leader with the peer channel tells itself when it gives a lease back, so that is worth no statement.
            LeaseLink link = store.link(holders == HolderWatch.NONE).timed(lanes.ticker(), renewals);
            LeaseElector leases = new LeaseElector(link, settings.terms(), guarantee, lanes, chance, holders);
            return new SqlElector(leases, new SqlFence(settings.tables()));
        } catch (RuntimeException refused) {
            holders.close();
            store.close();
            throw refused;
        }
    }

    private static Guarantee guarantee(Durability found) {
        if (found.isDurable()) {
            return new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.DURABLE, NEVER_TWO);
        }
        return found.inMemory()
                ? new Guarantee(
                        Guarantee.Exclusivity.EXCLUSIVE,
                        Guarantee.EpochMemory.PROCESS,
                        NEVER_TWO + "; in memory, so epochs start again with the database")
                : new Guarantee(
                        Guarantee.Exclusivity.PER_PARTITION,
                        Guarantee.EpochMemory.PROCESS,
                        "sql: after a crash of the database two may lead at once, and an epoch come back: "
                                + String.join("; ", found.problems()));
    }

    @Override
    public String toString() {
        return "SQL elector on " + database;
    }
}
