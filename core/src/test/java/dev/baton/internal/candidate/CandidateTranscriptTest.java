// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Health;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.Sample;
import dev.baton.Transcripts;
import dev.baton.spi.Vacancy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class CandidateTranscriptTest {
    @TestFactory
    Stream<DynamicTest> transcripts() {
        return Transcripts.in("candidate", Script::new);
    }

    /** The commands of a candidate's transcript. Times are since its start. */
    private static final class Script implements Transcripts.Stage {
        private static final Map<String, Node> NODES =
                Map.of("alpha", Sample.ALPHA, "beta", Sample.BETA, "gamma", Sample.GAMMA);

        private CandidateUnderTest candidate = new CandidateUnderTest();

        @Override
        public List<String> play(String command, List<String> words) {
            return switch (command) {
                case "candidate" -> stand(words);
                case "advance" -> shown(candidate.advance(Transcripts.duration(words.get(0))));
                case "wake" -> shown(candidate.advance(candidate.untilWake()));
                case "pause" -> {
                    candidate.pause(Transcripts.duration(words.get(0)));
                    yield List.of("now " + at(candidate.now()));
                }
                case "leader" -> shown(candidate.leaderSeen(node(words.get(0)), number(words.get(1))));
                case "vacant" -> shown(candidate.vacant(vacancy(words)));
                case "granted" -> shown(candidate.granted(number(words.get(0))));
                case "extended" -> shown(candidate.extended(number(words.get(0))));
                case "lost" -> shown(candidate.lost(number(words.get(0))));
                case "released" -> shown(candidate.released(number(words.get(0))));
                case "resign" -> shown(candidate.resign());
                case "transfer" -> shown(candidate.transfer(node(words.get(0))));
                case "preferred" -> shown(candidate.preferred(node(words.get(0))));
                case "duties-stopped" -> shown(candidate.dutiesStopped(number(words.get(0))));
                case "duty-given-up" -> shown(candidate.dutyGivenUp(number(words.get(0))));
                case "duty-stuck" -> shown(candidate.dutyStuck(number(words.get(0))));
                case "health" ->
                    shown(candidate.health(
                            words.get(0).equals("ok") ? Health.OK : Health.bad(String.join(" ", words))));
                case "eligible" -> shown(candidate.eligible(Boolean.parseBoolean(words.get(0))));
                case "close" -> shown(candidate.close());
                default -> throw new AssertionError("no such command: " + command);
            };
        }

        private List<String> stand(List<String> settings) {
            candidate = new CandidateUnderTest(builder -> {
                settings.forEach(setting -> set(builder, setting.split("=", 2)));
                return builder;
            });
            return List.of("alpha is " + show(candidate.state()));
        }

        private static void set(CandidateSettings.Builder builder, String[] setting) {
            String value = setting[1];
            switch (setting[0]) {
                case "takeoverDelay" -> builder.takeoverDelay(Transcripts.duration(value));
                case "rest" -> builder.rest(Transcripts.duration(value));
                case "headStart" -> builder.successorHeadStart(Transcripts.duration(value));
                case "minimumHold" -> builder.minimumHold(Transcripts.duration(value));
                case "priority" -> builder.priority(Integer.parseInt(value));
                case "unhealthyAfter" -> builder.unhealthyAfter(Integer.parseInt(value));
                default -> throw new AssertionError("no such setting: " + setting[0]);
            }
        }

        /** {@code vacant}, {@code vacant expired beta 3}, {@code vacant released beta 3 gamma}. */
        private static Vacancy vacancy(List<String> words) {
            if (words.isEmpty()) {
                return Vacancy.fresh();
            }
            Leader former = Sample.leader(node(words.get(1)), number(words.get(2)));
            Optional<NodeId> successor =
                    words.size() > 3 ? Optional.of(node(words.get(3)).id()) : Optional.empty();
            return new Vacancy(
                    Optional.of(former), Vacancy.Cause.valueOf(words.get(0).toUpperCase(Locale.ROOT)), successor);
        }

        private static Node node(String id) {
            return Optional.ofNullable(NODES.get(id)).orElseThrow();
        }

        private static long number(String word) {
            return Long.parseLong(word);
        }

        private static String at(long instant) {
            return Transcripts.since(CandidateUnderTest.ORIGIN, instant);
        }

        private static String show(Candidate.State state) {
            return state.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }

        private static List<String> shown(List<CandidateEffect> effects) {
            Words words = new Words();
            effects.forEach(effect -> effect.performBy(words));
            return words.said;
        }

        /** Puts effects into words. */
        private static final class Words implements CandidateEffect.Performer {
            private final List<String> said = new ArrayList<>();

            @Override
            public void campaign() {
                said.add("ask for leadership");
            }

            @Override
            public void withdraw() {
                said.add("stop asking");
            }

            @Override
            public void lead(Epoch epoch, long certainUntil) {
                said.add("lead under epoch " + epoch + ", certain until " + at(certainUntil));
            }

            @Override
            public void extend(long certainUntil) {
                said.add("certain until " + at(certainUntil));
            }

            @Override
            public void endTenure() {
                said.add("nobody may act");
            }

            @Override
            public void stopDuties(long stopBy) {
                boolean hurry = stopBy - CandidateUnderTest.ORIGIN < CandidateUnderTest.NO_HURRY.toNanos();
                said.add("stop the duties" + (hurry ? " by " + at(stopBy) : ""));
            }

            @Override
            public void release(Epoch epoch, Optional<NodeId> successor) {
                said.add("give back epoch " + epoch
                        + successor.map(node -> " to " + node).orElse(""));
            }

            @Override
            public void abandon(Epoch epoch) {
                said.add("let epoch " + epoch + " lapse");
            }

            @Override
            public void announce(CandidateEvent event) {
                if (event instanceof CandidateEvent.StateChanged moved) {
                    said.add(show(moved.from()) + " -> " + show(moved.to()));
                } else if (event instanceof CandidateEvent.LostLeadership lost) {
                    said.add("event lost_leadership: epoch " + lost.epoch() + ", " + lost.reason() + ", "
                            + lost.detail());
                } else if (event instanceof CandidateEvent.LeaderChanged changed) {
                    said.add("event leader_changed: " + changed.current().node().id() + " under epoch "
                            + changed.current().epoch());
                } else if (event instanceof CandidateEvent.LeaderDown down) {
                    said.add("event leader_down: " + down.former().node().id() + ", " + down.cause());
                } else if (event instanceof CandidateEvent.BecameLeader won) {
                    said.add("event became_leader: epoch " + won.epoch());
                } else {
                    said.add("event " + event.name());
                }
            }

            @Override
            public void fault(String what) {
                said.add("FAULT " + what);
            }

            @Override
            public void leave() {
                said.add("leave the election");
            }
        }
    }
}
