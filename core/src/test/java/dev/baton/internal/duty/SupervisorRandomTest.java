// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Seeds;
import dev.baton.internal.duty.SupervisorUnderTest.Move;
import dev.baton.internal.duty.SupervisorUnderTest.Request;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Duties that answer, fail, hang and crash in any order: {@link SupervisorUnderTest} checks every step. */
class SupervisorRandomTest {
    private static final int SEEDS = 4_000;
    private static final int STEPS = 120;
    private static final String[] NAMES = {"billing", "mailing", "cleaning"};

    @Test
    void noOrderOfAnswersBreaksAPromiseAndEveryLegalMoveIsTaken() {
        Set<Move> taken = new HashSet<>();

        Seeds.forEach(SupervisorRandomTest.class, SEEDS, seed -> taken.addAll(live(new SplittableRandom(seed))));

        if (Long.getLong("baton.seed") == null) {
            assertThat(taken).isEqualTo(legalMoves());
        }
    }

    private static Set<Move> legalMoves() {
        return Arrays.stream(Duty.State.values())
                .flatMap(from -> from.next().stream().map(to -> new Move(from, to)))
                .collect(Collectors.toSet());
    }

    private static Set<Move> live(SplittableRandom chance) {
        int duties = chance.nextInt(NAMES.length + 1);
        Duty.Policy policy =
                SupervisorUnderTest.POLICY.withRestarts(chance.nextInt(4), Duration.ofSeconds(1 + chance.nextInt(60)));
        SupervisorUnderTest supervisor = new SupervisorUnderTest(policy, Arrays.copyOf(NAMES, duties));
        for (int i = 0; i < STEPS; i++) {
            if (chance.nextInt(3) == 0) {
                supervisor.advance(Duration.ofMillis(chance.nextInt(chance.nextInt(4) == 0 ? 40_000 : 1_000)));
            }
            if (supervisor.isOver()) {
                supervisor.lead();
            } else if (chance.nextInt(15) == 0) {
                supervisor.stop(Duration.ofMillis(chance.nextInt(5_000)));
            } else if (duties > 0) {
                somethingHappens(supervisor, chance.nextInt(duties), chance);
            }
        }
        finish(supervisor, duties);
        return supervisor.moves();
    }

    private static void somethingHappens(SupervisorUnderTest supervisor, int duty, SplittableRandom chance) {
        boolean well = chance.nextInt(4) > 0;
        if (chance.nextInt(8) == 0) {
            supervisor.crashed(duty, Math.max(0, supervisor.run(duty) - (well ? 0 : chance.nextInt(4))));
            return;
        }
        if (chance.nextInt(10) == 0) {
            // Numbers of calls only grow, so this one is of a call that is over.
            supervisor.late(duty, Math.max(0, supervisor.run(duty) - 1), Request.STOP);
            return;
        }
        switch (supervisor.asked(duty)) {
            case NOTHING -> {}
            case START -> {
                if (well) {
                    supervisor.started(duty);
                } else {
                    supervisor.startFailed(duty);
                }
            }
            case STOP -> {
                if (well || chance.nextBoolean()) {
                    supervisor.stopped(duty);
                } else if (chance.nextInt(4) == 0) {
                    supervisor.stopFailed(duty);
                }
            }
            case HEALTH -> supervisor.health(duty, well ? Health.OK : Health.bad("ill"));
        }
    }

    /** Told to stop, and with duties that answer at last, every leadership comes to its end. */
    private static void finish(SupervisorUnderTest supervisor, int duties) {
        if (supervisor.isOver()) {
            return;
        }
        supervisor.stop(Duration.ofSeconds(5));
        for (int round = 0; round < 3; round++) {
            for (int duty = 0; duty < duties; duty++) {
                switch (supervisor.asked(duty)) {
                    case NOTHING -> {}
                    case START -> supervisor.started(duty);
                    case STOP -> supervisor.stopped(duty);
                    case HEALTH -> supervisor.health(duty, Health.OK);
                }
            }
        }
        if (!supervisor.isUnstoppable()) {
            assertThat(supervisor.isOver()).as("all stopped").isTrue();
        }
    }
}
