// SPDX-License-Identifier: Apache-2.0
package dev.baton.work.sql;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.BatonException;
import dev.baton.ConfigurationException;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.internal.runtime.UninterruptibleWait;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.SqlSettings;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.sql.dialect.Dialects;
import dev.baton.work.Assignment;
import dev.baton.work.AssignmentState;
import dev.baton.work.AssignmentWrite;
import dev.baton.work.Definitions;
import dev.baton.work.Leaderships;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import dev.baton.work.Release;
import dev.baton.work.Session;
import dev.baton.work.TaskList;
import dev.baton.work.TaskListName;
import dev.baton.work.WorkState;
import dev.baton.work.WorkStore;
import dev.baton.work.WorkStoreContract;
import dev.baton.work.WorkVersion;
import dev.baton.work.WorkerRegistration;
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
        assign(4, N1, 4);
        assign(5, N1, 4);
        assign(6, N1, 4);
        assign(7, N1, 4);

        database.run(
                "UPDATE " + partitions() + " SET state = 'assigend' WHERE partition_no = 0",
                "UPDATE " + partitions() + " SET owner_id = '' WHERE partition_no = 1",
                "UPDATE " + partitions() + " SET owner_id = 'No Node!' WHERE partition_no = 2",
                "UPDATE " + partitions() + " SET token = -1 WHERE partition_no = 3",
                "UPDATE " + partitions() + " SET token = " + Long.MAX_VALUE + " WHERE partition_no = 4",
                "UPDATE " + partitions() + " SET token = " + (1L << 53) + " WHERE partition_no = 5",
                // An id for which there is no election: names have 128 characters at most.
                "UPDATE " + partitions() + " SET owner_id = '" + "a".repeat(124) + "' WHERE partition_no = 6",
                "UPDATE " + partitions() + " SET session_epoch = -7 WHERE partition_no = 7");

        assertThat(all())
                .hasSize(8)
                .allMatch(it ->
                        it.state() == AssignmentState.DAMAGED && it.owner().isEmpty());
    }

    /** The partitions of a task list whose row was edited or deleted must not be forgotten with it. */
    @Test
    void aTaskListWhoseRowWasDamagedIsKeptAndMendedByStoringItAgain() {
        String lists = new WorkTables(tables).in("baton_work_list");
        store.define(TaskList.of(LIST, 3));
        assign(0, N1, 1);
        assign(1, N1, 1);
        for (String damage : List.of(
                "UPDATE " + lists + " SET partitions = -3",
                "UPDATE " + lists + " SET weight = 0",
                "DELETE FROM " + lists)) {
            database.run(damage);

            WorkState state = new WorkState();
            state.reread(store);
            assertThat(state.undefined()).as(damage).containsOnlyKeys(LIST);
            assertThat(state.lists()).containsExactly(TaskList.of(LIST, 2));

            store.define(TaskList.of(LIST, 3));
            assertThat(state.refresh(store).definitions()).isTrue();
            assertThat(state.undefined()).isEmpty();
            assertThat(state.lists()).containsExactly(TaskList.of(LIST, 3));
            assertThat(state.damaged()).isEmpty();
        }
    }

    @Test
    void aWorkerThatLivesWritesItsRowAgainIfThatWasEdited() {
        String workers = new WorkTables(tables).in("baton_work_worker");
        Leadership session = Leaderships.session("n1", 4);
        WorkerRegistration said = Leaderships.registration("n1", 4)
                .inZone("east")
                .taking(Set.of(LIST))
                .withMetadata(Map.of("version", "1.4", "build", ""));
        store.register(session, said);
        store.setDraining(N1.worker(), true);
        WorkVersion before = store.version();
        store.register(session, said);
        assertThat(store.version()).as("what is as it was said is left alone").isEqualTo(before);
        for (String damage : List.of(
                "weight = 0",
                "zone_name = 'a" + (char) 7 + "b'",
                "task_lists = 'No List!'",
                "incarnation = 'x'",
                "weight = 7")) {
            database.run("UPDATE " + workers + " SET " + damage);

            store.register(session, said);

            assertThat(store.definitions().damaged()).as(damage).isEmpty();
            assertThat(store.definitions().workers()).containsExactly(said.withDraining(true));
        }
    }

    @Test
    void rowsOfDefinitionsThatCannotBeUnderstoodAreToldOf() {
        store.define(TaskList.of(LIST, 3));
        store.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1));
        store.add(PlacementRule.pin(LIST.partition(0), N1.worker()));
        WorkTables names = new WorkTables(tables);

        database.run(
                "UPDATE " + names.in("baton_work_list") + " SET partitions = -1",
                "UPDATE " + names.in("baton_work_worker") + " SET weight = 0",
                "UPDATE " + names.in("baton_work_rule") + " SET kind = 'PAN'");

        Definitions read = store.definitions();
        assertThat(read.lists()).isEmpty();
        assertThat(read.workers()).isEmpty();
        assertThat(read.rules()).isEmpty();
        assertThat(read.damaged())
                .extracting(Definitions.Damaged::kind)
                .containsExactly(Definitions.Kind.TASK_LIST, Definitions.Kind.WORKER, Definitions.Kind.PLACEMENT);
        assertThat(read.damaged()).extracting(Definitions.Damaged::name).contains(LIST.toString(), "n1");
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

    @Test
    void aCounterThatWasEditedIsSetAboveEverythingThatWasStored() {
        assign(0, N1, 40);
        assign(1, N1, 1);
        String version = new WorkTables(tables).in("baton_work_version");
        database.run(
                "UPDATE " + partitions() + " SET token = " + Long.MAX_VALUE + " WHERE partition_no = 1",
                "UPDATE " + partitions() + " SET version = " + Long.MAX_VALUE + " WHERE partition_no = 1");
        for (String damage : List.of(
                "assignments = " + Long.MAX_VALUE,
                "assignments = -3",
                "definitions = " + Long.MAX_VALUE,
                "definitions = -3",
                "definitions = " + (1L << 53))) {
            database.run("UPDATE " + version + " SET " + damage);

            store.define(TaskList.of(LIST, 3).withWeight(damage.length()));

            assertThat(store.version().definitions()).as(damage).isBetween(41L, 100L);
            assertThat(store.version().assignments()).as(damage).isBetween(40L, 100L);
        }
        assertThat(assign(2, N1, 1)).isIn(store.assignmentsSince(store.version().assignments() - 1));
    }

    /** Rows remember which tokens were given, so the newest of all stays, or a lost counter would give them again. */
    @Test
    void tokensOfDeletedRowsAreNotForgottenWithTheCounter() {
        String version = new WorkTables(tables).in("baton_work_version");
        assign(0, N1, 1);
        assign(1, N1, 2);
        for (int change = 0; change < 40; change++) {
            store.write(first, List.of(releasing(stored(1).orElseThrow())));
        }
        assign(2, N1, 40);
        List<Assignment> retired = retire(1, 0, 2);

        assertThat(store.purge(first, retired)).containsExactlyInAnyOrder(LIST.partition(0), LIST.partition(1));
        assertThat(store.purge(first, List.of(retired.get(2)))).isEmpty();
        database.run("DELETE FROM " + version);
        assign(0, N1, 60);
        assertThat(store.version().assignments()).isGreaterThan(40);

        database.run("UPDATE " + version + " SET assignments = 3");
        store.enter(first);
        assertThat(store.version().assignments()).as("set back").isGreaterThan(40);
        WorkVersion before = store.version();
        store.enter(first);
        assertThat(store.version()).isEqualTo(before);
        assertThat(store.purge(first, retired.subList(2, 3))).containsExactly(LIST.partition(2));
    }

    @Test
    void aRetiredRowThatATransactionHoldsIsLeft() throws SQLException {
        assign(0, N1, 1);
        assign(1, N1, 1);
        List<Assignment> retired = retire(0, 1);
        assign(2, N1, 1);
        try (Connection application = hold(0)) {
            assertThat(store.purge(first, retired)).containsExactly(LIST.partition(1));
            application.rollback();
        }
        assertThat(store.purge(first, retired)).containsExactlyInAnyOrder(LIST.partition(0), LIST.partition(1));
        assertThat(all()).hasSize(1);
    }

    /** A row that was deleted is seen by who reads everything again. */
    @Test
    void aStateThatReadsEverythingAgainFindsRowsThatWereDeleted() {
        WorkState state = new WorkState();
        store.define(TaskList.of(LIST, 2));
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
