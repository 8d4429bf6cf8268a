// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.raft.simulation.GroupFact;
import dev.baton.testkit.simulation.ClusterFact;
import dev.baton.testkit.simulation.Seeds;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Real candidates and electors on a simulated group, whose leaders change at any moment. */
class RaftSimulationTest {
    private static final long SEEDS = 500;
    private static final long SEEDS_OF_A_TWIST = 20_000;

    @Test
    void everySeedIsSafeAndConvergesAndEveryFaultReallyHappens() {
        List<Enum<?>> facts = Stream.<Enum<?>>concat(
                        Stream.of(ClusterFact.values()).filter(it -> it != ClusterFact.STABLE_ONE_WAY_CUTS),
                        Stream.of(RaftFact.values()))
                .toList();
        Set<GroupFact> missing = EnumSet.allOf(GroupFact.class);

        Duration slowest = Seeds.runAll(SEEDS, facts, seed -> {
            RaftSimulation run = new RaftSimulation(seed, Twist.NONE);
            run.cluster().group().whenSeen(missing::remove);
            return run;
        });

        System.out.println("raft simulated: slowest agreement " + slowest.toMillis() + " ms");
        if (!Seeds.isSingle()) {
            assertThat(missing).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aKnownBadChangeIsFoundOut(Twist twist) {
        assertThat(Seeds.firstFailure(
                        twist.name(),
                        twist.firstSeed(),
                        SEEDS_OF_A_TWIST,
                        seed -> new RaftSimulation(seed, twist).runDisturbed()))
                .hasValueSatisfying(violation -> assertThat(violation)
                        .containsPattern(
                                "OneActsAtATime|DutiesStopBeforeOthersLead|RenewNeverResurrects|members differ"));
    }
}
