// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.controller.encoding.FieldReader;
import dev.baton.raft.simulation.GroupFlaw;
import dev.baton.raft.simulation.SimulatedGroup;
import dev.baton.raft.simulation.SimulatedMember;
import dev.baton.testkit.simulation.Network;
import dev.baton.testkit.simulation.NetworkConditions;
import dev.baton.testkit.simulation.Scheduler;
import dev.baton.testkit.simulation.SeededRandom;
import dev.baton.testkit.simulation.SimulatedProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A controller on a simulated group: random requests of several clients, while members crash, pause and are cut off. */
final class ControllerSimulation {
    private static final long SECOND = 1_000_000_000L;
    private static final long TROUBLE = 40 * SECOND;
    private static final long CALM = 60 * SECOND;
    private static final NetworkConditions STORMY =
            new NetworkConditions(Duration.ofMillis(1), Duration.ofMillis(200), 0.1, 0.1);
    private static final int CLIENTS = 3;
    private static final Duration NODE_TIMEOUT = Duration.ofSeconds(4);
    private static final Duration REPLACE_LOST_AFTER = Duration.ofSeconds(7);
    private static final List<String> NODES = List.of("n1", "n2", "n3", "n4");

    private final long seed;
    private final ControllerFlaw flaw;
    private final SeededRandom chance;
    private final Scheduler scheduler;
    private final Network network;
    private final SimulatedGroup group;
    private final List<String> names;
    private final Map<String, SimulatedProcess> processes = new HashMap<>();
    private final Map<String, FlawedPart> parts = new HashMap<>();
    private final ControllerRules rules = new ControllerRules();
    private final Map<GroupId, Long> dataTerms = new HashMap<>();
    private final List<byte[]> saved = new ArrayList<>();
    private final Map<RequestId, byte[]> restores = new HashMap<>();
    private int operations;
    private boolean calm;
    private @Nullable AssertionError found;
    final Map<String, Integer> facts = new HashMap<>();

    ControllerSimulation(long seed, ControllerFlaw flaw, Set<GroupFlaw> engineFlaws) {
        this.seed = seed;
        this.flaw = flaw;
        chance = new SeededRandom(seed);
        scheduler = new Scheduler(chance.split());
        network = new Network(scheduler, chance.split());
        names = IntStream.rangeClosed(1, chance.happens(0.7) ? 3 : 5)
                .mapToObj(it -> "m" + it)
                .toList();
        group = new SimulatedGroup(scheduler, network, chance.split(), names, engineFlaws, why -> {
            throw new AssertionError(why);
        });
        group.whenSeen(fact -> seen(fact.name()));
    }

    void run() {
        try {
            names.forEach(this::start);
            for (int client = 1; client <= CLIENTS; client++) {
                startClient("c" + client, client);
            }
            startReader("r1", 11);
            startReader("r2", 12);
            scheduler.after(SECOND, this::look);
            scheduler.after(2 * SECOND, this::disturb);
            advance(TROUBLE);
            calm = true;
            network.mendAll();
            network.weather(NetworkConditions.FAIR);
            names.forEach(name -> {
                processes.get(name).resume();
                if (processes.get(name).hasEnded()) {
                    start(name);
                }
            });
            advance(TROUBLE + CALM);
            finish();
        } catch (AssertionError | RuntimeException failure) {
            throw new AssertionError("seed " + seed + ": " + failure.getMessage(), failure);
        }
    }

    private void advance(long until) {
        while (scheduler.step(until)) {
            // each event by itself
        }
    }

    private void start(String name) {
        SimulatedProcess process = new SimulatedProcess(scheduler, chance.split());
        processes.put(name, process);
        SeededRandom ids = chance.split();
        long origin = chance.happens(0.3) ? Long.MAX_VALUE - chance.nanos(0, TROUBLE) : chance.nanos(0, CALM);
        ControllerPart part = new ControllerPart(
                new ControllerSettings(NODE_TIMEOUT, Duration.ofSeconds(2), 2)
                        .withReplaceLostAfter(
                                flaw == ControllerFlaw.FENCED_IS_LOST ? NODE_TIMEOUT : REPLACE_LOST_AFTER),
                () -> origin + scheduler.now(),
                () -> new UUID(ids.generator().nextLong(), ids.generator().nextLong()));
        FlawedPart flawed = new FlawedPart(part, flaw, names.indexOf(name), overheard());
        parts.put(name, flawed);
        group.start(name, process, List.of(flawed));
    }

