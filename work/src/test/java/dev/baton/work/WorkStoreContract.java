// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.FencedException;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.NotLeaderException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** What every work store keeps. */
public abstract class WorkStoreContract extends RetiredRowsContract {
    @Test
    void aNewStoreIsEmpty() {
        assertThat(store.version()).isEqualTo(WorkVersion.NONE);
        assertThat(store.definitions()).isEqualTo(Definitions.NONE);
        assertThat(all()).isEmpty();
    }

    @Test
    void definitionsComeBackAsTheyWereStored() {
        TaskList list = TaskList.of(LIST, 7).withWeight(3);
        WorkerRegistration worker = Leaderships.registration("n1", 4)
                .inZone("east")
                .withWeight(2)
                .taking(Set.of(LIST, TaskListName.of("mails")))
                .withMetadata(Map.of("version", "1.2=3; x", "host", "a b"));

        store.define(list);
        store.register(Leaderships.session("n1", 4), worker);
        store.add(PlacementRule.pin(LIST.partition(3), ONE));
        store.add(PlacementRule.ban(LIST, NodeId.of("n2")));
        store.add(PlacementRule.ban(LIST.partition(0), NodeId.of("n3")));

        Definitions read = store.definitions();
        assertThat(read.lists()).containsExactly(list);
        assertThat(read.workers()).containsExactly(worker);
        assertThat(read.rules())
                .containsExactlyInAnyOrder(
                        PlacementRule.pin(LIST.partition(3), ONE),
                        PlacementRule.ban(LIST, NodeId.of("n2")),
                        PlacementRule.ban(LIST.partition(0), NodeId.of("n3")));
    }

    @Test
    void aTaskListIsChangedInPlace() {
        store.define(TaskList.of(LIST, 7));
        store.define(TaskList.of(LIST, 3).asRetired());

        assertThat(store.definitions().lists()).containsExactly(new TaskList(LIST, 3, 1, true));
    }

