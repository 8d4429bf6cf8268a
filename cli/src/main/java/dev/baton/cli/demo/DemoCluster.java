// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import dev.baton.admin.AdminClient;
import dev.baton.admin.Operation;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.demo.ActivityFile.Span;
import dev.baton.cli.demo.DemoFailure.NotNow;
import dev.baton.cli.demo.DemoProcess.Condition;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The nodes, and what is done to them. One action at a time. */
final class DemoCluster implements AutoCloseable {
    private static final String PAUSE = "pause";
    private static final String RESIGN = "resign";
    private static final int DEFAULT_PORT = 7400;
    private static final int MAX_NODES = 20;
    private static final int MAX_TRIES = 5;
    /** How a node says that the leadership was no longer there. */
    private static final Set<String> ALREADY_OVER = Set.of("NOT_LEADER", "STALE_EPOCH");

    private static final Duration MAX_START = Duration.ofSeconds(90);
    private static final Duration MAX_HAND_OVER = Duration.ofSeconds(30);
    private static final Duration ASK_EVERY = Duration.ofMillis(50);

    private final DemoBackend backend;
    private final DemoProcesses processes = DemoProcesses.open();
    private final Consumer<DemoEvent> listener;
    private final AdminClient http = new AdminClient(Optional.empty(), DemoProcess.PATIENCE, Optional.empty());
    private final ProtectedResource resource;
    private final List<DemoNode> nodes = new CopyOnWriteArrayList<>();
    private final Reporter reporter;
    private final AtomicBoolean closed = new AtomicBoolean();

    DemoCluster(DemoBackend backend, Consumer<DemoEvent> listener, BiConsumer<HandOver, String> handOvers) {
        this.backend = backend;
        this.listener = listener;
        this.reporter = new Reporter(nodes, http, listener, handOvers);
        this.resource = new ProtectedResource(listener);
    }

    List<DemoNode> nodes() {
        return nodes;
    }

    Reporter reporter() {
        return reporter;
    }

    /** Starts the nodes and waits for their first leader. */
    void open(int count) {
        for (int i = 1; i <= count; i++) {
            nodes.add(start("n" + i));
        }
        nodes.forEach(this::awaitServing);
        nodes.forEach(this::awaitInformed);
        reporter.start();
        PollUntil.until("a first leader", MAX_HAND_OVER, () -> leader().isPresent());
        Span first = leader().orElseThrow();
        listener.accept(DemoEvent.of("first_leader", first.node() + " leads under epoch " + first.epoch())
                .with(JsonOutput.object().put("node", first.node()).put("epoch", first.epoch())));
    }

    private DemoNode start(String id) {
        int usual = DEFAULT_PORT + Integer.parseInt(id.substring(1)) - 1;
        return DemoNode.start(processes, id, backend.section(id, processes.folder()), usual, resource.address(id));
    }

    private void awaitServing(DemoNode node) {
        PollUntil.until(
                node.id() + " serves", MAX_START, () -> node.address().isPresent() || node.condition() != Condition.UP);
        if (node.condition() != Condition.UP) {
            throw new DemoFailure(
                    node.id() + " does not start: " + node.process().lastWords());
        }
        String dashboard = node.address().orElseThrow() + "/";
        listener.accept(DemoEvent.of("node", node.id() + " serves " + dashboard)
                .with(JsonOutput.object()
                        .put("node", node.id())
                        .put("pid", node.process().pid())
                        .put("dashboard", dashboard)));
    }

    /** Who does not know the leader may not have found the others yet, and would be of no help if that one went. */
    private void awaitInformed(DemoNode node) {
        PollUntil.until(
                node.id() + " knows the leader",
                MAX_START,
                () -> leader().filter(it -> knows(node, it)).isPresent());
    }

    private boolean knows(DemoNode node, Span leader) {
        LockSupport.parkNanos(ASK_EVERY.toNanos());
        try {
            return node.client(http)
                    .map(client -> client.get("/api/v1/local").at("/elections/0/leader/epoch"))
                    .filter(seen -> seen.asLong() == leader.epoch())
                    .isPresent();
        } catch (CommandFailure notYet) {
            return false;
        }
    }

    /** The leadership with the highest epoch, unless its node is down or said that it is over. */
    Optional<Span> leader() {
        return spans().max(Comparator.comparingLong(Span::epoch))
                .filter(span -> node(span.node()).condition() == Condition.UP)
                .filter(span -> !reporter.knowsOfItsLoss(span.node(), span.epoch()));
    }

    private Stream<Span> spans() {
        return nodes.stream().flatMap(node -> node.spans().stream());
    }

    private DemoNode node(String id) {
        return nodes.stream()
                .filter(node -> node.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new DemoFailure("there is no node " + id));
    }

    List<DemoAction> actions() {
        return List.of(
                action("k", "kill", "kill the leader", this::kill),
                action("p", PAUSE, "pause it", this::pause),
                action("r", RESIGN, "let it resign", () -> replaceLeader(RESIGN, this::resign)),
                action("s", "restart", "restart the killed", this::restart),
                action("a", "add", "add a node", this::add));
    }