    private FlawedPart.Overheard overheard() {
        return new FlawedPart.Overheard() {
            @Override
            public void applied(long index, DecidedEntry entry, List<RequestAnswer> answers) {
                rules.applied(index, entry, answers);
                entry.items().forEach(item -> seen(item.outcome().getClass().getSimpleName()));
            }

            @Override
            public void asked(RestoreState restore, RequestId id) {
                restores.put(id, restore.saved());
            }

            @Override
            public ControllerState saved(RequestId id) {
                return ControllerState.read(new FieldReader(restores.get(id)));
            }

            @Override
            public LeadRules leads() {
                return new LeadRules(scheduler::now, REPLACE_LOST_AFTER, why -> rethrow(null, why));
            }
        };
    }

    private void startClient(String name, long id) {
        SimulatedProcess process = new SimulatedProcess(scheduler, chance.split());
        ControllerClient client = new ControllerClient(group.client(name, process), scheduler::now, id);
        process.after(chance.nanos(0, SECOND), () -> ask(process, client, chance.split()));
    }

    /** Reads all the time, from the leader that it knows for as long as that answers. */
    private void startReader(String name, long id) {
        SimulatedProcess process = new SimulatedProcess(scheduler, chance.split());
        ControllerClient client = new ControllerClient(group.client(name, process), scheduler::now, id);
        readOn(process, client, chance.split());
    }

    private void readOn(SimulatedProcess process, ControllerClient client, SeededRandom pauses) {
        CompletableFuture<?> unused = read(client, Duration.ofSeconds(3))
                .whenComplete((done, failed) ->
                        process.after(pauses.nanos(SECOND / 20, SECOND / 3), () -> readOn(process, client, pauses)));
    }

    private void ask(SimulatedProcess process, ControllerClient client, SeededRandom what) {
        CompletableFuture<?> asked =
                calm && what.happens(0.5) ? CompletableFuture.completedFuture(null) : any(client, what);
        CompletableFuture<?> unused = asked.whenComplete(
                (done, failed) -> process.after(what.nanos(0, SECOND / 2), () -> ask(process, client, what)));
    }

    private CompletableFuture<?> any(ControllerClient client, SeededRandom what) {
        Duration within = Duration.ofMillis(what.between(300, 9_000));
        String topic = "t" + what.between(1, 5);
        NodeId node = NodeId.of(what.pick(NODES));
        int kind = what.between(0, 13);
        return switch (kind) {
            case 0, 1, 2 -> create(client, topic, what.between(1, 5), what.between(1, 3), within);
            case 3 -> unchecked(client.deleteTopic(topic, within));
            case 4 -> alter(client, topic, what.between(1, 7), within);
            case 5 ->
                unchecked(client.register(
                        ClusterNode.of(node, new Incarnation(node.hashCode() | 1L))
                                .inZone("z" + what.between(1, 2))
                                .at(Endpoints.of(ClusterNode.MEMBER, node + "@disk=10.0.0.1:7500")),
                        within));
            case 6 -> unchecked(client.drain(node, what.happens(0.3), within));
            case 7 -> unchecked(client.remove(node, within));
            case 8, 9 -> heartbeat(client, node, what, within);
            case 10 ->
                unchecked(client.movePartition(
                        topic,
                        what.between(0, 2),
                        what.happens(0.5) ? List.of(NodeId.of("n1"), NodeId.of("n2")) : List.of(node),
                        within));
            case 11 -> unchecked(client.save(within).thenAccept(saved::add));
            // Not at the end: what is created then must not be deleted again.
            case 12 -> saved.isEmpty() || calm ? read(client, within) : restore(client, what.pick(saved), within);
            default -> read(client, within);
        };
    }

    private CompletableFuture<?> restore(ControllerClient client, byte[] state, Duration within) {
        return unchecked(client.restore(state, within).thenAccept(done -> {
            seen(done.created() > 0 ? "RESTORED_AS_NEW" : "RESTORED");
            seen(done.altered() > 0 ? "RESTORED_SETTINGS" : "RESTORED");
        }));
    }

    private CompletableFuture<?> create(
            ControllerClient client, String topic, int partitions, int replicas, Duration within) {
        String operation = "create-" + ++operations;
        return checked(
                operation, client.createTopic(topic, partitions, replicas, settings(operation, partitions), within));
    }

    private CompletableFuture<?> alter(ControllerClient client, String topic, int partitions, Duration within) {
        String operation = "alter-" + ++operations;
        return checked(operation, client.alterTopic(topic, partitions, settings(operation, partitions), within));
    }

    private static Map<String, String> settings(String operation, int partitions) {
        return Map.of(ControllerRules.OPERATION, operation, ControllerRules.WANTED, Integer.toString(partitions));
    }

