// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.work.memory.InMemoryWorkStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rows of definitions that were edited or deleted by hand. */
class DamagedDefinitionsTest extends AllocatorFixture {
    private static final Definitions.Damaged ROW =
            new Definitions.Damaged(Definitions.Kind.TASK_LIST, LIST.toString(), "it has partitions -4");

    @Test
    void theWorkOfATaskListWhoseDefinitionIsGoneGoesOnAndIsToldOf() {
        list(4);
        live("a", 1);
        live("b", 1);
        played();
        lists.clear();

        AllocatorRound quiet = played();

        assertThat(quiet.writes()).isEmpty();
        assertThat(quiet.report().assigned()).isEqualTo(4);
        assertThat(quiet.report().undefined()).containsExactly(LIST);
        assertThat(quiet.report().problems()).singleElement().satisfies(it -> {
            assertThat(it.damage()).isTrue();
            assertThat(it.toString())
                    .contains("task list default/invoices: its definition is gone")
                    .contains("baton work lists create default/invoices 4");
        });

        ended("a", 1);
        workers.removeIf(it -> it.worker().equals(NodeId.of("a")));
        assertThat(played().report().assigned()).isEqualTo(4);
        assertThat(state.assignments(LIST).values())
                .allMatch(it -> it.isOwnedBy(Session.of("b", 1)))
                .extracting(Assignment::token)
                .containsExactlyInAnyOrder(1L, 1L, 2L, 2L);
    }

    @Test
    void theReasonIsToldOfARowThatCannotBeUnderstood() {
        list(2);
        live("a", 1);
        played();
        lists.clear();
        damaged.add(ROW);

        WorkReport report = played().report();

        assertThat(report.assigned()).isEqualTo(2);
        assertThat(report.problems())
                .singleElement()
                .satisfies(it -> assertThat(it.what()).contains("it has partitions -4"));
    }

    @Test
    void aDamagedRowOfATaskListThatNobodyHasIsToldOfToo() {
        damaged.add(ROW);
        live("a", 1);

        WorkReport report = played().report();

        assertThat(report.lists()).isEmpty();
        assertThat(report.problems()).singleElement().returns(true, WorkProblem::damage);
    }

    @Test
    void whatIsDefinedAgainIsNoProblemAnyMore() {
        list(4);
        live("a", 1);
        played();
        lists.clear();
        played();

        list(6);

        WorkReport report = played().report();
        assertThat(report.assigned()).isEqualTo(6);
        assertThat(report.problems()).isEmpty();
        assertThat(report.undefined()).isEmpty();
    }

    @Test
    void whatWasRetiredDoesNotComeBackWithoutItsDefinition() {
        list(2);
        live("a", 1);
        played();
        lists.set(0, lists.get(0).asRetired());
        played();
        released(0);
        released(1);
        played();
        assertThat(states()).containsOnly(AssignmentState.RETIRED);

        lists.clear();

        WorkReport report = played().report();
        assertThat(report.lists()).isEmpty();
        assertThat(report.problems()).isEmpty();
    }

    @Test
    void aRowThatWasWrittenByHandDoesNotMakeATaskListOfAMillionPartitions() {
        live("a", 1);
        state.put(Assignment.assigned(LIST.partition(0), Session.of("a", 1), 1, COORDINATOR));
        state.put(Assignment.assigned(LIST.partition(999_999), Session.of("a", 1), 1, COORDINATOR));

        assertThat(played().report().partitions()).isEqualTo(1);
        assertThat(row(999_999).state()).isEqualTo(AssignmentState.RELEASING);
    }

    @Test
    void aTaskListThatComesWhileTheStoreIsReadIsNotTakenForOneWithoutADefinition() {
        InMemoryWorkStore store = new InMemoryWorkStore();
        store.define(TaskList.of(LIST, 1));
        give(store, LIST.partition(0));
        TaskListName later = TaskListName.of("later");
        WorkState reader = new WorkState();
        reader.refresh(store);
        give(store, LIST.partition(1));

        reader.refresh(afterItsVersion(store, () -> {
            store.define(TaskList.of(later, 1));
            give(store, later.partition(0));
        }));

        assertThat(reader.assignment(later.partition(0))).isPresent();
        assertThat(reader.undefined()).isEmpty();
    }

    private static void give(WorkStore store, PartitionId partition) {
        store.write(
                Leaderships.coordinator(1),
                List.of(new AssignmentWrite(
                        Optional.empty(), Assignment.assigned(partition, Session.of("a", 1), 1, COORDINATOR))));
    }

    /** The same store, in which something happens right after its version was read. */
    private static WorkStore afterItsVersion(WorkStore store, Runnable happens) {
        return (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(), new Class<?>[] {WorkStore.class}, (self, method, arguments) -> {
                    try {
                        Object answer = method.invoke(store, arguments);
                        if (method.getName().equals("version")) {
                            happens.run();
                        }
                        return answer;
                    } catch (InvocationTargetException failed) {
                        throw failed.getCause();
                    }
                });
    }

    // ---- workers

    @Test
    void aWorkerOfATaskListThatIsNotThereTakesItOnceItIs() {
        list(1);
        live("a", 1);
        workers.set(0, workers.get(0).taking(Set.of(TaskListName.of("later"))));

        WorkReport before = played().report();
        assertThat(before.problems()).singleElement().satisfies(it -> {
            assertThat(it.damage()).isFalse();
            assertThat(it.toString()).contains("worker a").contains("default/later");
        });

        lists.add(TaskList.of("later", 2));
        WorkReport after = played().report();
        assertThat(after.problems()).isEmpty();
        assertThat(after.assigned()).isEqualTo(2);
    }
}
