// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.Baton;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSettings;
import dev.baton.work.PartitionId;
import dev.baton.work.PollSettings;
import dev.baton.work.TaskList;
import dev.baton.work.Work;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;

/** What a worker hears of changes on a database that tells nothing by itself, without the peer channel. */
class ChangeSignalTest {
    private static final Duration SOON = Duration.ofSeconds(6);
    /** A worker that hears nothing asks too late. */
    private static final PollSettings SELDOM =
            new PollSettings(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(1), Duration.ofMinutes(5));

    private final SqlSettings settings = SqlSettings.DEFAULT.withCreateSchema();
    private final Set<PartitionId> owned = ConcurrentHashMap.newKeySet();

    @Test
    void aWorkerHearsOfEachChangeSoon() {
        DataSource source = source();
        try (Baton coordinating = Baton.node("a").start(SqlElector.on(source).settings(settings));
                Baton working = Baton.node("b").start(SqlElector.on(source).settings(settings));
                SqlWorkStore store = SqlWorkStore.on(source, settings);
                SqlWorkStore other = SqlWorkStore.on(source, settings)) {
            Work work = Work.on(coordinating, store);
            work.coordinate();
            Work.on(working, other)
                    .worker()
                    .polls(SELDOM)
                    .onAssigned(partition -> owned.add(partition.id()))
                    .onRevoked((partition, within) -> owned.remove(partition.id()))
                    .start();
            for (int list = 1; list <= 2; list++) {
                int partitions = 4 * list;
                work.define(TaskList.of("billing/list-" + list, 4));

                eventually("the worker has " + partitions, SOON, () -> owned.size() == partitions, () -> owned);
            }
        }
    }

    private static DataSource source() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:changes;DB_CLOSE_DELAY=-1");
        source.setUser("sa");
        return source;
    }
}