    private DemoAction action(String key, String name, String hint, Runnable part) {
        return new DemoAction(key, name, hint, () -> {
            reporter.tell();
            part.run();
            reporter.tell();
        });
    }

    private void kill() {
        replaceLeader("kill", (node, span) -> surely(node.process()::kill));
    }

    /** Something that ends a leadership, unless it ended by itself just before. */
    private interface Disruption {
        boolean inflictOn(DemoNode node, Span span);
    }

    private Span replaceLeader(String action, Disruption disruption) {
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            Optional<Span> ended = tryToReplaceLeader(action, disruption);
            if (ended.isPresent()) {
                return ended.get();
            }
        }
        throw new DemoFailure("no leader stays long enough to " + action);
    }

    private Optional<Span> tryToReplaceLeader(String action, Disruption disruption) {
        PollUntil.until("a leader", MAX_HAND_OVER, () -> leader().isPresent());
        Span before = leader().orElseThrow();
        DemoNode victim = node(before.node());
        if (!action.equals(RESIGN) || nodes.size() == 1) {
            requireMajorityWithout(victim);
        }
        reporter.cause(before.epoch(), action);
        listener.accept(DemoEvent.of("action", action + " " + victim.id())
                .with(JsonOutput.object()
                        .put("action", action)
                        .put("node", victim.id())
                        .put("epoch", before.epoch())));
        if (!disruption.inflictOn(victim, before)) {
            reporter.noCause(before.epoch());
            return Optional.empty();
        }
        PollUntil.until(
                "a leader after " + victim.id(),
                MAX_HAND_OVER,
                () -> leader().filter(next -> next.epoch() > before.epoch()).isPresent());
        PollUntil.until(
                "word of the leader after " + victim.id(),
                MAX_HAND_OVER,
                () -> leader().filter(next -> reporter.toldOfItsBeginning(next.node(), next.epoch()))
                        .isPresent());
        return Optional.of(before);
    }

    /** Better said before than after thirty seconds without a leader. */
    private void requireMajorityWithout(DemoNode victim) {
        List<String> all = nodes.stream().map(DemoNode::id).toList();
        List<String> left = nodes.stream()
                .filter(node -> node != victim && node.condition() == Condition.UP)
                .map(DemoNode::id)
                .toList();
        if (left.isEmpty()) {
            throw new NotNow("no other node is running to take over: press s or a first");
        }
        if (!backend.canElect(left, all)) {
            throw new NotNow("without " + victim.id() + " only " + left.size() + " of " + all.size()
                    + " nodes would run, which is no majority, so none of them may lead: press s first");
        }
    }

    private static boolean surely(Runnable disruption) {
        disruption.run();
        return true;
    }

    private boolean resign(DemoNode node, Span span) {
        NodeConnection client = node.client(http).orElseThrow(() -> new DemoFailure(node.id() + " does not serve"));
        try {
            client.post("/api/v1/elections/coordinator/resign", new Operation.Resign(span.epoch()), MAX_HAND_OVER);
            return true;
        } catch (CommandFailure refused) {
            if (ALREADY_OVER.contains(refused.code())) {
                return false;
            }
            throw refused;
        }
    }

    private void pause() {
        reporter.hold(() -> {
            Span before;
            try {
                before = replaceLeader(PAUSE, (node, span) -> surely(node.process()::pause));
            } finally {
                // Also if no other node took over.
                nodes.stream()
                        .filter(node -> node.condition() == Condition.PAUSED)
                        .map(DemoNode::process)
                        .forEach(DemoProcess::resume);
            }
            DemoNode paused = node(before.node());
            // Reported once the paused node has resumed: only now is it known whether both acted at once.
            PollUntil.until(
                    paused.id() + " knows that it has lost leadership",
                    MAX_HAND_OVER,
                    () -> reporter.knowsOfItsLoss(paused.id(), before.epoch()));
        });
    }

    private void restart() {
        List<DemoNode> gone = nodes.stream()
                .filter(node -> node.condition() == Condition.KILLED)
                .toList();
        if (gone.isEmpty()) {
            throw new NotNow("no node is down: nothing to restart");
        }
        for (DemoNode node : gone) {
            DemoNode again = start(node.id());
            nodes.set(nodes.indexOf(node), again);
            awaitServing(again);
            awaitInformed(again);
        }
    }

    private void add() {
        if (nodes.size() >= MAX_NODES) {
            throw new NotNow("the limit is " + MAX_NODES + " nodes");
        }
        DemoNode added = start("n" + (nodes.size() + 1));
        nodes.add(added);
        awaitServing(added);
        awaitInformed(added);
    }

    /** Ends everything, and leaves nothing behind. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        reporter.close();
        processes.close();
        backend.close();
        resource.close();
    }
}
