// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.MemoryLedger;
import dev.baton.quorum.Voting;
import dev.baton.quorum.VotingEffect;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Extended;
import dev.baton.spi.ElectorEvent.Granted;
import dev.baton.spi.ElectorEvent.Lost;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** A few nodes of pure rules, with a clock that the test moves and links that it cuts. Messages arrive at once. */
final class RulesCluster {
    static final ElectionName ELECTION = ElectionName.of("coordinator");
    static final Duration LEASE = RegistrySettings.TERMS.lease();
    /** Longer than a voter abstains after its start. */
    static final Duration A_WHILE = LEASE.plusMillis(100);

    private final RegistrySettings settings;
    private final Map<String, RegistryRules> rules = new LinkedHashMap<>();
    private final Map<String, GroupMember> members = new TreeMap<>();
    private final Map<String, List<ElectorEvent>> events = new TreeMap<>();
    private final Map<String, List<RegistryEffect>> effects = new TreeMap<>();
    private final Map<String, List<VotingEffect>> decided = new TreeMap<>();
    private final Map<String, MemoryLedger> ledgers = new TreeMap<>();
    private final Map<String, String> sides = new TreeMap<>();
    private final Deque<Runnable> mail = new ArrayDeque<>();
    private List<Happened> happened = new ArrayList<>();
    private long now = 1_000;
    private long views;
    private long incarnations;

    /** What a node wanted done. */
    record Happened(String id, RegistryEffect effect) {}

    /** What happened since the last time, in this order. */
    List<Happened> takeHappened() {
        List<Happened> taken = happened;
        happened = new ArrayList<>();
        return taken;
    }

    RegistrySettings settings() {
        return settings;
    }

    RulesCluster(RegistrySettings settings, String... ids) {
        this.settings = settings;
        for (String id : ids) {
            start(id);
        }
        views();
    }

    /** Three voters that have waited out their start. */
    static RulesCluster three() {
        RulesCluster cluster = new RulesCluster(RegistrySettings.majorityOf(3), "a", "b", "c");
        cluster.advance(A_WHILE);
        return cluster;
    }

    /** Whether what this node was granted last is certain now. */
    boolean acts(String id) {
        List<Granted> granted = events(id, Granted.class);
        List<Extended> extended = events(id, Extended.class);
        return !granted.isEmpty()
                && events(id, Lost.class).size() < granted.size()
                && MonotonicTime.isBefore(
                        now,
                        extended.isEmpty()
                                ? granted.get(granted.size() - 1).validity().certainUntil()
                                : extended.get(extended.size() - 1).validity().certainUntil());
    }

    static RulesCluster threeLedByA() {
        RulesCluster cluster = three();
        cluster.campaign("a");
        assertThat(cluster.events("a", Granted.class)).hasSize(1);
        return cluster;
    }

    /** The epoch of a node's last leadership. */
    Epoch epoch(String id) {
        List<Granted> granted = events(id, Granted.class);
        return granted.get(granted.size() - 1).epoch();
    }

    void start(String id) {
        start(id, settings);
    }

    void loseStateFile(String id) {
        ledgers.remove(id);
    }

    void start(String id, RegistrySettings settings) {
        Node node = new Node(NodeId.of(id), new Incarnation(++incarnations));
        members.put(id, new GroupMember(node, settings.voter(), ""));
        events.put(id, new ArrayList<>());
        effects.put(id, new ArrayList<>());
        decided.put(id, new ArrayList<>());
        sides.put(id, "");
        MemoryLedger ledger = ledgers.computeIfAbsent(id, first -> new MemoryLedger());
        rules.put(id, new RegistryRules(node, settings, ledger.read(), new SplittableRandom(incarnations), now));
        run(
                id,
                rules.get(id)
                        .elect(
                                (voting, at) -> voting.enter(new ElectionEntry(ELECTION, node, Endpoints.NONE), at),
                                now));
    }

    /** Puts nodes on sides; who is on another side is neither seen nor heard. */
    void sides(Map<String, String> where) {
        sides.putAll(where);
        views();
    }

    void heal() {
        sides.replaceAll((id, side) -> "");
        views();
    }

    private void views() {
        views++;
        rules.keySet().forEach(id -> {
            List<GroupMember> here = members.keySet().stream()
                    .filter(other -> sides.get(other).equals(sides.get(id)))
                    .filter(rules::containsKey)
                    .map(members::get)
                    .toList();
            run(id, rules.get(id).view(new GroupView(views, here, true), now));
        });
        deliver();
    }

    /** A message reaches a node, whatever the links are like. */
    void hears(String id, GroupMember from, RegistryMessage message) {
        run(id, rules.get(id).received(from, message, now));
        deliver();
    }

    void crash(String id) {
        rules.remove(id);
        views();
    }

    void proveGone(String id) {
        List.copyOf(rules.keySet())
                .forEach(other ->
                        run(other, rules.get(other).gone(members.get(id).node(), now)));
        deliver();
    }

    RegistryRules rules(String id) {
        return rules.get(id);
    }

    GroupMember member(String id) {
        return members.get(id);
    }

    MemoryLedger ledger(String id) {
        return ledgers.get(id);
    }

    long now() {
        return now;
    }

    void campaign(String id) {
        run(id, rules.get(id).elect((voting, at) -> voting.campaign(ELECTION, Priority.DEFAULT, at), now));
        deliver();
    }

    /** Performs what a step of a node asks for. */
    void step(String id, List<RegistryEffect> result) {
        run(id, result);
        deliver();
    }

    private void run(String id, List<RegistryEffect> result) {
        for (RegistryEffect effect : new WrittenAtOnce(rules.get(id), ledgers.get(id)).after(result, now)) {
            effects.get(id).add(effect);
            happened.add(new Happened(id, effect));
            if (effect instanceof RegistryEffect.Elect elect) {
                decided.get(id).add(elect.effect());
                if (elect.effect() instanceof VotingEffect.Tell tell) {
                    events.get(id).add(tell.event());
                }
            } else if (effect instanceof RegistryEffect.Send send) {
                String to = send.to().id().value();
                mail.add(() -> {
                    if (rules.containsKey(to)
                            && rules.containsKey(id)
                            && sides.get(to).equals(sides.get(id))
                            && members.get(to).node().equals(send.to())) {
                        run(to, rules.get(to).received(members.get(id), send.message(), now));
                    }
                });
            }
        }
    }

    private void deliver() {
        for (Runnable next = mail.poll(); next != null; next = mail.poll()) {
            next.run();
        }
    }

    /** Lets time pass in small steps. */
    void advance(Duration time) {
        long end = now + time.toNanos();
        while (now < end) {
            now = Math.min(end, now + 10_000_000);
            List.copyOf(rules.keySet()).forEach(id -> run(id, rules.get(id).tick(now)));
            deliver();
        }
    }

    <E extends ElectorEvent> List<E> events(String id, Class<E> kind) {
        return events.get(id).stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    /** Something happens in the election at a node. */
    void elect(String id, BiFunction<Voting, Long, List<VotingEffect>> what) {
        step(id, rules.get(id).elect(what, now));
    }

    /** The conflicts that a node has to have resolved. */
    List<VotingEffect.Resolve> conflicts(String id) {
        return decided.get(id).stream()
                .filter(VotingEffect.Resolve.class::isInstance)
                .map(VotingEffect.Resolve.class::cast)
                .toList();
    }

    <E extends RegistryEffect> List<E> effects(String id, Class<E> kind) {
        return effects.get(id).stream().filter(kind::isInstance).map(kind::cast).toList();
    }
}
