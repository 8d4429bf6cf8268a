// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.Baton;
import dev.baton.Endpoints;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerNode;
import dev.baton.controller.ControllerPart;
import dev.baton.partitions.replica.NodePartitions;
import dev.baton.raft.RaftElector;
import dev.baton.raft.member.RaftMember;
import dev.baton.server.http.Route;
import dev.baton.server.part.NodeContext;
import dev.baton.server.part.RunningPart;
import dev.baton.server.partitions.ClusterFigures;
import dev.baton.server.partitions.ClusterQuery;
import dev.baton.server.partitions.LocalFigures;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The controller on a running node: it registers the node, shows what is known, and passes changes on. */
final class RunningController implements RunningPart {
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    private final NodeContext context;
    private Endpoints endpoints = Endpoints.NONE;
    private @Nullable ControllerGroup group;
    private @Nullable ControllerNode node;
    private @Nullable NodePartitions partitions;
    private @Nullable LocalFigures figures;
    private @Nullable GroupWatch watch;

    RunningController(NodeContext context) {
        this.context = context;
    }

    @Override
    public Endpoints publish(Endpoints others) {
        endpoints = others;
        return others;
    }

    @Override
    public void started(Baton baton) {
        RaftElector elector = baton.elector(RaftElector.class);
        RaftMember member = elector.member().orElseThrow();
        ControllerClient client = ControllerClient.on(member.client());
        group = new ControllerGroup(
                context.plan().id(), member, elector.part(ControllerPart.class).orElseThrow(), client);
        NodePartitions hosted = elector.hosted(NodePartitions.class).orElseThrow();
        hosted.start(member.host());
        partitions = hosted;
        ClusterNode self = ClusterNode.of(context.plan().id(), baton.node().incarnation())
                .inZone(context.plan().zone())
                .withWeight(Math.max(1, context.plan().weight()))
                .at(endpoints.with(ClusterNode.MEMBER, member.host().self()));
        node = new ControllerNode(client, self, hosted, HEARTBEAT);
        node.start();
        LocalFigures led = new LocalFigures(context.plan().id().value(), hosted, System::nanoTime);
        figures = led;
        watch = new GroupWatch(member, context, System::nanoTime);
        watch.alsoLook(led::look);
        watch.start();
    }

    @Override
    public void measure(MeterRegistry registry) {
        if (group != null && node != null && watch != null) {
            ControllerMetrics.register(registry, group, node);
            GroupMetrics metrics = new GroupMetrics(registry, group.member());
            metrics.register();
            watch.alsoLook(metrics::look);
        }
    }

    @Override
    public List<Route> routes() {
        if (group == null || figures == null) {
            return List.of();
        }
        ClusterQuery nodes = new ClusterQuery(context, group.part());
        ControllerQueries queries = new ControllerQueries(group, new ClusterFigures(nodes, figures, System::nanoTime));
        MemberReports members = new MemberReports(queries, context.client(), nodes);
        return new ControllerRoutes(
                        queries,
                        members,
                        new ControllerOperations(group, new NodeRemoval(group, members), context.audit()),
                        figures)
                .routes();
    }

    @Override
    public void leave() {
        if (node != null) {
            node.close();
        }
    }

    @Override
    public void close() {
        leave();
        if (watch != null) {
            watch.close();
        }
        if (partitions != null) {
            partitions.close();
        }
    }
}
