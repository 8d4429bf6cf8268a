// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import com.fasterxml.jackson.databind.JsonNode;
import dev.baton.admin.AdminClient;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.client.NodeConnection;
import dev.baton.cli.demo.DemoProcess.Condition;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Watches the nodes, and reports their events and each hand-over once. */
final class Reporter implements AutoCloseable {
    private static final Duration LOOK_EVERY = Duration.ofMillis(50);

    private final List<DemoNode> nodes;
    private final AdminClient http;
    private final Consumer<DemoEvent> listener;
    private final BiConsumer<HandOver, String> handOvers;
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "baton-demo-reporter");
        thread.setDaemon(true);
        return thread;
    });
    private final Map<String, Long> lastSeen = new HashMap<>();
    /** Why leaderships end, by epoch: the demo's action, or the node's own reason. */
    private final Map<Long, String> causes = new ConcurrentHashMap<>();

    private final Map<String, Long> lost = new ConcurrentHashMap<>();
    private final Map<String, Long> begun = new ConcurrentHashMap<>();
    private int told;
    private volatile boolean holding;

    Reporter(
            List<DemoNode> nodes,
            AdminClient http,
            Consumer<DemoEvent> listener,
            BiConsumer<HandOver, String> handOvers) {
        this.nodes = nodes;
        this.http = http;
        this.listener = listener;
        this.handOvers = handOvers;
    }

    void start() {
        look();
        ScheduledFuture<?> unused = watch.scheduleWithFixedDelay(
                this::look, LOOK_EVERY.toMillis(), LOOK_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Records why a leadership will end. */
    void cause(long epoch, String word) {
        causes.put(epoch, word);
    }

    /** Removes that reason: the leadership ended by itself. */
    void noCause(long epoch) {
        causes.remove(epoch);
    }

    /** Runs an action; its hand-overs are reported when it is over. */
    void hold(Runnable part) {
        holding = true;
        try {
            part.run();
        } finally {
            holding = false;
        }
    }

    boolean knowsOfItsLoss(String node, long epoch) {
        return lost.getOrDefault(node, -1L) >= epoch;
    }

    /** Whether the node's own report of the beginning of this leadership was shown. */
    boolean toldOfItsBeginning(String node, long epoch) {
        return begun.getOrDefault(node, -1L) >= epoch;
    }

    List<HandOver> handOvers() {
        return ObservedHandOvers.of(
                nodes.stream().flatMap(node -> node.spans().stream()).toList());
    }

    private void look() {
        try {
            nodes.forEach(this::askForEvents);
            tell();
        } catch (RuntimeException problem) {
            listener.accept(DemoEvent.of("failed", "the reporter failed: " + problem));
        }
    }

    /** Reports hand-overs that were not reported yet. */
    synchronized void tell() {
        if (holding) {
            return;
        }
        List<HandOver> all = handOvers();
        for (; told < all.size(); told++) {
            HandOver done = all.get(told);
            String cause = causes.getOrDefault(done.fromEpoch(), "itself");
            handOvers.accept(done, cause);
            listener.accept(DemoEvent.of(done, cause));
        }
    }

    private void askForEvents(DemoNode node) {
        Optional<NodeConnection> client = node.condition() == Condition.UP ? node.client(http) : Optional.empty();
        if (client.isEmpty()) {
            return;
        }
        JsonNode answer;
        try {
            Long after = lastSeen.get(node.id());
            answer = client.get().get("/api/v1/events?limit=500" + (after == null ? "" : "&after=" + after));
        } catch (CommandFailure away) {
            return;
        }
        for (JsonNode event : answer.path("events")) {
            // Every node reports about itself; what it has seen of others, those report.
            if (event.path("node").asText().equals(node.id())) {
                listener.accept(
                        DemoEvent.of("event", "").with(JsonOutput.object().set("event", event)));
                note(node, event);
            }
        }
        lastSeen.put(node.id(), answer.path("last").asLong());
    }

    private void note(DemoNode node, JsonNode event) {
        if (event.path("type").asText().equals("lost_leadership")) {
            long epoch = event.path("epoch").asLong();
            causes.putIfAbsent(epoch, event.path("reason").asText().toLowerCase(Locale.ROOT));
            lost.merge(node.id(), epoch, Math::max);
        } else if (event.path("type").asText().equals("leader_changed")) {
            begun.merge(node.id(), event.path("epoch").asLong(), Math::max);
        }
    }

    @Override
    public void close() {
        watch.shutdownNow();
    }
}
