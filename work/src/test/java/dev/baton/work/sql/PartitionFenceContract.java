// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Baton;
import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import dev.baton.sql.SqlElector;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.work.Partition;
import dev.baton.work.TaskList;
import dev.baton.work.Work;
import dev.baton.work.Worker;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The fence of a partition, with a real coordinator and worker on a real database. */
abstract class PartitionFenceContract {
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final TestDatabase database;
    private final TableNames tables =
            TableNames.withPrefix("f" + ProcessHandle.current().pid() + "_" + NEXT.incrementAndGet() + "_");
    private final SqlSettings settings = SqlSettings.DEFAULT
            .withTables(tables)
            .withCreateSchema()
            .withUnsafeLostCommits()
            .withLease(Duration.ofSeconds(3));
    private final AtomicReference<Partition> got = new AtomicReference<>();
    private SqlWorkStore store;
    private Baton baton;
    private Work work;

    PartitionFenceContract(TestDatabase database) {
        this.database = database;
    }

    @BeforeEach
    void start() {
        new SqlSchema(database.database(), tables).create();
        database.run("CREATE TABLE " + effects() + " (token BIGINT NOT NULL)");
        store = SqlWorkStore.on(database.database(), settings);
        baton = Baton.node("n1").start(SqlElector.on(database.database()).settings(settings));
        work = Work.on(baton, store);
        work.define(TaskList.of("invoices", 1));
        work.coordinate();
    }

    @AfterEach
    void close() {
        baton.close();
        store.close();
    }

    private String effects() {
        return tables.lease().replace("lease", "effects");
    }

    private Worker worker(String id, CountDownLatch mayRelease) {
        return work.worker(id)
                .onAssigned(got::set)
                .onRevoked((partition, within) -> mayRelease.await())
                .start();
    }

    private Partition assigned(String id, CountDownLatch mayRelease) {
        worker(id, mayRelease);
        eventually("a partition is assigned", SOON, () -> got.get() != null, () -> work.read());
        return got.get();
    }

    private void effect(Partition partition) throws SQLException {
        try (Connection connection = database.database().open(SOON)) {
            store.partitionFence().inTransaction(connection, partition, same -> write(same, partition.token()));
        }
    }

    private void write(Connection connection, long token) throws SQLException {
        try (Statement insert = connection.createStatement()) {
            insert.executeUpdate("INSERT INTO " + effects() + " (token) VALUES (" + token + ")");
        }
    }

    private String count() {
        return database.ask("SELECT COUNT(*) FROM " + effects());
    }

    @Test
    void theOwnerWritesAndWritesAlsoWhileItIsAskedToRelease() throws Exception {
        CountDownLatch mayRelease = new CountDownLatch(1);
        Partition mine = assigned("n1", mayRelease);
        effect(mine);

        work.setDraining(NodeId.of("n1"), true);
        worker("n2", mayRelease);
        eventually("it is asked to release", SOON, () -> !mine.mayAct(), mine::toString);
        effect(mine);
        mayRelease.countDown();

        assertThat(count()).isEqualTo("2");
    }

    @Test
    void aWorkerThatWasReplacedCannotCommit() throws Exception {
        CountDownLatch mayRelease = new CountDownLatch(0);
        Partition mine = assigned("n1", mayRelease);
        worker("n2", mayRelease);
        work.setDraining(NodeId.of("n1"), true);
        eventually("it has another owner", SOON, () -> got.get() != mine, () -> work.read());

        assertThatThrownBy(() -> effect(mine)).isInstanceOf(FencedException.class);
        effect(got.get());

        assertThat(count()).isEqualTo("1");
        assertThat(got.get().token()).isGreaterThan(mine.token());
    }

    @Test
    void aTransactionThatPassedIsOverBeforeTheNextOwnerHasThePartition() throws Exception {
        CountDownLatch mayRelease = new CountDownLatch(0);
        Partition mine = assigned("n1", mayRelease);
        worker("n2", mayRelease);
        CountDownLatch passed = new CountDownLatch(1);
        CountDownLatch mayCommit = new CountDownLatch(1);
        CompletableFuture<Epoch> before = CompletableFuture.supplyAsync(() -> {
            try (Connection connection = database.database().open(SOON)) {
                connection.setAutoCommit(false);
                write(connection, mine.token());
                store.partitionFence().check(connection, mine);
                passed.countDown();
                mayCommit.await();
                connection.commit();
                return Epoch.of(got.get().token());
            } catch (SQLException | InterruptedException broken) {
                throw new AssertionError(broken);
            }
        });
        assertThat(passed.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();

        // The row cannot change while the transaction holds it, whatever the coordinator wants.
        work.setDraining(NodeId.of("n1"), true);
        mayCommit.countDown();

        assertThat(before.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo(Epoch.of(mine.token()));
        eventually("it has another owner", SOON, () -> got.get() != mine, () -> work.read());
    }

    @Test
    void aPartitionOfASessionThatIsOverCannotCommit() throws Exception {
        CountDownLatch mayRelease = new CountDownLatch(0);
        Worker worker = worker("n1", mayRelease);
        eventually("a partition is assigned", SOON, () -> got.get() != null, () -> work.read());
        Partition mine = got.get();

        worker.close();

        assertThat(mine.mayAct()).isFalse();
        assertThatThrownBy(() -> effect(mine)).isInstanceOf(NotLeaderException.class);
        assertThat(count()).isEqualTo("0");
    }
}