    private CompletableFuture<?> checked(String operation, CompletableFuture<?> asked) {
        return asked.handle((done, failed) -> {
                    Throwable why = failed instanceof CompletionException wrapped ? wrapped.getCause() : failed;
                    if (why == null) {
                        seen("ACKNOWLEDGED");
                        rules.acknowledged(operation);
                    } else if (why instanceof OutcomeUnknownException) {
                        seen(rules.wasDone(operation) ? "UNKNOWN_AND_DONE" : "UNKNOWN_AND_NOT_DONE");
                    } else if (why instanceof RequestRejectedException || why instanceof UnavailableException) {
                        seen(why.getClass().getSimpleName());
                        rules.notDone(operation, why.getMessage());
                    } else {
                        throw new AssertionError(operation + " failed strangely: " + why, why);
                    }
                    return null;
                })
                .whenComplete(this::rethrow);
    }

    private CompletableFuture<?> unchecked(CompletableFuture<?> asked) {
        return asked.handle((done, failed) -> null);
    }

    private CompletableFuture<?> heartbeat(ControllerClient client, NodeId node, SeededRandom what, Duration within) {
        List<LeaderReport> reports = new ArrayList<>();
        for (ReplicaGroup any : List.copyOf(parts.get("m1").part.readApplied(it -> it.state.groups.values()))) {
            if (what.happens(0.3)) {
                long term = dataTerms.merge(any.id(), 1L, Long::sum);
                reports.add(
                        new LeaderReport(any.id(), Epoch.of(what.happens(0.3) ? Math.max(1, term - 1) : term), true));
            }
        }
        List<GroupReplicas> settled = parts.get("m1")
                .part
                .readApplied(it -> it.state.groups.values().stream()
                        .filter(group -> group.isMoving() && group.leader().equals(Optional.of(node)))
                        .map(group -> new GroupReplicas(group.id(), Set.copyOf(group.replicas())))
                        .toList());
        return unchecked(client.heartbeat(node, new Incarnation(node.hashCode() | 1L), reports, settled, within));
    }

    private CompletableFuture<?> read(ControllerClient client, Duration within) {
        long atLeast = rules.mustBeRead();
        return client.latestVersion(within)
                .handle((version, failed) -> {
                    if (version != null) {
                        seen("READ");
                        rules.read(version, atLeast);
                    }
                    return null;
                })
                .whenComplete(this::rethrow);
    }

    /** What is thrown within a future is not seen by anyone. */
    private void rethrow(@Nullable Object ignored, @Nullable Throwable failure) {
        Throwable why = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (why instanceof AssertionError error && found == null) {
            found = error;
        }
    }

    private void look() {
        if (found != null) {
            throw found;
        }
        names.forEach(name -> rules.look(name, parts.get(name).part));
        scheduler.after(SECOND / 4, this::look);
    }

    private void disturb() {
        if (calm) {
            return;
        }
        String name = chance.pick(names);
        SimulatedProcess process = processes.get(name);
        switch (chance.between(0, 6)) {
            case 0, 1 -> crash(name, process);
            case 2 -> process.pauseFor(chance.nanos(SECOND / 10, 5 * SECOND));
            case 3 -> names.stream().filter(it -> !it.equals(name)).forEach(it -> network.cutBothWays(name, it));
            case 4 -> network.mendAll();
            case 5 ->
                group.members().stream().filter(it -> it.name().equals(name)).forEach(SimulatedMember::forceElection);
            default -> network.weather(chance.happens(0.5) ? STORMY : NetworkConditions.FAIR);
        }
        scheduler.after(chance.nanos(SECOND / 5, 3 * SECOND), this::disturb);
    }

    private void crash(String name, SimulatedProcess process) {
        if (!process.hasEnded()) {
            process.end();
            scheduler.after(chance.nanos(SECOND / 10, 4 * SECOND), () -> {
                if (processes.get(name).hasEnded()) {
                    start(name);
                }
            });
        }
    }

    /** Everyone has come to the same, and it is still possible to do something. */
    private void finish() {
        SimulatedProcess process = new SimulatedProcess(scheduler, chance.split());
        ControllerClient client = new ControllerClient(group.client("last", process), scheduler::now, 99);
        CompletableFuture<?> last = client.register(
                        ClusterNode.of(NodeId.of("n9"), new Incarnation(9)), Duration.ofSeconds(20))
                .thenCompose(epoch -> create(client, "last", 3, 1, Duration.ofSeconds(20)));
        advance(scheduler.now() + 45 * SECOND);
        if (found != null) {
            throw found;
        }
        if (!last.isDone() || parts.values().stream().noneMatch(this::hasLast)) {
            throw new AssertionError("after all is well again, nothing can be done: " + last);
        }
        names.forEach(name -> rules.look(name, parts.get(name).part));
    }

    private boolean hasLast(FlawedPart part) {
        return part.part.read(view -> view.topic(TopicName.of("last")).isPresent());
    }

    private void seen(String fact) {
        facts.merge(fact, 1, Integer::sum);
    }
}
