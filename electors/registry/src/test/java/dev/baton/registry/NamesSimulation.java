// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VoterState;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.NetworkConditions;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.stream.IntStream;

/**
 * One run of the name rules of a few nodes on a network that loses, doubles and delays messages and falls apart. At the
 * end all must know the same names, each with an owner that has it.
 */
final class NamesSimulation {
    private static final long SECOND = 1_000_000_000L;
    private static final int SIZE = 4;

    private final long seed;
    private final SeededRandom chance;
    private final Scheduler scheduler;
    private final Network network;
    private final List<Peer> peers = new ArrayList<>();
    private final int[] sides = new int[SIZE];
    private long views;
    private int incarnations;

    NamesSimulation(long seed) {
        this.seed = seed;
        this.chance = new SeededRandom(seed);
        this.scheduler = new Scheduler(chance.split());
        this.network = new Network(scheduler, chance.split());
        for (int i = 0; i < SIZE; i++) {
            peers.add(new Peer(i));
        }
        viewsChange();
    }

    void run() {
        network.weather(new NetworkConditions(Duration.ofMillis(1), Duration.ofMillis(150), 0.2, 0.2));
        disturb();
        runUntil(20 * SECOND);
        network.mendAll();
        network.weather(NetworkConditions.FAIR);
        Arrays.fill(sides, 0);
        viewsChange();
        IntStream.range(0, SIZE).forEach(i -> peers.get(i).register("fresh-" + i));
        runUntil(30 * SECOND);
        check();
    }

    private void runUntil(long limit) {
        while (scheduler.step(limit)) {
            // Each step is one event; what must hold is checked at the end and where names are told to be down.
        }
    }

    private void disturb() {
        scheduler.after(chance.nanos(0, SECOND / 4), () -> {
            if (scheduler.now() < 20 * SECOND) {
                Peer peer = chance.pick(peers);
                String name = "name-" + chance.between(0, 5);
                switch (chance.between(0, 9)) {
                    case 0 -> partition();
                    case 1 -> restart(peer);
                    case 2, 3, 4 -> peer.unregister(name);
                    default -> peer.register(name);
                }
                disturb();
            }
        });
    }

    private void restart(Peer peer) {
        peer.ended = true;
        peers.set(peer.position, new Peer(peer.position));
        viewsChange();
    }

    private void partition() {
        for (int i = 0; i < SIZE; i++) {
            sides[i] = chance.between(0, 1);
        }
        for (int i = 0; i < SIZE; i++) {
            for (int j = 0; j < SIZE; j++) {
                if (sides[i] == sides[j]) {
                    network.mend("p" + i, "p" + j);
                } else {
                    network.cut("p" + i, "p" + j);
                }
            }
        }
        viewsChange();
    }

    /** Members of a side get the same view, but not at the same time. */
    private void viewsChange() {
        long number = ++views;
        for (Peer peer : List.copyOf(peers)) {
            List<GroupMember> here = peers.stream()
                    .filter(other -> sides[other.position] == sides[peer.position])
                    .map(other -> other.member)
                    .toList();
            scheduler.after(chance.nanos(0, SECOND / 2), () -> peer.view(new GroupView(number, here, true)));
        }
    }

    private void check() {
        Map<RegistryName, NameRegistration> truth = peers.get(0).rules.names().table();
        for (Peer peer : peers) {
            Map<RegistryName, NameRegistration> table = peer.rules.names().table();
            require(table.equals(truth), peer + " knows " + table + ", not " + truth);
            require(truth.containsKey(RegistryName.of("fresh-" + peer.position)), peer + " cannot register");
            Set<NameRegistration> owned = new HashSet<>(table.values());
            owned.removeIf(registration -> !registration.owner().equals(peer.member.node()));
            require(
                    owned.equals(new HashSet<>(peer.owned.values())),
                    peer + " has " + peer.owned + ", others believe " + owned);
        }
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError("seed " + seed + ": " + otherwise);
        }
    }

    /** One start of a node. */
    private final class Peer {
        private final int position;
        private final GroupMember member;
        private final RegistryRules rules;
        private final Map<RegistryName, NameRegistration> owned = new HashMap<>();
        private long newestView;
        private long wake = Long.MAX_VALUE;
        private boolean ended;

        Peer(int position) {
            this.position = position;
            Node node = new Node(NodeId.of("p" + position), new Incarnation(++incarnations));
            this.member = new GroupMember(node, true, "");
            this.rules = new RegistryRules(
                    node,
                    RegistrySettings.majorityOf(SIZE),
                    VoterState.EMPTY,
                    chance.split().generator(),
                    scheduler.now());
        }

        void register(String name) {
            step(now -> rules.register(RegistryName.of(name), now));
        }

        void unregister(String name) {
            owned.remove(RegistryName.of(name));
            step(now -> rules.unregister(RegistryName.of(name), now));
        }

        void view(GroupView view) {
            if (view.number() > newestView) {
                newestView = view.number();
                step(now -> rules.view(view, now));
            }
        }

        private void step(LongFunction<List<RegistryEffect>> what) {
            if (!ended) {
                what.apply(scheduler.now()).forEach(this::perform);
                sleepUntil(Math.max(rules.wakeAt(), scheduler.now() + 1));
            }
        }

        private void sleepUntil(long next) {
            wake = next;
            scheduler.after(next - scheduler.now(), () -> {
                if (wake == next) {
                    step(rules::tick);
                }
            });
        }

        private void perform(RegistryEffect effect) {
            if (effect instanceof RegistryEffect.Send send) {
                String to = send.to().id().value();
                network.send("p" + position, to, () -> {
                    Peer peer = peers.get(Integer.parseInt(to.substring(1)));
                    if (peer.member.node().equals(send.to())) {
                        peer.step(now -> peer.rules.received(member, send.message(), now));
                    }
                });
            } else if (effect instanceof RegistryEffect.ResolveName conflict) {
                NameRegistration winner = chance.happens(0.5) ? conflict.one() : conflict.other();
                NameRegistration loser = winner.equals(conflict.one()) ? conflict.other() : conflict.one();
                scheduler.after(SECOND / 10, () -> step(now -> rules.resolvedName(winner, loser, now)));
            } else if (effect instanceof RegistryEffect.Registered registered
                    && registered.taken().isEmpty()) {
                owned.put(registered.asked().name(), registered.asked());
            } else if (effect instanceof RegistryEffect.Down down) {
                owned.remove(down.registration().name(), down.registration());
            }
        }

        @Override
        public String toString() {
            return member.toString();
        }
    }
}
