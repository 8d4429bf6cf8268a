// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.duty;

import dev.baton.Duty;
import dev.baton.Health;
import dev.baton.Transcripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class DutyTranscriptTest {
    @TestFactory
    Stream<DynamicTest> transcripts() {
        return Transcripts.in("duty", Script::new);
    }

    /** The commands of a duty's transcript: one duty, {@code billing}, that may be restarted twice a minute. */
    private static final class Script implements Transcripts.Stage {
        private final SupervisorUnderTest supervisor = new SupervisorUnderTest(SupervisorUnderTest.POLICY, "billing");

        @Override
        public List<String> play(String command, List<String> words) {
            return switch (command) {
                case "lead" -> shown(supervisor.lead());
                case "stop" -> shown(supervisor.stop(Transcripts.duration(words.get(0))));
                case "advance" -> shown(supervisor.advance(Transcripts.duration(words.get(0))));
                case "wake" -> {
                    List<String> said = new ArrayList<>();
                    List<SupervisorEffect> effects = supervisor.advance(supervisor.untilWake());
                    said.add("now " + Transcripts.since(SupervisorUnderTest.ORIGIN, supervisor.now()));
                    said.addAll(shown(effects));
                    yield said;
                }
                case "started" -> shown(supervisor.started());
                case "start-failed" -> shown(supervisor.startFailed());
                case "crashed" -> shown(supervisor.crashed());
                case "stopped" -> shown(supervisor.stopped());
                case "stop-failed" -> shown(supervisor.stopFailed());
                case "healthy" -> shown(supervisor.health(Health.OK));
                case "unhealthy" -> shown(supervisor.health(Health.bad("queue full")));
                default -> throw new AssertionError("no such command: " + command);
            };
        }

        private static List<String> shown(List<SupervisorEffect> effects) {
            Words words = new Words();
            effects.forEach(effect -> effect.performBy(words));
            return words.said;
        }

        /** Puts effects into words. */
        private static final class Words implements SupervisorEffect.Performer {
            private final List<String> said = new ArrayList<>();

            @Override
            public void callStart(int duty, int call) {
                said.add("call start");
            }

            @Override
            public void callStop(int duty, int call) {
                said.add("call stop");
            }

            @Override
            public void callHealth(int duty, int call) {
                said.add("call health");
            }

            @Override
            public void interrupt(int duty) {
                said.add("interrupt the call");
            }

            @Override
            public void report(Duty.Status status) {
                said.add(status.name() + " is "
                        + status.state().name().toLowerCase(Locale.ROOT).replace('_', ' ')
                        + (status.restarts() == 0 ? "" : ", restarts " + status.restarts())
                        + (status.detail().isEmpty() ? "" : " (" + status.detail() + ")"));
            }

            @Override
            public void giveUp(String duty, String why) {
                said.add("GIVE UP LEADERSHIP for " + duty + ": " + why);
            }

            @Override
            public void stuck(String duty, String why) {
                said.add("STUCK " + duty + ": " + why);
            }

            @Override
            public void allStopped() {
                said.add("all stopped");
            }
        }
    }
}
