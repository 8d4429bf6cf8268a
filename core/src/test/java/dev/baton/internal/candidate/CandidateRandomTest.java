// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Candidate;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.Sample;
import dev.baton.Seeds;
import dev.baton.spi.Alarm;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Candidates under any input in any order: {@link Conduct} holds at every step. */
class CandidateRandomTest {
    private static final int SEEDS = 3_000;
    private static final int STEPS = 120;

    @Test
    void noOrderOfEventsBreaksAPromiseAndEveryLegalMoveIsTaken() {
        Set<Conduct.Move> taken = new HashSet<>();

        Seeds.forEach(CandidateRandomTest.class, SEEDS, seed -> taken.addAll(new Life(seed).live()));

        if (Long.getLong("baton.seed") == null) {
            assertThat(taken).isEqualTo(legalMoves());
        }
    }

    private static Set<Conduct.Move> legalMoves() {
        return Arrays.stream(Candidate.State.values())
                .flatMap(from -> from.next().stream().map(to -> new Conduct.Move(from, to)))
                .collect(Collectors.toSet());
    }

    /** One candidate and what happens to it. */
    private static final class Life {
        private static final List<Node> OTHERS = List.of(Sample.BETA, Sample.GAMMA);

        private final SplittableRandom chance;
        private final CandidateUnderTest candidate;
        private long highest;

        Life(long seed) {
            this.chance = new SplittableRandom(seed);
            this.candidate = new CandidateUnderTest(this::settings);
        }

        private CandidateSettings.Builder settings(CandidateSettings.Builder settings) {
            return settings.eligible(chance.nextInt(10) > 0)
                    .priority(chance.nextInt(4) == 0 ? chance.nextInt(101) : 100)
                    .takeoverDelay(someTime(2_000))
                    .successorHeadStart(someTime(2_000))
                    .minimumHold(someTime(5_000))
                    .rest(someTime(3_000))
                    .windDown(Duration.ofMillis(1 + chance.nextInt(600)))
                    .checkInterval(Duration.ofMillis(1 + chance.nextInt(5_000)))
                    .unhealthyAfter(1 + chance.nextInt(3));
        }

        private Duration someTime(int mostMillis) {
            return Duration.ofMillis(chance.nextInt(3) == 0 ? 0 : chance.nextInt(mostMillis));
        }

        Set<Conduct.Move> live() {
            for (int i = 0; i < STEPS; i++) {
                timePasses();
                somethingHappens();
            }
            return candidate.conduct().moves();
        }

        private void timePasses() {
            switch (chance.nextInt(5)) {
                case 0 -> {}
                case 1 -> candidate.pause(Duration.ofMillis(chance.nextInt(4_000)));
                case 2 -> wake();
                default -> candidate.advance(Duration.ofMillis(chance.nextInt(500)));
            }
        }

        /** Sleeps for exactly as long as the rules asked for; then there is something to do, or a later wake. */
        private void wake() {
            long wakeAt = candidate.rules().wakeAt();
            Duration sleep = Duration.ofNanos(wakeAt - candidate.now());
            if (sleep.compareTo(Duration.ofDays(30)) < 0) {
                boolean due = !candidate
                        .advance(sleep.isNegative() ? Duration.ZERO : sleep)
                        .isEmpty();
                assertThat(due
                                || MonotonicTime.isBefore(
                                        wakeAt, candidate.rules().wakeAt()))
                        .as("waking up made progress")
                        .isTrue();
            }
        }

        private void somethingHappens() {
            switch (chance.nextInt(24)) {
                case 0, 1, 2, 3 -> candidate.granted(epoch(), validity());
                case 4, 5, 6 -> candidate.extended(recent(), validity());
                case 7 -> candidate.lost(recent());
                case 8, 9 -> candidate.released(recent());
                case 10 -> leaderSeen();
                case 11, 12, 13 -> candidate.vacant(vacancy());
                case 14 -> {
                    if (chance.nextInt(3) == 0) {
                        candidate.noLongerPreferred();
                    } else {
                        candidate.preferred(OTHERS.get(chance.nextInt(OTHERS.size())));
                    }
                }
                case 15 -> candidate.resign();
                case 16 -> candidate.transfer(Sample.BETA);
                case 17 -> candidate.eligible(chance.nextInt(3) > 0);
                case 18 -> candidate.health(chance.nextInt(3) > 0 ? Health.OK : Health.bad("ill"));
                case 19 -> candidate.overdue();
                case 20 -> troubleOrDutyTrouble();
                case 21, 22 -> dutiesStop();
                default -> {
                    if (chance.nextInt(20) == 0) {
                        candidate.close();
                    }
                }
            }
        }

        private void troubleOrDutyTrouble() {
            switch (chance.nextInt(3)) {
                case 0 -> candidate.dutyGivenUp(recent());
                case 1 -> candidate.dutyStuck(recent());
                default -> candidate.on(new ElectorEvent.Trouble(new Alarm(Alarm.Kind.UNREACHABLE, "gone")));
            }
        }

        /** Duties only say so when they were told to; what they say may be about an earlier leadership. */
        private void dutiesStop() {
            Conduct conduct = candidate.conduct();
            boolean running = conduct.dutiesUnder().isPresent() && !conduct.isToldToStop();
            Epoch about = conduct.dutiesUnder().orElse(Epoch.of(recent()));
            candidate.dutiesStopped(running ? about.value() + 1_000 : about.value());
        }

        private void leaderSeen() {
            if (chance.nextInt(6) == 0 && highest > 0) {
                candidate.leaderSeen(Sample.ALPHA, Math.max(1, highest - chance.nextInt(3)));
            } else {
                candidate.leaderSeen(OTHERS.get(chance.nextInt(2)), epoch());
            }
        }

        private Vacancy vacancy() {
            if (chance.nextInt(3) == 0) {
                return Vacancy.fresh();
            }
            List<Vacancy.Cause> causes = List.of(Vacancy.Cause.values());
            Vacancy.Cause cause = causes.get(chance.nextInt(causes.size()));
            Leader former = Sample.leader(
                    chance.nextBoolean() ? Sample.ALPHA : OTHERS.get(chance.nextInt(2)),
                    chance.nextInt(4) == 0 ? epoch() : Math.max(1, highest));
            Optional<NodeId> successor = chance.nextInt(3) == 0 ? Optional.of(someNode()) : Optional.empty();
            return new Vacancy(Optional.of(former), cause, successor);
        }

        private NodeId someNode() {
            return List.of(Sample.ALPHA, Sample.BETA, Sample.GAMMA)
                    .get(chance.nextInt(3))
                    .id();
        }

        /** Mostly a new epoch; sometimes one that an elector should never grant. */
        private long epoch() {
            if (chance.nextInt(8) == 0 && highest > 0) {
                return Math.max(1, highest - chance.nextInt(3));
            }
            highest += 1 + chance.nextInt(2);
            return highest;
        }

        private long recent() {
            return Math.max(1, highest - (chance.nextInt(4) == 0 ? chance.nextInt(3) : 0));
        }

        private Validity validity() {
            Duration certain = Duration.ofMillis(chance.nextInt(10) == 0 ? chance.nextInt(600) : 9_000);
            return new Validity(candidate.in(certain), candidate.in(certain.plusMillis(1 + chance.nextInt(1_000))));
        }
    }
}
