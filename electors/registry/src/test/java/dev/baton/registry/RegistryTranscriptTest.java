// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.ElectionName;
import dev.baton.EventWords;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.Transcripts;
import dev.baton.quorum.VoterState;
import dev.baton.quorum.VotingEffect;
import dev.baton.quorum.VotingMessage;
import dev.baton.registry.RulesCluster.Happened;
import dev.baton.spi.ElectorEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** What the nodes of a registry are told, through partitions, crashes and restarts. */
class RegistryTranscriptTest {
    /** When the clock of a {@link RulesCluster} begins. */
    private static final long ORIGIN = 1_000;

    @TestFactory
    Stream<DynamicTest> transcripts() {
        return Transcripts.in("registry", Script::new);
    }

    /** Messages arrive at once, where there is a link, and are not shown. Times are since the start. */
    private static final class Script implements Transcripts.Stage {
        private RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(1));
        private final List<String> said = new ArrayList<>();
        /** The conflict that waits for a choice, by the node that has to choose. */
        private final Map<String, RegistryEffect.ResolveName> names = new HashMap<>();

        @Override
        public List<String> play(String command, List<String> words) {
            switch (command) {
                case "voters" -> begin(RegistrySettings.majorityOf(words.size()), words);
                case "members-without-quorum" ->
                    begin(RegistrySettings.withoutQuorum(words.size(), Duration.ofSeconds(10)), words);
                case "advance" -> cluster.advance(Transcripts.duration(words.get(0)));
                case "sides" -> cluster.sides(sides(words));
                case "heal" -> cluster.heal();
                case "crash" -> cluster.crash(words.get(0));
                case "prove-gone" -> cluster.proveGone(words.get(0));
                case "start" -> {
                    cluster.start(words.get(0));
                    cluster.sides(Map.of());
                }
                case "start-without-file" -> {
                    cluster.loseStateFile(words.get(0));
                    cluster.start(words.get(0));
                    cluster.sides(Map.of());
                }
                case "campaign" -> cluster.campaign(words.get(0));
                case "full-disk" -> cluster.ledger(words.get(0)).full(true);
                case "resolve" -> resolve(words.get(0), NodeId.of(words.get(1)));
                case "register" -> atNode(words, RegistryRules::register);
                case "unregister" -> atNode(words, RegistryRules::unregister);
                case "resolve-name" -> resolveName(words.get(0), NodeId.of(words.get(1)));
                case "names" -> names(words.get(0));
                default -> throw new AssertionError("no such command: " + command);
            }
            for (Happened each : cluster.takeHappened()) {
                each.effect().performBy(new Words(each.id()));
            }
            List<String> told = List.copyOf(said);
            said.clear();
            return told;
        }

        /** Each of them says that it has no state file yet, which is not shown. */
        private void begin(RegistrySettings settings, List<String> ids) {
            cluster = new RulesCluster(settings, ids.toArray(String[]::new));
            cluster.takeHappened();
        }

        private static Map<String, String> sides(List<String> words) {
            Map<String, String> sides = new HashMap<>();
            words.forEach(
                    word -> sides.put(word.substring(0, word.indexOf('=')), word.substring(word.indexOf('=') + 1)));
            return sides;
        }

        private interface Call {
            List<RegistryEffect> of(RegistryRules rules, RegistryName name, long now);
        }

        private void atNode(List<String> words, Call call) {
            String id = words.get(0);
            cluster.step(id, call.of(cluster.rules(id), RegistryName.of(words.get(1)), cluster.now()));
        }

        private void resolve(String chooser, NodeId winner) {
            cluster.elect(chooser, (voting, now) -> voting.resolved(RulesCluster.ELECTION, winner, now));
        }

        private void resolveName(String chooser, NodeId winner) {
            RegistryEffect.ResolveName conflict =
                    Optional.ofNullable(names.remove(chooser)).orElseThrow();
            boolean firstWins = conflict.one().owner().id().equals(winner);
            cluster.step(
                    chooser,
                    cluster.rules(chooser)
                            .resolvedName(
                                    firstWins ? conflict.one() : conflict.other(),
                                    firstWins ? conflict.other() : conflict.one(),
                                    cluster.now()));
        }

        private void names(String id) {
            cluster.rules(id).names().table().values().stream()
                    .map(registration -> id + " finds " + registration.name() + " at "
                            + registration.owner().id())
                    .sorted()
                    .forEach(said::add);
        }

        /** Puts what a node wants done into words. */
        private final class Words implements RegistryEffect.Performer, VotingEffect.Performer {
            private final String id;

            Words(String id) {
                this.id = id;
            }

            private void say(String what) {
                said.add(id + ": " + what);
            }

            @Override
            public void send(Node to, RegistryMessage message) {}

            @Override
            public void send(Node to, VotingMessage message) {}

            @Override
            public void persist(long number, VoterState change) {}

            @Override
            public void remember(Map<NodeId, String> voters) {
                say("remembers the voters " + new TreeSet<>(voters.keySet()));
            }

            @Override
            public void elect(VotingEffect effect) {
                effect.performBy(this);
            }

            @Override
            public void tell(ElectionName election, ElectorEvent event) {
                event.deliverTo(new EventWords(ORIGIN, this::say));
            }

            @Override
            public void watch(Node holder, Leader leader) {}

            @Override
            public void resolve(ElectionName election, Leader one, Leader other) {
                say("has to choose between the leaders " + one.node().id() + " and "
                        + other.node().id());
            }

            @Override
            public void resolveName(NameRegistration one, NameRegistration other) {
                names.put(id, new RegistryEffect.ResolveName(one, other));
                say("has to choose who has " + one.name() + ", " + one.owner().id() + " or "
                        + other.owner().id());
            }

            @Override
            public void registered(NameRegistration asked, Optional<NameRegistration> taken) {
                say(taken.map(other ->
                                asked.name() + " is taken by " + other.owner().id())
                        .orElse("has " + asked.name()));
            }

            @Override
            public void down(NameRegistration registration, DownReason reason) {
                say(registration.name() + " of " + registration.owner().id() + " has ended, " + reason);
            }
        }
    }
}
