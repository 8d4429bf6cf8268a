// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A {@link Voter} decides as one that remembers every promise it ever gave, and looks through all of them each time. */
class VoterTwinTest {
    private static final int RUNS = 300;
    private static final int STEPS = 200;
    private static final Duration LEASE = Duration.ofNanos(100);
    private static final long ABSTAINS_UNTIL = 50;

    private final Set<Answer> answers = EnumSet.noneOf(Answer.class);
    private int failures;
    private int renewals;

    @Test
    void itDecidesAsItsSlowTwin() {
        for (int seed = 1; seed <= RUNS; seed++) {
            new Run(seed).run();
        }

        assertThat(answers).contains(Answer.PROMISED, Answer.TAKEN, Answer.EPOCH_TOO_LOW, Answer.ABSTAINS);
        assertThat(failures).as("failed writes").isPositive();
        assertThat(renewals).as("renewals").isPositive();
    }

    private record Given(ElectionName election, Node holder, LeaseToken token, Epoch epoch, long until, boolean over) {
        boolean isLive(long now) {
            return !over && now < until;
        }

        Given ended() {
            return new Given(election, holder, token, epoch, until, true);
        }
    }

    /** All that was ever promised. */
    private static final class Twin {
        private List<Given> given = new ArrayList<>();
        private final Set<LeaseToken> over = new HashSet<>();

        private Optional<Given> live(ElectionName election, long now) {
            return given.stream()
                    .filter(each -> each.election().equals(election) && each.isLive(now))
                    .findAny();
        }

        private Epoch highest(ElectionName election) {
            return given.stream()
                    .filter(each -> each.election().equals(election))
                    .map(Given::epoch)
                    .reduce(Epoch.NONE, Epoch::max);
        }

        Answer ask(Node candidate, Ask ask, long now) {
            if (now < ABSTAINS_UNTIL) {
                return Answer.ABSTAINS;
            }
            if (over.contains(ask.token())) {
                return Answer.TAKEN;
            }
            Optional<Given> live = live(ask.election(), now);
            if (live.isPresent()) {
                return live.get().token().equals(ask.token()) ? Answer.PROMISED : Answer.TAKEN;
            }
            if (!ask.epoch().isAfter(highest(ask.election()))) {
                return Answer.EPOCH_TOO_LOW;
            }
            promise(candidate, ask.election(), ask.token(), ask.epoch(), now);
            return Answer.PROMISED;
        }

        boolean renew(Node leader, Renew renew, long now) {
            boolean another = live(renew.election(), now)
                    .filter(live -> !live.token().equals(renew.token()))
                    .isPresent();
            if (now < ABSTAINS_UNTIL || over.contains(renew.token()) || another) {
                return false;
            }
            promise(leader, renew.election(), renew.token(), renew.epoch(), now);
            return true;
        }

        private void promise(Node to, ElectionName election, LeaseToken token, Epoch epoch, long now) {
            given.replaceAll(each -> each.election().equals(election) ? each.ended() : each);
            given.add(new Given(election, to, token, epoch, now + LEASE.toNanos(), false));
        }

        void drop(ElectionName election, LeaseToken token) {
            over.add(token);
            given.replaceAll(
                    each -> each.election().equals(election) && each.token().equals(token) ? each.ended() : each);
        }

        void gone(Node holder) {
            given.replaceAll(each -> each.holder().equals(holder) ? each.ended() : each);
        }
    }

    private final class Run {
        private final int seed;
        private final SplittableRandom chance;
        private final Voter voter = new Voter(VoterState.EMPTY, () -> Epoch.NONE, ABSTAINS_UNTIL);
        private final Twin twin = new Twin();
        private int tokens;
        private long now;

        Run(int seed) {
            this.seed = seed;
            this.chance = new SplittableRandom(seed);
        }

        void run() {
            for (int step = 0; step < STEPS; step++) {
                now += chance.nextInt(30);
                List<Given> before = List.copyOf(twin.given);
                switch (chance.nextInt(8)) {
                    case 0, 1, 2 -> ask();
                    case 3, 4, 5 -> renew();
                    case 6 -> drop();
                    default -> gone();
                }
                write(before);
                for (int i = 0; i < 3; i++) {
                    assertThat(voter.isPromised(election(i), now))
                            .as("seed %s, step %s, %s", seed, step, election(i))
                            .isEqualTo(twin.live(election(i), now).isPresent());
                }
            }
        }

        private ElectionName election(int number) {
            return ElectionName.of("e" + number);
        }

        private ElectionName anElection() {
            return election(chance.nextInt(3));
        }

        private Node node() {
            int number = 1 + chance.nextInt(3);
            return new Node(NodeId.of("n" + number), new Incarnation(number));
        }

        /** Mostly one of the last. */
        private LeaseToken token() {
            if (chance.nextInt(3) == 0) {
                tokens++;
            }
            return new LeaseToken(1, Math.max(0, tokens - chance.nextInt(4)));
        }

        private Epoch epoch(ElectionName election) {
            return Epoch.of(Math.max(1, twin.highest(election).value() + chance.nextInt(4) - 1));
        }

        private void ask() {
            ElectionName election = anElection();
            Node candidate = node();
            Ask ask = new Ask(election, token(), epoch(election), LEASE, 3);

            Answer answer = voter.ask(candidate, ask, now);

            answers.add(answer);
            assertThat(answer).as("seed %s, %s", seed, ask).isEqualTo(twin.ask(candidate, ask, now));
        }

        private void renew() {
            ElectionName election = anElection();
            Node leader = node();
            Leader says = new Leader(election, leader, epoch(election), Endpoints.NONE);
            Renew renew = new Renew(says, token(), 1, LEASE, 3);

            boolean promised = voter.renew(leader, renew, now);

            renewals += promised ? 1 : 0;
            assertThat(promised).as("seed %s, %s", seed, renew).isEqualTo(twin.renew(leader, renew, now));
        }

        private void drop() {
            ElectionName election = anElection();
            LeaseToken token = token();
            voter.drop(election, token);
            twin.drop(election, token);
        }

        private void gone() {
            Node holder = node();
            voter.gone(holder);
            twin.gone(holder);
        }

        /** What could not be written was never promised. */
        private void write(List<Given> before) {
            voter.toPersist().ifPresent(persist -> {
                assertThat(persist.change().epochs())
                        .isEqualTo(newest(persist.change().epochs()));
                if (chance.nextInt(6) == 0) {
                    failures++;
                    assertThat(voter.failed(persist.number())).isTrue();
                    twin.given = new ArrayList<>(before);
                } else {
                    assertThat(voter.written(persist.number())).isTrue();
                }
            });
        }

        private Map<ElectionName, Epoch> newest(Map<ElectionName, Epoch> written) {
            Map<ElectionName, Epoch> newest = new HashMap<>();
            written.keySet().forEach(election -> newest.put(election, twin.highest(election)));
            return newest;
        }
    }
}
