// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.membership.StateId;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A node's state folder is copied, and both it and the copy run under one id, on two sides of a network that is cut. */
class CopiedFolderSimulationTest {
    private static final long SEEDS = 200;
    private static final Duration AGREES_WITHIN = Duration.ofSeconds(60);

    @Test
    void noTwoActAndTheClusterGoesOnWithoutTheCopy() {
        int replaced = 0;
        for (long seed = 1; seed <= SEEDS; seed++) {
            Run run = new Run(seed);
            run.start(StateId.random(run.chance.generator()));
            replaced += run.copyReplacedTheOriginal() ? 1 : 0;
            run.end();
        }

        assertThat(replaced).as("runs in which the copy was let in").isBetween(1, (int) SEEDS - 1);
    }

    /** What the rule is for: a copy that is the voter it was copied from makes a second majority. */
    @Test
    void aCopyThatVotesAsTheOriginalIsFoundOut() {
        assertThatThrownBy(() -> {
                    for (long seed = 1; seed <= SEEDS; seed++) {
                        Run run = new Run(seed);
                        run.start(run.original.disk.store.mark());
                    }
                })
                .isInstanceOf(AssertionError.class)
                .hasMessageFindingMatch("OneActsAtATime|DutiesStopBeforeOthersLead|EveryElectionRaisesTheEpoch");
    }

    private static final class Run {
        private final SeededRandom chance;
        private final CalmCluster calm;
        private final SimulatedCluster cluster;
        private final SimulatedBullyNode original;
        private SimulatedBullyNode copy;

        Run(long seed) {
            this.chance = new SeededRandom(seed);
            this.calm = new CalmCluster(seed, BullySettings.every(Duration.ofMillis(300)), chance.between(3, 5));
            this.cluster = calm.cluster;
            calm.awaitAgreement(AGREES_WITHIN);
            this.original = chance.pick(cluster.nodes());
            this.copy = original;
        }

        private void pass() {
            calm.pass(
                    chance.millis(0, 4 * (int) cluster.settings.terms().lease().toMillis()));
        }

        void start(StateId mark) {
            copy = cluster.copy(original, mark);
            for (int i = 0; i < 3; i++) {
                if (chance.happens(0.7)) {
                    partition();
                }
                if (chance.happens(0.3)) {
                    original.end();
                }
                pass();
                cluster.network().mendAll();
                pass();
            }
        }

        /** The original is on one side, and its copy on the other. */
        private void partition() {
            List<String> left = new ArrayList<>(List.of(original.id()));
            List<String> right = new ArrayList<>(List.of(copy.id()));
            cluster.nodes().stream()
                    .map(SimulatedBullyNode::id)
                    .filter(id -> !left.contains(id) && !right.contains(id))
                    .forEach(id -> (chance.happens(0.5) ? left : right).add(id));
            cluster.note("partition " + left + " from " + right);
            left.forEach(one -> right.forEach(other -> {
                cluster.network().cut(one, other);
                cluster.network().cut(other, one);
            }));
        }

        boolean copyReplacedTheOriginal() {
            Membership known = cluster.nodes().stream()
                    .filter(node -> node != original && node != copy)
                    .findFirst()
                    .orElseThrow()
                    .disk
                    .store
                    .load()
                    .orElseThrow();
            return known.has(copy.disk.id, copy.disk.store.mark());
        }

        void end() {
            cluster.discard(copy);
            if (original.hasEnded()) {
                cluster.restart(original);
            }
            calm.awaitAgreement(AGREES_WITHIN);
        }
    }
}
