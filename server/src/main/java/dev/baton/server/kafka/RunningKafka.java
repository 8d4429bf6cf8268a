// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.Baton;
import dev.baton.Endpoints;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.kafka.KafkaBroker;
import dev.baton.kafka.KafkaSettings;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.groups.LocalGroups;
import dev.baton.partitions.replica.NodePartitions;
import dev.baton.raft.RaftElector;
import dev.baton.server.http.Route;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.RunningPart;
import dev.baton.server.partitions.ClusterFigures;
import dev.baton.server.partitions.ClusterQuery;
import dev.baton.server.partitions.LocalFigures;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The broker on a running node. */
final class RunningKafka implements RunningPart {
    private static final Logger LOG = LoggerFactory.getLogger(RunningKafka.class);

    private final NodeContext context;
    private final boolean tls;
    private final KafkaBroker broker;
    private final KafkaMeters meters;
    private @Nullable Started started;
    private @Nullable GroupMeters groupMeters;

    RunningKafka(NodeContext context, KafkaSettings settings, KafkaBroker broker, KafkaMeters meters) {
        this.context = context;
        this.tls = settings.access().tls().isPresent();
        this.broker = broker;
        this.meters = meters;
    }

    private record Started(
            ControllerPart controller,
            NodePartitions partitions,
            LocalGroups groups,
            ClusterQuery nodes,
            GroupQueries queries) {}

    @Override
    public Endpoints publish(Endpoints others) {
        return others.with(KafkaClusterView.ENDPOINT, broker.address());
    }

    @Override
    public void started(Baton node) {
        RaftElector elector = node.elector(RaftElector.class);
        ControllerPart controller = elector.part(ControllerPart.class).orElseThrow();
        NodePartitions partitions = elector.hosted(NodePartitions.class).orElseThrow();
        CompletableFuture<?> unused = broker.start(new KafkaBroker.Backend(
                context.plan().cluster(),
                context.plan().id(),
                node.node().incarnation(),
                controller,
                ControllerClient.on(elector.member().orElseThrow().client()),
                partitions));
        LocalGroups groups = broker.groups().orElseThrow();
        ClusterQuery nodes = new ClusterQuery(context, controller);
        // Only offsets are used of these, so that no regular look is needed.
        LocalFigures own = new LocalFigures(context.plan().id().value(), partitions, System::nanoTime);
        started = new Started(
                controller,
                partitions,
                groups,
                nodes,
                new GroupQueries(
                        context.plan().id().value(),
                        groups,
                        controller,
                        nodes,
                        new ClusterFigures(nodes, own, System::nanoTime),
                        System::nanoTime));
    }

    /** Takes up what may be changed while a node runs: the certificate that clients are shown. */
    void reload(KafkaSettings changed) {
        if (changed.access().tls().isPresent() != tls) {
            LOG.warn("kafka.tls is switched {} only by a restart", tls ? "off" : "on");
            return;
        }
        changed.access().tls().ifPresent(it -> {
            broker.use(it);
            LOG.info("new connections of Kafka clients get the certificate of {}", it.identity());
        });
    }

    @Override
    public void measure(MeterRegistry registry) {
        meters.register(registry, broker);
        Started now = started;
        if (now != null) {
            ReplicaMeters.register(registry, context.plan().id(), now.controller(), now.partitions());
            LogMeters logs = new LogMeters(registry, now.controller(), now.partitions(), meters::keep);
            groupMeters = new GroupMeters(registry, now.queries(), logs::look);
            groupMeters.start();
        }
    }

    @Override
    public List<Route> routes() {
        Started now = started;
        return now == null
                ? List.of()
                : GroupRoutes.of(now.queries(), new GroupOperations(context, now.groups(), now.queries(), now.nodes()));
    }

    @Override
    public void close() {
        if (groupMeters != null) {
            groupMeters.close();
        }
        broker.close();
    }
}
