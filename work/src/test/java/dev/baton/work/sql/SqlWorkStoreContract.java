// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.ConfigurationException;
import dev.baton.Epoch;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TestDatabase;
import dev.baton.sql.dialect.Dialects;
import dev.baton.sql.dialect.TableNames;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkStoreContract;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What the SQL store keeps on every database, beyond the contract of stores. */
abstract class SqlWorkStoreContract extends WorkStoreContract {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final AtomicInteger NEXT = new AtomicInteger();

    final TestDatabase database;
    final TableNames tables;

    SqlWorkStoreContract(TestDatabase database) {
        this.database = database;
        this.tables = TableNames.withPrefix("w" + ProcessHandle.current().pid() + "_" + NEXT.incrementAndGet() + "_");
    }

    private String partitions() {
        return new WorkTables(tables).in("baton_work_partition");
    }

    @Override
    protected WorkStore newStore() {
        new SqlSchema(database.database(), tables).create();
        return open(tables);
    }

    WorkStore open(TableNames names) {
        return SqlWorkStore.on(
                database.database(), SqlSettings.DEFAULT.withTables(names).withCreateSchema());
    }

    @Test
    void tablesThatAreMissingAreNamed() {
        TableNames none = TableNames.withPrefix("none_");

        assertThatThrownBy(() -> SqlWorkStore.on(database.database(), SqlSettings.DEFAULT.withTables(none)))
                .isInstanceOf(ConfigurationException.class)
                .hasMessageContaining("none_work_version is missing");
    }

