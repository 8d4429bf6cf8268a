// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseReply;
import dev.baton.spi.lease.LeaseReply.Answered;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.testkit.Eventually;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database that says nothing, or a driver that never returns, neither keeps its caller nor the store for ever. */
class HangingDatabaseTest {
    private static final LeaseRequest READ = new LeaseRequest.Read(ElectionName.of("orders"));
    private static final Duration LIMIT = Duration.ofSeconds(60);

    /** All but H2's driver, which has no limit of its own. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "jdbc:postgresql://127.0.0.1:%d/x",
                "jdbc:mysql://127.0.0.1:%d/x",
                "jdbc:mariadb://127.0.0.1:%d/x"
            })
    void aServerThatAcceptsAndSaysNothingIsGivenUpByTheDriver(String url) throws IOException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            SqlSettings settings = SqlSettings.DEFAULT.withLease(Duration.ofSeconds(5));
            JdbcLeaseStore store = new JdbcLeaseStore(
                    SqlDatabase.at(url.formatted(silent.getLocalPort()), "u", () -> "p"),
                    settings,
                    System::nanoTime,
                    new SplittableRandom(1));
            for (int i = 0; i < 2; i++) {
                long start = System.nanoTime();

                LeaseReply reply = store.execute(List.of(READ)).get(0);

                assertThat(reply).isInstanceOf(LeaseReply.Failed.class);
                assertThat(Duration.ofNanos(System.nanoTime() - start))
                        .isLessThan(settings.terms().lease());
            }
            store.close();
        }
    }

    @Test
    void aStatementThatNeverReturnsIsAbandonedWithItsConnectionAndItsThread() throws Exception {
        TestDatabase database = Servers.h2Memory();
        CuttableSource source = new CuttableSource(database);
        SqlSettings settings =
                SqlSettings.DEFAULT.withTables(database.newTables()).withLease(Duration.ofSeconds(2));
        JdbcLeaseStore store =
                new JdbcLeaseStore(SqlDatabase.of(source), settings, System::nanoTime, new SplittableRandom(1));
        CountDownLatch inDriver = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        source.beforeNextRead(() -> {
            inDriver.countDown();
            hang(release);
        });
        try (LeaseLink link = store.link()) {
            link.send(READ, reply -> {});
            inDriver.await();

            eventuallyAnswers(link);

            assertThat(source.connections())
                    .as("the stuck one and its successor")
                    .isEqualTo(2);
            release.countDown();
            Eventually.eventually(
                    "the stuck one is closed", LIMIT, () -> source.connections() == 1, () -> source.connections());
            eventuallyAnswers(link);
        }
        Eventually.eventually("all are closed", LIMIT, () -> source.connections() == 0, () -> source.connections());
    }

    @Test
    void aCallThatIsAbandonedRightAfterItReturnedLeavesNoConnectionBehind() {
        TestDatabase database = Servers.h2Memory();
        CuttableSource source = new CuttableSource(database);
        SqlSettings settings = SqlSettings.DEFAULT.withTables(database.newTables());
        JdbcLeaseStore store =
                new JdbcLeaseStore(SqlDatabase.of(source), settings, System::nanoTime, new SplittableRandom(1));
        assertThat(store.execute(List.of(READ)).get(0)).isInstanceOf(Answered.class);
        assertThat(source.connections()).isOne();

        store.abandon();

        Eventually.eventually("it is closed", LIMIT, () -> source.connections() == 0, () -> source.connections());
        assertThat(store.execute(List.of(READ)).get(0)).isInstanceOf(Answered.class);
        store.close();
        assertThat(source.connections()).isZero();
    }

    @Test
    void aConnectionThatComesTooLateGoesBack() throws Exception {
        TestDatabase database = Servers.h2Memory();
        CuttableSource source = new CuttableSource(database);
        CountDownLatch release = new CountDownLatch(1);
        AtomicInteger opened = new AtomicInteger();
        AtomicReference<Runnable> first = new AtomicReference<>(() -> hang(release));
        SqlDatabase slow = SqlDatabase.of(source.delayedBy(() -> {
            Runnable delay = first.getAndSet(() -> {}); // taken before it is counted: the next caller must not hang
            opened.incrementAndGet();
            delay.run();
        }));
        SqlSettings settings =
                SqlSettings.DEFAULT.withTables(database.newTables()).withLease(Duration.ofSeconds(2));
        JdbcLeaseStore store = new JdbcLeaseStore(slow, settings, System::nanoTime, new SplittableRandom(1));
        Thread starting = new Thread(store::start);
        starting.start();
        Eventually.eventually("it waits for a connection", LIMIT, () -> opened.get() == 1, opened::get);

        store.abandon();
        LeaseReply reply = store.execute(List.of(READ)).get(0);
        release.countDown();
        starting.join();

        assertThat(reply).isInstanceOf(Answered.class);
        Eventually.eventually("one is left", LIMIT, () -> source.connections() == 1, () -> source.connections());
        store.close();
        assertThat(source.connections()).isZero();
    }

    private static void eventuallyAnswers(LeaseLink link) {
        AtomicReference<LeaseReply> last = new AtomicReference<>();
        Eventually.eventually(
                "it answers",
                LIMIT,
                () -> {
                    link.send(READ, last::set);
                    return last.get() instanceof Answered;
                },
                last::get);
    }

    static void hang(CountDownLatch release) {
        try {
            release.await();
        } catch (InterruptedException stopped) {
            throw new AssertionError("a thread in a driver must not be interrupted", stopped);
        }
    }
}
