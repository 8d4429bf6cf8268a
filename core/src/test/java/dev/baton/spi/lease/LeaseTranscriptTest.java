// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.EventWords;
import dev.baton.Node;
import dev.baton.Sample;
import dev.baton.Transcripts;
import dev.baton.internal.check.Validation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

class LeaseTranscriptTest {
    @TestFactory
    Stream<DynamicTest> transcripts() {
        return Transcripts.in("lease", Script::new);
    }

    /** The commands of a lease's transcript. Times are since its start; the timings are those of the default. */
    private static final class Script implements Transcripts.Stage {
        private static final Map<String, Node> NODES =
                Map.of("alpha", Sample.ALPHA, "beta", Sample.BETA, "gamma", Sample.GAMMA);

        private final LeaseUnderTest lease = new LeaseUnderTest();
        private final List<LeaseToken> tokens = new ArrayList<>();
        private int late;

        @Override
        public List<String> play(String command, List<String> words) {
            return switch (command) {
                case "look" -> shown(lease.tick());
                case "advance" -> shown(lease.advance(Transcripts.duration(words.get(0))));
                case "wake" -> shown(lease.wake());
                case "pause" -> {
                    lease.pause(Transcripts.duration(words.get(0)));
                    yield List.of("now " + at(lease.now()));
                }
                case "sleep" -> List.of("until " + at(lease.rules().wakeAt()));
                case "campaign" -> shown(lease.campaign());
                case "withdraw" -> shown(lease.withdraw());
                case "release" ->
                    shown(lease.release(
                            Long.parseLong(words.get(0)),
                            words.size() > 1 ? Optional.of(node(words.get(1)).id()) : Optional.empty()));
                case "abandon" -> shown(lease.abandon(Long.parseLong(words.get(0))));
                case "leave" -> shown(lease.leave());
                case "holder-gone" -> shown(lease.holderGone(node(words.get(0))));
                case "answer" -> shown(lease.reply(reply(words)));
                case "fail" -> shown(lease.fail());
                case "lose-answer" -> {
                    late = lease.call();
                    yield List.of("the answer to call " + late + " is on its way");
                }
                case "late-answer" -> shown(lease.reply(late, reply(words)));
                default -> throw new AssertionError("no such command: " + command);
            };
        }

        /** {@code nothing}, {@code mine 4 10s}, {@code beta 4 7s}, {@code beta 4 expired}, {@code beta 4 released}. */
        private LeaseReply reply(List<String> words) {
            if (words.get(0).equals("nothing")) {
                return new LeaseReply.Answered(Optional.empty());
            }
            boolean mine = words.get(0).equals("mine");
            Node holder = mine ? Sample.ALPHA : node(words.get(0));
            long epoch = Long.parseLong(words.get(1));
            String left = words.get(2);
            boolean over = left.equals("expired") || left.equals("released");
            return new LeaseReply.Answered(Optional.of(new LeaseRow(
                    Sample.leader(holder, epoch),
                    mine ? lease.token() : LeaseUnderTest.FOREIGN,
                    over ? java.time.Duration.ZERO : Transcripts.duration(left),
                    left.equals("released"),
                    words.size() > 3 ? Optional.of(node(words.get(3)).id()) : Optional.empty())));
        }

        private static Node node(String id) {
            return Optional.ofNullable(NODES.get(id)).orElseThrow();
        }

        private static String at(long instant) {
            return Transcripts.since(LeaseUnderTest.ORIGIN, instant);
        }

        private List<String> shown(List<LeaseEffect> effects) {
            List<String> said = new ArrayList<>();
            for (LeaseEffect effect : effects) {
                if (effect instanceof LeaseEffect.Send send) {
                    said.add("call " + send.call() + ": " + send.request().answerBy(new RequestWords()));
                } else if (effect instanceof LeaseEffect.Tell tell) {
                    tell.event().deliverTo(new EventWords(LeaseUnderTest.ORIGIN, said::add));
                }
            }
            return said;
        }

        /** Tokens are numbered in the order in which they appear. */
        private String number(LeaseToken token) {
            if (!tokens.contains(token)) {
                tokens.add(token);
            }
            return "token " + (tokens.indexOf(token) + 1);
        }

        private final class RequestWords implements LeaseRequest.Handler<String> {
            @Override
            public String read(LeaseRequest.Read request) {
                return "read";
            }

            @Override
            public String acquire(LeaseRequest.Acquire request) {
                return "acquire with " + number(request.token()) + " above epoch " + request.floor()
                        + (request.gone().isPresent() ? ", holder is gone" : "");
            }

            @Override
            public String renew(LeaseRequest.Renew request) {
                return "renew " + number(request.token()) + " for " + Validation.show(request.lease());
            }

            @Override
            public String release(LeaseRequest.Release request) {
                return "release " + number(request.token())
                        + request.successor().map(node -> " to " + node).orElse("");
            }

            @Override
            public String claim(LeaseRequest.Claim request) {
                return "claim " + number(request.token()) + " with priority "
                        + request.claim().priority().value();
            }
        }
    }
}