    @Test
    void theVersionOfDefinitionsRisesWithEachChangeOfThem() {
        List<Long> versions = new ArrayList<>();
        for (Runnable change : List.<Runnable>of(
                () -> store.define(TaskList.of(LIST, 7)),
                () -> store.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1)),
                () -> store.setDraining(ONE, true),
                () -> store.add(PlacementRule.pin(LIST.partition(3), ONE)),
                () -> store.remove(PlacementRule.pin(LIST.partition(3), ONE)),
                () -> store.forget(N1))) {
            change.run();
            versions.add(store.version().definitions());
        }

        assertThat(versions).isSorted().doesNotHaveDuplicates();
        assertThat(store.version().assignments()).isZero();
    }

    @Test
    void aPinReplacesThePinBefore() {
        store.define(TaskList.of(LIST, 7));
        store.add(PlacementRule.pin(LIST.partition(3), ONE));
        store.add(PlacementRule.pin(LIST.partition(3), NodeId.of("n2")));

        assertThat(store.definitions().rules()).containsExactly(PlacementRule.pin(LIST.partition(3), NodeId.of("n2")));
    }

    @Test
    void aRuleForWhatIsNotThereIsRefused() {
        assertThatThrownBy(() -> store.add(PlacementRule.ban(LIST, ONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("billing/invoices is not known");

        store.define(TaskList.of(LIST, 7));

        assertThatThrownBy(() -> store.add(PlacementRule.pin(LIST.partition(7), ONE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("and no partition 7");
        assertThat(store.definitions().rules()).isEmpty();
    }

    @Test
    void aPinToAWorkerThatIsNotThereIsStored() {
        store.define(TaskList.of(LIST, 7));

        store.add(PlacementRule.pin(LIST.partition(1), NodeId.of("absent")));

        assertThat(store.definitions().rules()).hasSize(1);
    }

    @Test
    void anEarlierSessionDoesNotRegisterOverALaterOne() {
        store.register(Leaderships.session("n1", 5), Leaderships.registration("n1", 5));

        assertThatThrownBy(() -> store.register(Leaderships.session("n1", 4), Leaderships.registration("n1", 4)))
                .isInstanceOf(FencedException.class);
        assertThat(store.definitions().workers()).containsExactly(Leaderships.registration("n1", 5));
    }

    @Test
    void aSessionThatIsOverByItsOwnClockDoesNotRegister() {
        assertThatThrownBy(() ->
                        store.register(Leaderships.over(Session.election(ONE), 4), Leaderships.registration("n1", 4)))
                .isInstanceOf(NotLeaderException.class);
        assertThat(store.definitions().workers()).isEmpty();
    }

    @Test
    void drainingLastsForOneSession() {
        store.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1));
        store.setDraining(ONE, true);
        assertThat(store.definitions().workers().get(0).draining()).isTrue();

        store.register(Leaderships.session("n1", 2), Leaderships.registration("n1", 2));

        assertThat(store.definitions().workers().get(0).draining()).isFalse();
    }

    @Test
    void changesThatRestOnWhatWasThereAreMadeOnlyIfItStillIs() {
        store.define(TaskList.of("billing/invoices", 4));
        WorkVersion seen = store.version();
        store.define(TaskList.of("billing/invoices", 8));

        List<DefinitionChange> smaller = List.of(new DefinitionChange.Define(TaskList.of("billing/invoices", 2)));
        assertThat(store.change(seen, smaller)).isFalse();
        assertThat(store.definitions().lists()).containsExactly(TaskList.of("billing/invoices", 8));

        assertThat(store.change(store.version(), smaller)).isTrue();
        assertThat(store.definitions().lists()).containsExactly(TaskList.of("billing/invoices", 2));
        assertThat(store.change(store.version(), smaller))
                .as("nothing to change")
                .isTrue();
    }

    @Test
    void severalChangesAreMadeTogetherOrNotAtAll() {
        TaskList invoices = TaskList.of("billing/invoices", 4);
        TaskList mails = TaskList.of("billing/mails", 2);
        PlacementRule pin = PlacementRule.pin(invoices.name().partition(0), NodeId.of("a"));
        assertThat(store.change(
                        store.version(),
                        List.of(
                                new DefinitionChange.Define(invoices),
                                new DefinitionChange.Define(mails),
                                new DefinitionChange.AddRule(pin))))
                .isTrue();
        Definitions before = store.definitions();
        assertThat(before.lists()).containsExactlyInAnyOrder(invoices, mails);
        assertThat(before.rules()).containsExactly(pin);

        assertThatThrownBy(() -> store.change(
                        store.version(),
                        List.of(
                                new DefinitionChange.Define(mails.asRetired()),
                                new DefinitionChange.RemoveRule(pin),
                                new DefinitionChange.SetDraining(NodeId.of("absent"), true))))
                .isInstanceOf(IllegalArgumentException.class);

        assertThat(store.definitions().lists()).containsExactlyInAnyOrderElementsOf(before.lists());
        assertThat(store.definitions().rules()).isEqualTo(before.rules());
    }

    @Test
    void anUnknownWorkerCannotBeDrained() {
        assertThatThrownBy(() -> store.setDraining(ONE, true))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("n1 is not registered");
    }

    @Test
    void onlyTheLastSessionOfAWorkerIsForgotten() {
        store.register(Leaderships.session("n1", 2), Leaderships.registration("n1", 2));

        store.forget(N1);
        assertThat(store.definitions().workers()).hasSize(1);

        store.forget(Session.of("n1", 2));
        assertThat(store.definitions().workers()).isEmpty();
    }

    @Test
    void assignmentsComeBackAsTheyWereWritten() {
        Assignment owned = Assignment.assigned(LIST.partition(10), N1, 3, Epoch.of(1))
                .withTarget(Optional.of(NodeId.of("n2")), Epoch.of(1));

        store.write(first, List.of(new AssignmentWrite(Optional.empty(), owned)));

        assertThat(all()).containsExactly(owned);
        Assignment releasing = owned.releasing(Optional.of(NodeId.of("n3")), Epoch.of(1));
        store.write(first, List.of(new AssignmentWrite(Optional.of(owned), releasing)));
        assertThat(all()).containsExactly(releasing);
    }

    @Test
    void onlyWhatChangedSinceAVersionIsRead() {
        assign(0, N1, 1);
        long before = store.version().assignments();
        Assignment later = assign(1, N1, 1);

        assertThat(store.assignmentsSince(before)).containsExactly(later);
        assertThat(store.assignmentsSince(store.version().assignments())).isEmpty();
    }

    @Test
    void aWorkerReadsWhatItOwns() {
        Assignment mine = assign(0, N1, 1);
        assign(1, Session.of("n2", 1), 1);

        assertThat(store.assignmentsOf(ONE, 0)).containsExactly(mine);
        assertThat(store.assignmentsOf(ONE, store.version().assignments())).isEmpty();
    }

    @Test
    void aRowThatIsNotWhatTheWriteWasComputedFromIsLeftAsItIs() {
        Assignment now = assign(0, N1, 5);
        Assignment old = Assignment.assigned(LIST.partition(0), N1, 4, Epoch.of(1));
        Assignment next = Assignment.assigned(LIST.partition(0), Session.of("n2", 1), 6, Epoch.of(1));

        store.write(first, List.of(new AssignmentWrite(Optional.of(old), next)));
        store.write(first, List.of(new AssignmentWrite(Optional.empty(), next)));
        store.write(
                first, List.of(new AssignmentWrite(Optional.of(now.releasing(Optional.empty(), Epoch.of(1))), next)));

        assertThat(all()).containsExactly(now);
    }

    @Test
    void rowsOfOneWriteDoNotDependOnEachOther() {
        Assignment now = assign(0, N1, 5);
        Assignment other = Assignment.assigned(LIST.partition(1), N1, 1, Epoch.of(1));

        store.write(
                first,
                List.of(
                        new AssignmentWrite(
                                Optional.empty(),
                                Assignment.assigned(LIST.partition(0), Session.of("n2", 1), 9, Epoch.of(1))),
                        new AssignmentWrite(Optional.empty(), other)));

        assertThat(all()).containsExactlyInAnyOrder(now, other);
    }

    @Test
    void aDeposedCoordinatorWritesNothing() {
        Assignment now = assign(0, N1, 1);
        store.enter(Leaderships.coordinator(2));

        assertThatThrownBy(() -> assign(1, N1, 1)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.write(
                        first,
                        List.of(new AssignmentWrite(Optional.of(now), now.releasing(Optional.empty(), Epoch.of(1))))))
                .isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.enter(first)).isInstanceOf(FencedException.class);
        assertThat(all()).containsExactly(now);
    }

    @Test
    void aCoordinatorThatIsOverByItsOwnClockWritesNothing() {
        Leadership over = Leaderships.over(Session.COORDINATOR, 1);

        assertThatThrownBy(() -> store.write(
                        over,
                        List.of(new AssignmentWrite(
                                Optional.empty(), Assignment.assigned(LIST.partition(0), N1, 1, Epoch.of(1))))))
                .isInstanceOf(NotLeaderException.class);
        assertThat(all()).isEmpty();
    }

    @Test
    void aReleasedPartitionIsFreeAndKeepsItsTokenAndTarget() {
        Assignment owned = assign(0, N1, 3);
        Assignment releasing = owned.releasing(Optional.of(NodeId.of("n2")), Epoch.of(1));
        store.write(first, List.of(new AssignmentWrite(Optional.of(owned), releasing)));
        long before = store.version().assignments();

        store.release(N1, List.of(new Release(LIST.partition(0), 3)));

        assertThat(store.assignmentsSince(before)).containsExactly(releasing.free(Epoch.of(1)));
        assertThat(store.assignmentsOf(ONE, 0)).isEmpty();
    }

    @Test
    void aWorkerCannotReleaseWhatItDoesNotOwn() {
        Assignment owned = assign(0, Session.of("n1", 2), 3);
        long before = store.version().assignments();

        store.release(Session.of("n1", 1), List.of(new Release(LIST.partition(0), 3)));
        store.release(Session.of("n1", 2), List.of(new Release(LIST.partition(0), 2)));
        store.release(Session.of("n2", 2), List.of(new Release(LIST.partition(0), 3)));
        store.release(Session.of("n1", 2), List.of(new Release(LIST.partition(99), 3)));

        assertThat(all()).containsExactly(owned);
        assertThat(store.assignmentsSince(before)).isEmpty();
    }

    @Test
    void releasingTwiceIsReleasingOnce() {
        assign(0, N1, 3);
        store.release(N1, List.of(new Release(LIST.partition(0), 3)));
        assign(0, Session.of("n2", 1), 4);

        store.release(N1, List.of(new Release(LIST.partition(0), 3)));

        assertThat(stored(0).orElseThrow().owner()).contains(Session.of("n2", 1));
    }

    @Test
    void aRetiredRowRemembersItsToken() {
        assign(0, N1, 3);
        store.release(N1, List.of(new Release(LIST.partition(0), 3)));
        Assignment free = stored(0).orElseThrow();

        store.write(first, List.of(new AssignmentWrite(Optional.of(free), free.retired(Epoch.of(1)))));

        assertThat(stored(0).orElseThrow()).isEqualTo(free.retired(Epoch.of(1)));
        assertThat(stored(0).orElseThrow().token()).isEqualTo(3);
    }

    @Test
    void manyRowsAreWrittenAndReadAtOnce() {
        List<AssignmentWrite> writes = new ArrayList<>();
        for (int number = 0; number < 3_000; number++) {
            writes.add(new AssignmentWrite(
                    Optional.empty(), Assignment.assigned(LIST.partition(number), N1, 1, Epoch.of(1))));
        }

        store.write(first, writes);

        Map<Integer, Assignment> read = new TreeMap<>();
        all().forEach(it -> read.put(it.partition().number(), it));
        assertThat(read.values())
                .containsExactlyElementsOf(
                        writes.stream().map(AssignmentWrite::next).toList());
        assertThat(store.assignmentsOf(ONE, 0)).hasSize(3_000);
    }

    @Test
    void aStateKeepsUpByReadingWhatChanged() {
        WorkState state = new WorkState();
        store.define(TaskList.of(LIST, 2));
        assign(0, N1, 1);
        assertThat(state.refresh(store)).isEqualTo(new WorkState.Change(true, true));
        assertThat(state.refresh(store)).isEqualTo(new WorkState.Change(false, false));

        Assignment next = assign(1, N1, 1);

        assertThat(state.refresh(store)).isEqualTo(new WorkState.Change(false, true));
        assertThat(state.assignment(next.partition())).contains(next);
        assertThat(state.assignments(LIST)).hasSize(2);
    }

    /** A worker says it again from time to time, since its row may be lost. */
    @Test
    void whatASessionHasSaidStaysWhenItSaysItAgain() {
        Leadership session = Leaderships.session("n1", 1);
        store.register(session, Leaderships.registration("n1", 1));
        store.setDraining(N1.worker(), true);
        WorkVersion before = store.version();

        store.register(session, Leaderships.registration("n1", 1));

        assertThat(store.version()).isEqualTo(before);
        assertThat(store.definitions().workers()).allMatch(WorkerRegistration::draining);
        store.register(Leaderships.session("n1", 2), Leaderships.registration("n1", 2));
        assertThat(store.definitions().workers()).noneMatch(WorkerRegistration::draining);
    }
}
