// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.work.memory.InMemoryWorkStore;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class AllocatorRulesTest extends AllocatorFixture {
    @Test
    void whatHasNoOwnerIsGivenToLiveSessionsUnderAFirstToken() {
        list(4);
        live("a", 3);
        live("b", 5);

        AllocatorRound round = played();

        assertThat(state.assignments(LIST).values())
                .allMatch(it -> it.token() == 1 && it.coordinator().equals(COORDINATOR))
                .extracting(it -> it.owner().orElseThrow())
                .containsExactlyInAnyOrder(
                        Session.of("a", 3), Session.of("a", 3), Session.of("b", 5), Session.of("b", 5));
        assertThat(round.report().assigned()).isEqualTo(4);
        assertThat(played().writes()).isEmpty();
    }

    @Test
    void aJoiningWorkerGetsPartitionsOnlyAfterTheyWereReleased() {
        list(4);
        live("a", 1);
        played();
        live("b", 1);

        AllocatorRound asks = played();

        assertThat(states())
                .containsOnly(AssignmentState.ASSIGNED, AssignmentState.RELEASING)
                .filteredOn(it -> it == AssignmentState.RELEASING)
                .hasSize(2);
        assertThat(asks.report().moving()).isEqualTo(2);
        assertThat(played().writes()).isEmpty();

        int moving = states().indexOf(AssignmentState.RELEASING);
        released(moving);
        played();
        assertThat(row(moving))
                .isEqualTo(Assignment.assigned(LIST.partition(moving), Session.of("b", 1), 2, COORDINATOR));
    }

    @Test
    void noTimeWithoutAnAnswerTakesAPartitionAwayOnlyProofDoes() {
        list(2);
        live("a", 1);
        played();
        live("b", 1);
        played();
        silent("a", 1);

        assertThat(played().writes()).isEmpty();
        assertThat(round().unproven()).containsExactly(Session.of("a", 1));

        ended("a", 1);
        played();
        assertThat(state.assignments(LIST).values())
                .allMatch(it -> it.isOwnedBy(Session.of("b", 1)) && it.token() == 2);
    }

    @Test
    void aWorkerThatReturnsKeepsItsPartitionsUnderANewSessionAndAHigherToken() {
        list(2);
        live("a", 1);
        played();
        live("a", 7);

        played();

        assertThat(state.assignments(LIST).values())
                .allMatch(it -> it.isOwnedBy(Session.of("a", 7)) && it.token() == 2);
    }

    @Test
    void theTargetIsStoredAndARoundThatIsBoundedGoesOnToIt() {
        settings = settings.withMaxMoves(1);
        list(6);
        live("a", 1);
        played();
        live("b", 1);
        played();

        assertThat(states()).filteredOn(it -> it == AssignmentState.RELEASING).hasSize(1);
        assertThat(state.assignments(LIST).values())
                .filteredOn(it -> it.target().isPresent())
                .hasSize(3);
        Set<Integer> aimed = aimed();
        for (int i = 0; i < 3; i++) {
            released(states().indexOf(AssignmentState.RELEASING));
            played();
        }
        assertThat(state.assignments(LIST).values().stream()
                        .filter(it -> it.isOwnedBy(Session.of("b", 1)))
                        .map(it -> it.partition().number()))
                .containsExactlyInAnyOrderElementsOf(aimed);
        assertThat(played().writes()).isEmpty();
    }

    private Set<Integer> aimed() {
        Set<Integer> numbers = new TreeSet<>();
        state.assignments(LIST).forEach((number, it) -> it.target().ifPresent(target -> numbers.add(number)));
        return numbers;
    }

    @Test
    void aSmallerTaskListReleasesBeforeItRetiresAndTokensGoOnWhenItGrows() {
        list(3);
        live("a", 1);
        played();
        list(1);

        played();
        assertThat(states())
                .containsExactly(AssignmentState.ASSIGNED, AssignmentState.RELEASING, AssignmentState.RELEASING);
        released(1);
        released(2);
        played();
        assertThat(states())
                .containsExactly(AssignmentState.ASSIGNED, AssignmentState.RETIRED, AssignmentState.RETIRED);
        assertThat(round().report().partitions()).isEqualTo(1);
        assertThat(round().retired()).containsExactly(row(1), row(2));

        list(3);
        played();
        assertThat(row(2).state()).isEqualTo(AssignmentState.ASSIGNED);
        assertThat(row(2).token()).isEqualTo(2);
    }

    @Test
    void aRetiredTaskListIsReleased() {
        list(1);
        live("a", 1);
        played();
        lists.set(0, lists.get(0).asRetired());

        played();
        assertThat(row(0).state()).isEqualTo(AssignmentState.RELEASING);
        assertThat(round().retired()).isEmpty();
        released(0);
        played();
        assertThat(row(0).state()).isEqualTo(AssignmentState.RETIRED);
        assertThat(round().retired()).containsExactly(row(0));
        assertThat(round().emptied()).isEmpty();

        state.forget(Set.of(LIST.partition(0)));
        assertThat(round().retired()).isEmpty();
        assertThat(round().emptied()).containsExactly(LIST);
    }

    /** What somebody wrote into a row must not come back under a lower token. */
    @Test
    void aRetiredRowWhoseTokenCannotRiseIsNotDeleted() {
        list(0);
        live("a", 1);
        state.put(new Assignment(
                LIST.partition(0),
                AssignmentState.RETIRED,
                Optional.empty(),
                Assignment.MAX_TOKEN,
                Optional.empty(),
                COORDINATOR));
        state.put(Assignment.damaged(LIST.partition(1), 3));

        assertThat(round().retired()).isEmpty();
    }

    @Test
    void whatCannotBeUnderstoodIsGivenToNobodyAndReported() {
        list(2);
        live("a", 1);
        state.put(Assignment.damaged(LIST.partition(0), 4));

        AllocatorRound round = played();

        assertThat(row(0).state()).isEqualTo(AssignmentState.DAMAGED);
        assertThat(row(1).state()).isEqualTo(AssignmentState.ASSIGNED);
        assertThat(round.report().lists().get(0).unassigned())
                .singleElement()
                .satisfies(it -> assertThat(it.reason()).contains("is invalid"));
    }

    /** As after an edit by hand: it has no next one. */
    @Test
    void aTokenThatCannotRiseStopsNoOtherPartitionAndIsReported() {
        list(4);
        live("a", 1);
        state.put(Assignment.damaged(LIST.partition(0), Long.MAX_VALUE));
        state.put(Assignment.assigned(LIST.partition(1), Session.of("gone", 1), Assignment.MAX_TOKEN, Epoch.of(1)));
        ended("gone", 1);

        AllocatorRound round = played();

        assertThat(List.of(row(2), row(3))).allMatch(it -> it.isOwnedBy(Session.of("a", 1)) && it.token() == 1);
        assertThat(round.report().assigned()).isEqualTo(2);
        assertThat(round.report().lists().get(0).unassigned())
                .hasSize(2)
                .allMatch(it -> it.reason().contains("repair or delete it"));
        assertThat(round.report().problems())
                .singleElement()
                .satisfies(it -> assertThat(it.toString()).contains("2 rows").contains("invoices/0"));
        list(0);
        assertThat(played().report().partitions()).isZero();
    }

    @Test
    void aCounterOfChangesThatIsAbsurdStopsNothing() {
        InMemoryWorkStore store = new InMemoryWorkStore();
        WorkStore edited = (WorkStore) Proxy.newProxyInstance(
                WorkStore.class.getClassLoader(),
                new Class<?>[] {WorkStore.class},
                (self, method, arguments) -> method.getName().equals("version")
                        ? new WorkVersion(Long.MAX_VALUE, Long.MAX_VALUE)
                        : method.invoke(store, arguments));
        state.refresh(edited);
        list(1);
        live("a", 1);

        played();

        assertThat(row(0).token()).isEqualTo(1);
    }

    @Test
    void aSessionIsJudgedByItsOwnEpochAndNotByItsWorkersName() {
        list(2);
        live("a", 4);
        state.put(Assignment.assigned(LIST.partition(0), Session.of("a", 3), 5, Epoch.of(1)));
        state.put(Assignment.assigned(LIST.partition(1), Session.of("a", 4), 5, Epoch.of(1)));

        played();

        assertThat(row(0)).isEqualTo(Assignment.assigned(LIST.partition(0), Session.of("a", 4), 6, COORDINATOR));
        assertThat(row(1).token()).isEqualTo(5);
    }

    @Test
    void anEndedSessionThatOwnsNothingIsForgotten() {
        list(1);
        live("a", 1);
        played();
        live("b", 1);
        ended("a", 1);

        assertThat(played().forgotten()).isEmpty();
        assertThat(round().forgotten()).containsExactly(Session.of("a", 1));
    }

    @Test
    void aRowThatWasDeletedByHandStartsAboveEveryTokenOfItsList() {
        list(2);
        live("a", 1);
        state.put(Assignment.assigned(LIST.partition(0), Session.of("a", 1), 41, Epoch.of(1)));

        played();

        assertThat(row(1).token()).isEqualTo(42);
    }

    @Test
    void theTargetOfWhatIsBeingReleasedChangesWhenItsWorkerDies() {
        list(2);
        live("a", 1);
        played();
        live("b", 1);
        played();
        int moving = states().indexOf(AssignmentState.RELEASING);
        live("c", 1);
        ended("b", 1);

        played();

        assertThat(row(moving).state()).isEqualTo(AssignmentState.RELEASING);
        assertThat(row(moving).target()).contains(NodeId.of("c"));
    }

    @Test
    void anOwnerThatIsNotRegisteredKeepsWhatItHasUntilItIsProvenGone() {
        list(1);
        live("b", 1);
        state.put(Assignment.assigned(LIST.partition(0), Session.of("a", 1), 3, Epoch.of(1)));

        assertThat(played().writes()).isEmpty();
        assertThat(round().unproven()).containsExactly(Session.of("a", 1));
        ended("a", 1);
        played();
        assertThat(row(0).isOwnedBy(Session.of("b", 1))).isTrue();
    }

    @Test
    void tokensDoNotStartAgainWhenAllRowsOfATaskListWereDeleted() {
        InMemoryWorkStore store = new InMemoryWorkStore();
        Assignment other =
                Assignment.assigned(TaskListName.of("mails").partition(0), Session.of("a", 1), 1, COORDINATOR);
        for (int i = 0; i < 5; i++) {
            Optional<Assignment> seen = store.assignmentsSince(0).stream().findFirst();
            store.write(Leaderships.coordinator(9), List.of(new AssignmentWrite(seen, other)));
        }
        state.refresh(store);
        list(1);
        live("a", 1);

        played();

        assertThat(row(0).token()).isEqualTo(6);
    }

    @Test
    void absurdNumbersAreRefusedAtTheDoor() {
        assertThatThrownBy(() -> TaskList.of("x", -1)).hasMessageContaining("partitions -1");
        assertThatThrownBy(() -> TaskList.of("x", 1_000_001)).hasMessageContaining("1000001");
        assertThatThrownBy(() -> TaskList.of("x", 1).withWeight(0)).hasMessageContaining("weight 0");
        assertThatThrownBy(() -> TaskListName.of("a/b/c")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TaskListName.of("Invoices; DROP")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> LIST.partition(-1)).hasMessageContaining("partition -1");
        assertThatThrownBy(() -> Assignment.assigned(LIST.partition(0), Session.of("a", 1), 1L << 53, COORDINATOR))
                .hasMessageContaining("has the token 9007199254740992");
        assertThatThrownBy(() -> Session.of("a".repeat(124), 1)).hasMessageContaining("at most 123 characters");
        assertThatThrownBy(() -> PartitionId.of("invoices")).hasMessageContaining("no number");
        assertThatThrownBy(() -> Leaderships.registration("a", 1).withWeight(0)).hasMessageContaining("weight 0");
        assertThatThrownBy(() -> Leaderships.registration("a", 1).withMetadata(Map.of("a\nb", "c")))
                .hasMessageContaining("metadata");
        assertThatThrownBy(() -> Leaderships.registration("a", 1).withMetadata(Map.of("a", "x".repeat(5_000))))
                .hasMessageContaining("at most");
        assertThatThrownBy(() -> AllocatorSettings.DEFAULT.withMaxMoves(0)).hasMessageContaining("maxMoves");
    }

    @Test
    void whatCouldNotBeStoredIsReportedAsItWasBefore() {
        list(3);
        live("a", 1);
        played();
        ended("a", 1);
        live("b", 1);
        AllocatorRound round = round();

        WorkReport report = new AllocatorRules(settings)
                .report(state, it -> sessions.getOrDefault(it, SessionStatus.UNKNOWN), round, Map.of(LIST, "no room"));

        assertThat(round.report().assigned()).isEqualTo(3);
        assertThat(report.assigned()).isZero();
        assertThat(report.lists().get(0).unassigned())
                .hasSize(3)
                .allMatch(it -> it.reason().equals("it could not be stored: no room"));
    }
}