    @Test
    void clustersThatShareTheTablesDoNotShareWork() {
        store.define(TaskList.of(LIST, 3));
        assign(0, N1, 1);

        try (WorkStore other = open(tables.withCluster("other"))) {
            assertThat(other.definitions().lists()).isEmpty();
            assertThat(other.assignmentsSince(0)).isEmpty();
            other.define(TaskList.of(LIST, 5));
            other.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1));
        }

        assertThat(store.definitions().lists()).containsExactly(TaskList.of(LIST, 3));
        assertThat(store.definitions().workers()).isEmpty();
    }

    /** What cannot be understood must not look like a partition that nobody has. */
    @Test
    void aRowThatCannotBeUnderstoodIsDamagedAndNotFree() {
        assign(0, N1, 4);
        assign(1, N1, 4);
        assign(2, N1, 4);
        assign(3, N1, 4);

        database.run(
                "UPDATE " + partitions() + " SET state = 'assigend' WHERE partition_no = 0",
                "UPDATE " + partitions() + " SET owner_id = '' WHERE partition_no = 1",
                "UPDATE " + partitions() + " SET owner_id = 'No Node!' WHERE partition_no = 2",
                "UPDATE " + partitions() + " SET token = -1 WHERE partition_no = 3");

        assertThat(all())
                .hasSize(4)
                .allMatch(it ->
                        it.state() == AssignmentState.DAMAGED && it.owner().isEmpty());
    }

    @Test
    void aCounterThatWasDeletedGoesOnAboveEverythingThatWasStored() {
        assign(0, N1, 40);
        assign(1, N1, 1);
        String version = new WorkTables(tables).in("baton_work_version");

        database.run("DELETE FROM " + version);
        Assignment next = assign(2, N1, 1);
        assertThat(store.version().assignments()).isGreaterThan(40);
        assertThat(store.assignmentsSince(store.version().assignments() - 1)).containsExactly(next);

        database.run("DELETE FROM " + version);
        store.define(TaskList.of(LIST, 3));
        assertThat(store.version().definitions()).isGreaterThan(40);
    }

    /** A row that was deleted is seen by who reads everything again. */
    @Test
    void aStateThatReadsEverythingAgainFindsRowsThatWereDeleted() {
        WorkState state = new WorkState();
        assign(0, N1, 1);
        assign(1, N1, 1);
        state.refresh(store);

        database.run("DELETE FROM " + partitions() + " WHERE partition_no = 1");

        assertThat(state.refresh(store).any()).isFalse();
        assertThat(state.reread(store)).isEqualTo(new WorkState.Change(false, true));
        assertThat(state.assignments(LIST)).containsOnlyKeys(0);
        assertThat(state.reread(store).any()).isFalse();
    }

    /** A node has one row per partition, in any number of task lists. */
    @Test
    void aWorkerGetsItsPartitionsOfAllTaskLists() {
        TaskListName other = TaskListName.of("mails");
        assign(0, N1, 1);
        store.write(
                first,
                List.of(new AssignmentWrite(
                        Optional.empty(), Assignment.assigned(other.partition(0), N1, 1, Epoch.of(1)))));

        assertThat(store.assignmentsOf(N1.worker(), 0)).hasSize(2);
    }

    /** Whatever the application does in its transaction, other partitions change hands meanwhile. */
    @Test
    void aPartitionThatATransactionHoldsIsLeftAndNotWaitedFor() throws SQLException {
        Assignment held = assign(0, N1, 1);
        Assignment other = assign(1, N1, 1);
        long version = store.version().assignments();
        try (Connection application = hold(0)) {
            Set<PartitionId> left = store.write(first, List.of(releasing(held), releasing(other)));

            assertThat(left).containsExactly(LIST.partition(0));
            assertThat(stored(0)).contains(held);
            assertThat(stored(1).orElseThrow().state()).isEqualTo(AssignmentState.RELEASING);
            List<Release> again =
                    store.release(N1, List.of(new Release(LIST.partition(0), 1), new Release(LIST.partition(1), 1)));
            assertThat(again).containsExactly(new Release(LIST.partition(0), 1));
            assertThat(store.release(Session.of("n2", 1), List.of(new Release(LIST.partition(0), 1))))
                    .as("what it does not own is not held")
                    .isEmpty();
            application.rollback();
        }

        assertThat(store.write(first, List.of(releasing(held)))).isEmpty();
        assertThat(store.release(N1, List.of(new Release(LIST.partition(0), 1))))
                .isEmpty();
        assertThat(all()).allMatch(it -> it.state() == AssignmentState.FREE);
        assertThat(store.assignmentsSince(version)).hasSize(2);
    }

    private static AssignmentWrite releasing(Assignment seen) {
        return new AssignmentWrite(Optional.of(seen), seen.releasing(Optional.empty(), Epoch.of(1)));
    }

    private Connection hold(int number) throws SQLException {
        Connection connection = database.database().open(Duration.ofSeconds(10));
        connection.setAutoCommit(false);
        WorkStatements statements = WorkStatements.of(Dialects.of(connection), new WorkTables(tables));
        try (PreparedStatement query = statements
                .hold()
                .prepare(
                        connection, Map.of("domain", LIST.domain(), "list", LIST.name(), "partition", (long) number))) {
            query.executeQuery().close();
        }
        return connection;
    }

    /** A process that is stopped, or cut off, between two statements; on servers that end its transaction. */
    final void aProcessThatStandsStillInATransactionHoldsOthersUpForSecondsOnly() throws Exception {
        store.define(TaskList.of(LIST, 3));
        CountDownLatch stands = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        SqlSettings settings = SqlSettings.DEFAULT.withTables(tables);
        try (WorkConnections stopped = new WorkConnections(database.database(), settings)) {
            CompletableFuture<Void> transaction = CompletableFuture.runAsync(() -> stopped.transact(session -> {
                try (PreparedStatement raise =
                        session.statements().bumpDefinitions().prepare(session.connection(), Map.of())) {
                    raise.executeUpdate();
                }
                stands.countDown();
                UninterruptibleWait.within(LONG, nanos -> goesOn.await(nanos, TimeUnit.NANOSECONDS));
                return true;
            }));
            assertThat(stands.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();

            eventually("others can store something", LONG, this::canDefine, () -> "");

            goesOn.countDown();
            assertThatThrownBy(transaction::join).hasCauseInstanceOf(BatonException.class);
        }
    }

    private boolean canDefine() {
        try {
            store.define(TaskList.of(LIST, 4));
            return true;
        } catch (BatonException blocked) {
            return false;
        }
    }
}
