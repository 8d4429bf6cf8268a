// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Test;

/** Pins, bans and lists of different weight: as even as can be and how many moves, compared with a slow twin. */
class ConstrainedTwinTest {
    private static final int SEEDS = Integer.getInteger("baton.seeds", 1_500);

    @Test
    void withPinsAndBansOfGroupsBalanceIsTheBestAndMovesAreTheFewest() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Compared compared = new Compared(Case.constrained(new Random(seed)), SlowPlacements::squares);

            assertThat(compared.unevenGroups).as("seed %d: uneven groups", seed).isZero();
            assertThat(compared.unevenness).as("seed %d: over all", seed).isEqualTo(compared.best.unevenness());
            assertThat(compared.kept).as("seed %d: kept in place", seed).isEqualTo(compared.best.kept());
        }
    }

    /** Given where these went, all the rest is as even, and moves as little, as can be. */
    @Test
    void aroundPartitionsThatAreBannedByThemselvesTheSameHolds() {
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = Case.constrained(random);
            made.banSome(random);
            Plan plan = made.allocation().plan();
            for (Ban ban : List.copyOf(made.bans)) {
                if (ban.partition() != Ban.WHOLE_GROUP && !made.isPinned(ban.group(), ban.partition())) {
                    plan.node(ban.group(), ban.partition())
                            .filter(it -> made.node(it).takesPartitions())
                            .ifPresent(it -> made.pins.add(new Pin(ban.group(), ban.partition(), it)));
                }
            }

            Compared compared = new Compared(made, plan, SlowPlacements::squares);

            assertThat(compared.unevenGroups).as("seed %d: uneven groups", seed).isZero();
            assertThat(compared.unevenness).as("seed %d: over all", seed).isEqualTo(compared.best.unevenness());
            assertThat(compared.kept).as("seed %d: kept in place", seed).isEqualTo(compared.best.kept());
        }
    }

    @Test
    void partitionsThatAreBannedByThemselvesSeldomCostBalanceOrMoves() {
        int worse = 0;
        int kept = 0;
        int couldBeKept = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = Case.constrained(random);
            made.bans.removeIf(it -> random.nextInt(4) > 0);
            made.pins.removeIf(it -> random.nextInt(4) > 0);
            made.banSome(random);

            Compared compared = new Compared(made, SlowPlacements::squares);

            if (compared.unevenGroups > 0 || compared.unevenness > compared.best.unevenness()) {
                worse++;
            } else {
                kept += compared.kept;
                couldBeKept += compared.best.kept();
            }
        }
        assertThat(worse).as("plans that could be more even").isLessThanOrEqualTo(SEEDS / 20);
        assertThat(couldBeKept - kept).as("moves too many").isLessThanOrEqualTo(couldBeKept / 50);
    }

    @Test
    void listsOfDifferentWeightAreEvenWithFewMovesMoreThanThatNeeds() {
        int kept = 0;
        int couldBeKept = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Random random = new Random(seed);
            Case made = Case.plain(random, 5, 4, 5);
            made.nodes.replaceAll(it -> it.withCapacity(1));
            made.groups.replaceAll(it ->
                    it.withWeights(Collections.nCopies(it.partitions(), 1 + random.nextInt(4)).stream()
                            .mapToInt(weight -> weight)
                            .toArray()));
            int heaviest = made.groups.stream()
                    .mapToInt(it -> it.partitions() == 0 ? 0 : it.weight(0))
                    .max()
                    .orElseThrow();

            Compared compared = new Compared(
                    made, loads -> Math.max(0, Collections.max(loads) - Collections.min(loads) - heaviest));

            assertThat(compared.unevenGroups).as("seed %d: uneven groups", seed).isZero();
            assertThat(compared.unevenness)
                    .as("seed %d: beyond the heaviest", seed)
                    .isZero();
            kept += compared.kept;
            couldBeKept += compared.best.kept();
        }
        assertThat(couldBeKept - kept).as("moves too many").isLessThanOrEqualTo(couldBeKept / 25);
    }

    /** A plan beside the best of the twin. */
    private static final class Compared {
        private final SlowPlacements.Best best;
        private final long unevenness;
        private int unevenGroups;
        private int kept;

        Compared(Case made, ToLongFunction<List<Long>> unevennessOf) {
            this(made, made.allocation().plan(), unevennessOf);
        }

        Compared(Case made, Plan plan, ToLongFunction<List<Long>> unevennessOf) {
            SlowPlacements twin = new SlowPlacements(made);
            best = twin.find(unevennessOf);
            List<Long> all = new ArrayList<>(Collections.nCopies(made.taking().size(), 0L));
            for (int group = 0; group < made.groups.size(); group++) {
                PartitionGroup its = made.groups.get(group);
                List<Long> counts = new ArrayList<>(Collections.nCopies(all.size(), 0L));
                for (int partition = 0; partition < its.partitions(); partition++) {
                    List<String> now = plan.nodes(its.id(), partition);
                    int node = now.isEmpty() ? -1 : made.taking().indexOf(made.node(now.get(0)));
                    if (node >= 0) {
                        counts.set(node, counts.get(node) + 1);
                        all.set(node, all.get(node) + its.weight(partition));
                        kept += made.before(its.id(), partition).equals(now) ? 1 : 0;
                    }
                }
                unevenGroups += SlowPlacements.squares(counts) > twin.evenness[group] ? 1 : 0;
            }
            unevenness = unevennessOf.applyAsLong(all);
        }
    }
}
