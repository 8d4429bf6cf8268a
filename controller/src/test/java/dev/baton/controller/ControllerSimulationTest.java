// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.simulation.GroupFact;
import dev.baton.raft.simulation.GroupFlaw;
import dev.baton.testkit.simulation.Seeds;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** More seeds: {@code ./mvnw -pl controller -am test -Dtest=ControllerSimulationTest -Dbaton.seeds=20000}. */
class ControllerSimulationTest {
    private static final long SEEDS = 100;
    private static final long MUTANT_SEEDS = 300;

    @Test
    void membersAgreeAndWhatIsAcknowledgedIsDoneOnceAndWhole() {
        Map<String, Integer> facts = new HashMap<>();
        Seeds.upTo(SEEDS).forEach(seed -> {
            ControllerSimulation run = new ControllerSimulation(seed, ControllerFlaw.NONE, Set.of());
            run.run();
            run.facts.forEach((fact, count) -> facts.merge(fact, count, Integer::sum));
        });

        System.out.println("controller: " + facts);
        if (!Seeds.isSingle()) {
            List.of(
                            "ACKNOWLEDGED",
                            "UNKNOWN_AND_DONE",
                            "UNKNOWN_AND_NOT_DONE",
                            "RequestRejectedException",
                            "UnavailableException",
                            "READ",
                            "NodeReplaced",
                            "GroupMoved",
                            "MoveSettled",
                            "RESTORED_AS_NEW",
                            "RESTORED_SETTINGS",
                            GroupFact.LEADER_CHANGED.name(),
                            GroupFact.TWO_LEADERS.name(),
                            GroupFact.SNAPSHOT_INSTALLED.name(),
                            GroupFact.RESTORED_FROM_SNAPSHOT.name(),
                            GroupFact.LOG_TRUNCATED.name())
                    .forEach(fact ->
                            assertThat(facts.getOrDefault(fact, 0)).as(fact).isPositive());
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void whatIsWrongIsFoundOut(ControllerFlaw flaw) {
        assertThat(firstFailure(flaw, Set.of())).isPresent();
    }

    @Test
    void aReadThatIsNotConfirmedIsFoundOut() {
        assertThat(firstFailure(ControllerFlaw.NONE, Set.of(GroupFlaw.CONFIRMS_BLINDLY)))
                .isPresent();
    }

    private static Optional<String> firstFailure(ControllerFlaw flaw, Set<GroupFlaw> engine) {
        return Seeds.firstFailure(
                flaw + " " + engine, 1, MUTANT_SEEDS, seed -> new ControllerSimulation(seed, flaw, engine).run());
    }
}
