// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo.kafka;

import dev.baton.cli.JsonOutput;
import dev.baton.cli.demo.Demo;
import dev.baton.cli.demo.DemoAction;
import dev.baton.cli.demo.DemoEvent;
import dev.baton.cli.demo.DemoFailure;
import dev.baton.cli.screen.Style;
import dev.baton.cli.screen.TerminalSize;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Brokers under load, of which the leader of the first partition is killed, paused or made to resign. */
final class KafkaDemo implements Demo {
    private static final Duration MAX_START = Duration.ofSeconds(90);
    private static final Duration MAX_ACTION = Duration.ofSeconds(60);

    private final Consumer<DemoEvent> listener;
    private final KafkaScreen picture;
    private final BrokerCluster cluster;
    private final DemoClients clients;
    private final DemoTopic topic;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile Optional<Traffic> traffic = Optional.empty();
    private volatile Optional<ConsumedRecords> found = Optional.empty();
    private volatile Optional<Settled> last = Optional.empty();

    /** What an action has led to. */
    record Settled(String what, Duration gap) {}

    KafkaDemo(Style style, Consumer<DemoEvent> listener) {
        this.listener = listener;
        this.picture = new KafkaScreen(style);
        this.cluster = new BrokerCluster(listener);
        this.clients = new DemoClients(cluster.addresses());
        this.topic = new DemoTopic(clients.admin());
    }

    @Override
    public void open() {
        cluster.restore();
        awaitBrokers();
        cluster.await("the topic is made", MAX_START, topic::create);
        Traffic started = Traffic.start(clients);
        traffic = Optional.of(started);
        cluster.await("every partition takes records", MAX_START, started.acknowledged()::everywhere);
        listener.accept(DemoEvent.of("started", "every partition takes records"));
    }

    private void awaitBrokers() {
        cluster.await("all brokers are known", MAX_START, () -> topic.brokers() == BrokerCluster.NODES.size());
    }

    @Override
    public List<DemoAction> actions() {
        return List.of(
                action(
                        "k",
                        "kill",
                        "kill the leader",
                        (node, under) -> cluster.process(node).kill()),
                action(
                        "p",
                        "pause",
                        "pause it",
                        (node, under) -> cluster.process(node).pause()),
                action("r", "resign", "let it resign", this::resign));
    }

    private DemoAction action(String key, String name, String hint, BiConsumer<String, Traffic> part) {
        return new DemoAction(key, name, hint, () -> perform(name, part));
    }

    /** Does something to the broker that leads the first partition. */
    private void perform(String action, BiConsumer<String, Traffic> part) {
        Traffic under = traffic.orElseThrow(() -> new DemoFailure.NotNow("the brokers have not started yet"));
        String node = leader(under);
        String what = action + " " + node;
        listener.accept(DemoEvent.of("action", what)
                .with(JsonOutput.object().put("action", action).put("node", node)));
        under.acknowledged().mark();
        try {
            part.accept(node, under);
            long done = System.nanoTime();
            cluster.await(
                    "every partition takes records after " + what,
                    MAX_ACTION,
                    () -> under.acknowledged().everywhereSince(done));
            settled(action, node, what, under.acknowledged());
        } finally {
            cluster.restore();
        }
        awaitBrokers();
    }

    /** Of the first partition. */
    private String leader(Traffic under) {
        cluster.await("a leader", MAX_ACTION, () -> firstLeader(under).isPresent());
        return firstLeader(under).orElseThrow(() -> new DemoFailure("the first partition has no leader"));
    }

    private Optional<String> firstLeader(Traffic under) {
        return under.leaders().stream().findFirst().flatMap(port -> port.flatMap(cluster::nodeAt));
    }

    private void resign(String node, Traffic under) {
        cluster.drain(node, true);
        try {
            cluster.await(node + " leads no partition", MAX_ACTION, () -> leadsNothing(node, under.leaders()));
        } finally {
            cluster.drain(node, false);
        }
    }

    private boolean leadsNothing(String node, List<Optional<Integer>> leaders) {
        return !leaders.isEmpty()
                && leaders.stream()
                        .noneMatch(port -> port.flatMap(cluster::nodeAt).equals(Optional.of(node)));
    }

    private void settled(String action, String node, String what, AcknowledgedRecords acknowledged) {
        Duration gap = acknowledged.longestGapSinceMark();
        last = Optional.of(new Settled(what, gap));
        listener.accept(DemoEvent.of(
                        "settled",
                        "%s: no partition without an acknowledgement for longer than %s ms"
                                .formatted(what, DemoEvent.millis(gap)))
                .with(JsonOutput.object()
                        .put("action", action)
                        .put("node", node)
                        .put("gapMs", DemoEvent.millis(gap))
                        .put("acknowledged", acknowledged.count())));
    }

    @Override
    public List<String> picture(TerminalSize size, long now) {
        return picture.lines(cluster, traffic, size);
    }

    @Override
    public List<String> figures(int width) {
        return picture.large(last, width);
    }

    /** Reads the whole topic: only what is in it counts. */
    @Override
    public void finish() {
        Traffic ended = traffic.orElseThrow(() -> new DemoFailure("nothing was sent"));
        ended.stop();
        found = Optional.of(ended.readAll());
    }

    @Override
    public Summary summary(boolean nothingFailed) {
        AcknowledgedRecords sent = traffic.map(Traffic::acknowledged).orElseGet(() -> new AcknowledgedRecords(0));
        ConsumedRecords read = found.orElseGet(() -> new ConsumedRecords(DemoClients.PARTITIONS));
        // What was not looked for is not lost, and all is not well either.
        long lost = found.map(sent::missingIn).orElse(0L);
        boolean clean = lost == 0 && read.duplicates() == 0 && read.outOfOrder() == 0;
        boolean ok = nothingFailed && found.isPresent() && clean && sent.count() > 0;
        return Summary.of(
                DemoEvent.of(
                                "summary",
                                "%d acknowledged, %d lost, %d duplicates, %d out of order, longest gap %d ms"
                                        .formatted(
                                                sent.count(),
                                                lost,
                                                read.duplicates(),
                                                read.outOfOrder(),
                                                sent.longestGap().toMillis()))
                        .with(JsonOutput.object()
                                .put("ok", ok)
                                .put("verified", found.isPresent())
                                .put("acknowledged", sent.count())
                                .put("lost", lost)
                                .put("duplicates", read.duplicates())
                                .put("outOfOrder", read.outOfOrder())
                                .put("unanswered", sent.failed())
                                .put(
                                        "consumed",
                                        traffic.map(it -> it.consumed().count()).orElse(0L))
                                .put(
                                        "consumerFailures",
                                        traffic.map(Traffic::consumerFailures).orElse(0))
                                .put("nodesEnded", cluster.endedByThemselves())
                                .put("longestGapMillis", sent.longestGap().toMillis())),
                ok);
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            traffic.ifPresent(Traffic::close);
            topic.close();
            cluster.close();
        }
    }
}
