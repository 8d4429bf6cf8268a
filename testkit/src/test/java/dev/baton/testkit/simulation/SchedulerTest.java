// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SchedulerTest {
    private final List<String> ran = new ArrayList<>();

    @Test
    void eventsRunInTheOrderOfTheirInstants() {
        Scheduler scheduler = new Scheduler(new SeededRandom(1));
        scheduler.at(30, () -> ran.add("c"));
        scheduler.at(10, () -> ran.add("a"));
        scheduler.at(20, () -> ran.add("b"));

        runAll(scheduler);

        assertThat(ran).containsExactly("a", "b", "c");
    }

    @Test
    void timeIsThatOfTheEventWhichRuns() {
        Scheduler scheduler = new Scheduler(new SeededRandom(1));
        List<Long> times = new ArrayList<>();
        scheduler.at(5, () -> times.add(scheduler.now()));
        scheduler.after(9, () -> times.add(scheduler.now()));

        runAll(scheduler);

        assertThat(times).containsExactly(5L, 9L);
    }

    @Test
    void eventInThePastRunsNow() {
        Scheduler scheduler = new Scheduler(new SeededRandom(1));
        scheduler.at(10, () -> scheduler.at(3, () -> ran.add("at " + scheduler.now())));

        runAll(scheduler);

        assertThat(ran).containsExactly("at 10");
    }

    @Test
    void eventAtTheLimitDoesNotRun() {
        Scheduler scheduler = new Scheduler(new SeededRandom(1));
        scheduler.at(10, () -> ran.add("late"));

        assertThat(scheduler.step(10)).isFalse();
        assertThat(scheduler.now()).isEqualTo(10);
        assertThat(ran).isEmpty();
    }

    @Test
    void cancelledEventDoesNotRun() {
        Scheduler scheduler = new Scheduler(new SeededRandom(1));
        scheduler.at(10, () -> ran.add("cancelled")).cancel();

        runAll(scheduler);

        assertThat(ran).isEmpty();
        assertThat(scheduler.steps()).isZero();
    }

    @Test
    void orderWithinAnInstantIsChosenByTheSeed() {
        Set<String> orders = new HashSet<>();
        for (long seed = 0; seed < 50; seed++) {
            orders.add(orderOfTies(seed));
        }

        assertThat(orders).hasSize(6);
        assertThat(orderOfTies(7)).isEqualTo(orderOfTies(7));
    }

    private static String orderOfTies(long seed) {
        Scheduler scheduler = new Scheduler(new SeededRandom(seed));
        StringBuilder order = new StringBuilder();
        for (String name : List.of("a", "b", "c")) {
            scheduler.at(1, () -> order.append(name));
        }
        runAll(scheduler);
        return order.toString();
    }

    private static void runAll(Scheduler scheduler) {
        boolean more = true;
        while (more) {
            more = scheduler.step(1_000);
        }
    }
}
