// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.baton.Baton;
import dev.baton.internal.runtime.AsyncLog;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

/** What a worker hears of changes on a database that tells nothing by itself, without the peer channel. */
class ChangeSignalTest {
    private static final Duration SOON = Duration.ofSeconds(6);
    /** A worker that hears nothing asks too late. */
    private static final PollSettings SELDOM =
            new PollSettings(Duration.ofMinutes(5), Duration.ofMinutes(5), Duration.ofMillis(1), Duration.ofMinutes(5));

    private final SqlSettings settings = SqlSettings.DEFAULT.withCreateSchema();
    private final Set<PartitionId> owned = ConcurrentHashMap.newKeySet();

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("dev.baton");

    @BeforeEach
    void listen() {
        logger.setLevel(Level.INFO);
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stopListening() {
        logger.detachAppender(log);
        logger.setLevel(null);
    }

    @Test
    void aWorkerHearsOfEachChangeSoonAndTheLogIsNotFullOfIt() {
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
        AsyncLog.flush(Duration.ofSeconds(30));
        assertThat(log.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .anyMatch(line -> line.startsWith("a leads work under epoch"))
                .anyMatch(line -> line.startsWith("b leads work.b under epoch"))
                .noneMatch(line -> line.contains("work-changes"))
                .noneMatch(line -> line.startsWith("a follows in work.b"));
    }

    private static DataSource source() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:changes;DB_CLOSE_DELAY=-1");
        source.setUser("sa");
        return source;
    }
}
