// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ControllerOperation;
import dev.baton.cli.CommandFailure;
import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.DemoFailure;
import dev.baton.cli.demo.DemoProcess;
import dev.baton.cli.demo.DemoProcess.Condition;
import dev.baton.cli.demo.DemoProcesses;
import dev.baton.cli.demo.LoopbackPorts;
import dev.baton.cli.demo.NodeCommand;
import dev.baton.cli.demo.PollUntil;
import dev.baton.cli.demo.RaftBackend;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/** Three nodes that are brokers, each in its own process. */
final class BrokerCluster implements AutoCloseable {
    static final List<String> NODES = List.of("n1", "n2", "n3");

    private static final int MAX_ENDED = 3;
    private static final Duration MAX_START = Duration.ofSeconds(90);
    private static final Duration MAX_OPERATION = Duration.ofSeconds(10);
    private static final Duration ASK_EVERY = Duration.ofMillis(100);

    private final Consumer<DemoEvent> listener;
    private final LoopbackPorts ports = new LoopbackPorts();
    private final RaftBackend raft = new RaftBackend(NODES, ports);
    private final DemoProcesses processes = DemoProcesses.open();
    private final AdminClient http = new AdminClient(Optional.empty(), DemoProcess.PATIENCE, Optional.empty());
    private final Map<String, DemoProcess> nodes = new ConcurrentSkipListMap<>();
    private final AtomicInteger endedByThemselves = new AtomicInteger();

    BrokerCluster(Consumer<DemoEvent> listener) {
        this.listener = listener;
    }

    /** Where Kafka clients find them. */
    List<String> addresses() {
        return NODES.stream().map(node -> ports.address(broker(node))).toList();
    }

    private static String broker(String node) {
        return "kafka-" + node;
    }

    /** Which node has this port for Kafka clients. */
    Optional<String> nodeAt(int port) {
        return NODES.stream().filter(node -> ports.of(broker(node)) == port).findFirst();
    }

    Map<String, DemoProcess> nodes() {
        return nodes;
    }

    DemoProcess process(String node) {
        return Optional.ofNullable(nodes.get(node)).orElseThrow(() -> new DemoFailure(node + " was not started"));
    }

    /** Starts those that are not there, lets those go on that are paused, and returns when all of them serve. */
    void restore() {
        List<String> missing = NODES.stream().filter(this::isMissing).toList();
        nodes.values().stream().filter(it -> it.condition() == Condition.PAUSED).forEach(DemoProcess::resume);
        missing.forEach(node -> nodes.put(node, start(node)));
        missing.forEach(this::awaitServing);
    }

    private boolean isMissing(String node) {
        DemoProcess process = nodes.get(node);
        return process == null || process.condition() == Condition.KILLED;
    }

    private DemoProcess start(String node) {
        return processes.start(
                node,
                folder -> NodeCommand.prepare(
                        node,
                        folder,
                        raft.section(node, processes.folder()),
                        0,
                        "kafka: {enabled: true, port: " + ports.of(broker(node)) + "}"));
    }

    private void awaitServing(String node) {
        await(node + " serves", MAX_START, () -> process(node).address().isPresent());
        DemoProcess process = process(node);
        String dashboard = process.address().orElseThrow() + "/";
        String address = ports.address(broker(node));
        listener.accept(DemoEvent.of("node", node + " serves Kafka clients at " + address + ", and " + dashboard)
                .with(JsonOutput.object()
                        .put("node", node)
                        .put("pid", process.pid())
                        .put("kafka", address)
                        .put("dashboard", dashboard)));
    }

    /** Lets a node give the lead of all its partitions to others, or take some again. */
    void drain(String node, boolean draining) {
        ControllerOperation operation = new ControllerOperation.DrainNode(node, draining);
        await((draining ? "drain " : "resume ") + node, MAX_START, () -> {
            try {
                process(node)
                        .client(http)
                        .orElseThrow(() -> new DemoFailure(node + " does not serve"))
                        .post(operation.path(), operation, MAX_OPERATION);
                return true;
            } catch (CommandFailure notNow) {
                LockSupport.parkNanos(ASK_EVERY.toNanos());
                return false;
            }
        });
    }

    /** As a supervisor does with a node that ends itself, which it may to be on the safe side. */
    private void startAgain(String node, DemoProcess ended) {
        String why = node + " has ended: " + ended.lastWords();
        if (endedByThemselves.incrementAndGet() > MAX_ENDED) {
            throw new DemoFailure(why);
        }
        ended.kill();
        DemoProcess next = start(node);
        nodes.put(node, next);
        listener.accept(DemoEvent.of("node_ended", why + "; it is started again")
                .with(JsonOutput.object()
                        .put("node", node)
                        .put("pid", next.pid())
                        .put("why", why)));
    }

    int endedByThemselves() {
        return endedByThemselves.get();
    }

    /** Waits for something that the nodes bring about. One that ends by itself meanwhile is started again. */
    void await(String what, Duration limit, BooleanSupplier holds) {
        PollUntil.until(what, limit, () -> {
            nodes.forEach((node, process) -> {
                if (process.endedByItself()) {
                    startAgain(node, process);
                }
            });
            return holds.getAsBoolean();
        });
    }

    @Override
    public void close() {
        processes.close();
    }
}
