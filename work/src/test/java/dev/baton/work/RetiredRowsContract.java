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
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every work store keeps when rows of retired partitions are deleted. */
public abstract class RetiredRowsContract extends WorkStoreFixture {
    /** Everything was released, and is retired. */
    protected List<Assignment> retire(int... numbers) {
        List<Assignment> retired = new ArrayList<>();
        for (int number : numbers) {
            Assignment owned = stored(number).orElseThrow();
            store.release(owned.owner().orElseThrow(), List.of(new Release(owned.partition(), owned.token())));
            Assignment free = stored(number).orElseThrow();
            Assignment next = free.retired(Epoch.of(1));
            store.write(first, List.of(new AssignmentWrite(Optional.of(free), next)));
            retired.add(next);
        }
        return retired;
    }

    @Test
    void retiredRowsAreDeletedAndTheVersionSaysSo() {
        Assignment other = assign(0, N1, 1);
        assign(1, N1, 2);
        assign(2, N1, 3);
        List<Assignment> retired = retire(1, 2);
        assertThat(store.retired()).isEqualTo(2);
        Assignment last = assign(3, N1, 1);
        long before = store.version().assignments();

        assertThat(store.purge(first, retired)).containsExactlyInAnyOrder(LIST.partition(1), LIST.partition(2));

        assertThat(all()).containsExactlyInAnyOrder(other, last);
        assertThat(store.retired()).isZero();
        assertThat(store.version().assignments()).isGreaterThan(before);
        assertThat(store.purge(first, List.of())).isEmpty();
    }

    @Test
    void onlyWhatIsRetiredAndAsItWasSeenIsDeleted() {
        Assignment owned = assign(0, N1, 1);
        assign(1, N1, 1);
        Assignment retired = retire(1).get(0);
        Assignment again = Assignment.assigned(LIST.partition(1), N1, 2, Epoch.of(1));
        store.write(first, List.of(new AssignmentWrite(Optional.of(retired), again)));
        assign(2, N1, 1);
        Assignment twice = retire(2).get(0);
        store.write(
                first,
                List.of(new AssignmentWrite(
                        Optional.of(twice), Assignment.assigned(LIST.partition(2), N1, 2, Epoch.of(1)))));
        retire(2);
        assign(3, N1, 1);

        assertThat(store.purge(first, List.of(owned.retired(Epoch.of(1)), retired, twice)))
                .isEmpty();

        assertThat(all()).hasSize(4).contains(owned, again);
    }

    /** No token is above the version that it was written under, unless somebody has edited it. */
    @Test
    void aTokenThatWasNeverCountedIsNotForgotten() {
        assign(0, N1, 1_000);
        List<Assignment> retired = retire(0);
        assign(1, N1, 1);

        assertThat(store.purge(first, retired)).isEmpty();
        assertThat(stored(0)).contains(retired.get(0));
    }

    @Test
    void aDeposedCoordinatorDeletesNothing() {
        store.define(TaskList.of(LIST, 1).asRetired());
        assign(0, N1, 1);
        List<Assignment> retired = retire(0);
        assign(1, N1, 1);
        store.enter(Leaderships.coordinator(2));
        TaskListName empty = TaskListName.of("empty");
        store.define(TaskList.of(empty, 1).asRetired());

        assertThatThrownBy(() -> store.purge(first, retired)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.purge(first, empty)).isInstanceOf(FencedException.class);
        assertThatThrownBy(() -> store.purge(Leaderships.over(Session.COORDINATOR, 3), retired))
                .isInstanceOf(NotLeaderException.class);

        assertThat(stored(0)).contains(retired.get(0));
        assertThat(store.definitions().lists()).hasSize(2);
    }

    @Test
    void aTaskListIsDeletedWithItsRulesOnceItIsRetiredAndEmpty() {
        TaskList other = TaskList.of("mails", 1);
        PlacementRule stays = PlacementRule.ban(other.name(), ONE);
        store.define(other);
        store.define(TaskList.of(LIST, 2));
        store.add(stays);
        store.add(PlacementRule.pin(LIST.partition(0), ONE));
        store.add(PlacementRule.ban(LIST, NodeId.of("n2")));

        store.purge(first, LIST);
        assertThat(store.definitions().lists()).as("it is not retired").hasSize(2);

        store.define(TaskList.of(LIST, 2).asRetired());
        assign(0, N1, 1);
        List<Assignment> retired = retire(0);
        long before = store.version().definitions();
        store.purge(first, LIST);
        assertThat(store.definitions().lists()).as("it has a row").hasSize(2);
        assertThat(store.version().definitions()).isEqualTo(before);

        store.write(
                first,
                List.of(new AssignmentWrite(
                        Optional.empty(), Assignment.assigned(other.name().partition(0), N1, 1, Epoch.of(1)))));
        store.purge(first, retired);
        store.purge(first, LIST);
        assertThat(store.definitions().lists()).containsExactly(other);
        assertThat(store.definitions().rules()).containsExactly(stays);
        assertThat(store.version().definitions()).isGreaterThan(before);

        store.purge(first, LIST);
        assertThat(store.definitions().lists()).containsExactly(other);
    }

    /** By a coordinator that has deleted the rows, and by the next, which has never seen them. */
    @Test
    void whatIsDefinedAgainGetsHigherTokens() {
        WorkState seen = new WorkState();
        long highest = 0;
        for (long epoch : List.of(1L, 1L, 2L)) {
            Leadership coordinator = Leaderships.coordinator(epoch);
            WorkState state = epoch == 1 ? seen : new WorkState();
            store.enter(coordinator);
            store.define(TaskList.of(LIST, 3));
            store.register(Leaderships.session("n1", 1), Leaderships.registration("n1", 1));
            round(state, coordinator);
            List<Assignment> given = rows();
            assertThat(given).hasSize(3);
            long before = highest;
            assertThat(given).allMatch(it -> it.token() > before);
            highest = given.stream().mapToLong(Assignment::token).max().orElseThrow();

            store.define(TaskList.of(LIST, 3).asRetired());
            round(state, coordinator);
            store.release(
                    N1,
                    given.stream()
                            .map(it -> new Release(it.partition(), it.token()))
                            .toList());
            round(state, coordinator);
            List<Assignment> retired = rows();
            assertThat(retired).allMatch(it -> it.state() == AssignmentState.RETIRED);
            // Something that is as new, so that all of them may go.
            store.write(
                    coordinator,
                    List.of(new AssignmentWrite(
                            Optional.empty(),
                            Assignment.assigned(
                                    TaskListName.of("other").partition((int) highest), N1, highest + 1, Epoch.of(1)))));
            state.forget(store.purge(coordinator, retired));
            assertThat(rows()).isEmpty();
            store.purge(coordinator, LIST);
        }
    }

    private List<Assignment> rows() {
        return all().stream().filter(it -> it.partition().list().equals(LIST)).toList();
    }

    private void round(WorkState state, Leadership coordinator) {
        state.refresh(store);
        AllocatorRound round = new AllocatorRules(AllocatorSettings.DEFAULT)
                .round(state, worker -> SessionStatus.live(N1.epoch()), coordinator.epoch());
        round.writes().values().forEach(writes -> store.write(coordinator, writes));
        state.refresh(store);
    }
}
