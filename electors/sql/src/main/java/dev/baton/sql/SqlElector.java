// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.core.ConfigurationException;
import dev.baton.elector.Elector;
import dev.baton.elector.Promise;
import dev.baton.lease.HolderWatch;
import dev.baton.lease.LeaseElector;
import dev.baton.lease.LeaseLink;
import dev.baton.runtime.Lanes;
import dev.baton.sql.dialect.Durability;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/**
 * Elections on a SQL database, ready for {@code Baton.node("a").start(SqlElector.on(database))}. One connection serves
 * all elections of the node.
 */
public final class SqlElector implements Function<Lanes, Elector> {
    private static final String NEVER_TWO =
            "sql: never two acting leaders; the holder stops by its own clock before the lease can pass on";

    private final SqlDatabase database;
    private final SqlSettings settings;
    private final Function<Lanes, HolderWatch> watch;
    private final Consumer<Duration> renewals;

    private SqlElector(
            SqlDatabase database,
            SqlSettings settings,
            Function<Lanes, HolderWatch> watch,
            Consumer<Duration> renewals) {
        this.database = database;
        this.settings = settings;
        this.watch = watch;
        this.renewals = renewals;
    }

    public static SqlElector on(SqlDatabase database) {
        return on(database, SqlSettings.DEFAULT);
    }

    /** On the application's own pool, of which it keeps one connection. */
    public static SqlElector on(DataSource pool) {
        return on(SqlDatabase.of(pool));
    }

    /** On the application's own pool, of which it keeps one connection. */
    public static SqlElector on(DataSource pool, SqlSettings settings) {
        return on(SqlDatabase.of(pool), settings);
    }

    public static SqlElector on(SqlDatabase database, SqlSettings settings) {
        return new SqlElector(database, settings, lanes -> HolderWatch.NONE, took -> {});
    }

    /** The fence of these elections, for transactions in the same database. */
    public SqlFence fence() {
        return new SqlFence(settings.tables());
    }

    /** The same, with a watch that lets the lease of a process that is gone be taken before it expires. */
    public SqlElector watching(Function<Lanes, HolderWatch> holders) {
        return new SqlElector(database, settings, holders, renewals);
    }

    /** The same, telling how long each renewal took, from its sending to its answer; called on the store's thread. */
    public SqlElector timing(Consumer<Duration> renewed) {
        return new SqlElector(database, settings, watch, renewed);
    }

    /**
     * Connects, checks the tables, and starts. A database that cannot be reached yet is tried again later.
     *
     * @throws ConfigurationException if the database or its tables cannot be used as they are
     */
    @Override
    public Elector apply(Lanes lanes) {
        RandomGenerator chance = new SplittableRandom(new SecureRandom().nextLong());
        JdbcLeaseStore store =
                new JdbcLeaseStore(database, settings, lanes.ticker(), new SplittableRandom(chance.nextLong()));
        try {
            Promise promise = promise(store.start());
            HolderWatch holders = watch.apply(lanes);
            // A leader with the peer channel tells itself when it gives a lease back, so that is worth no statement.
            LeaseLink bare = store.link(holders == HolderWatch.NONE);
            LeaseLink link = new TimedLink(bare, lanes.ticker(), renewals);
            return new LeaseElector(link, settings.terms(), promise, lanes, chance, holders);
        } catch (RuntimeException refused) {
            store.close();
            throw refused;
        }
    }

    private static Promise promise(Durability found) {
        if (found.isDurable()) {
            return new Promise(Promise.Exclusivity.EXCLUSIVE, Promise.EpochMemory.DURABLE, NEVER_TWO);
        }
        return found.inMemory()
                ? new Promise(
                        Promise.Exclusivity.EXCLUSIVE,
                        Promise.EpochMemory.PROCESS,
                        NEVER_TWO + "; in memory, so epochs start again with the database")
                : new Promise(
                        Promise.Exclusivity.PER_PARTITION,
                        Promise.EpochMemory.PROCESS,
                        "sql: after a crash of the database two may lead at once, and an epoch come back: "
                                + String.join("; ", found.problems()));
    }

    @Override
    public String toString() {
        return "SQL elector on " + database;
    }
}
