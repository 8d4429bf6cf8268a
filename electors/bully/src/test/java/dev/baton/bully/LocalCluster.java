// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.Lanes;
import dev.baton.testkit.contract.TestContext;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.TcpProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Nodes of one cluster in this process, over real sockets, each behind a proxy that can cut it off. */
public final class LocalCluster implements AutoCloseable {
    public static final Credentials CREDENTIALS = new Credentials("cluster_user", "cluster_pass");
    static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));

    private final Path folder;
    private final BullySettings settings;
    private final Map<NodeId, Place> places = new ConcurrentHashMap<>();
    private final List<Address> known = new ArrayList<>();

    /** Where a node is, whether it runs or not. */
    private static final class Place {
        private final int port = FreePorts.take();
        private final TcpProxy proxy = new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        private final Address address = new Address("127.0.0.1", proxy.port());
        private final Gate gate = new Gate();
    }

    LocalCluster(Path folder, BullySettings settings) {
        this.folder = folder;
        this.settings = settings;
    }

    /** A node without anything around it. */
    static BullyElector start(String id, BullyConfiguration.Builder configuration, Lanes lanes) {
        return BullyElector.with(configuration.build()).start(TestContext.of(id, lanes));
    }

    BullyElector start(ElectorContext context) {
        return start(context, settings);
    }

    /** The first node forms the cluster; the others join it by way of all that came before. */
    synchronized BullyElector start(ElectorContext context, BullySettings chosen) {
        NodeId node = context.node().id();
        Place place = places.computeIfAbsent(node, first -> new Place());
        List<Address> join =
                known.stream().filter(address -> !address.equals(place.address)).toList();
        if (!known.contains(place.address)) {
            known.add(place.address);
        }
        return configuration(node, place, join, chosen).start(context, place.gate::before);
    }

    private BullyConfiguration configuration(NodeId node, Place place, List<Address> join, BullySettings chosen) {
        return joining(join, BullyConfiguration.of(CREDENTIALS, folder.resolve(node.value())))
                .listen("127.0.0.1", place.port)
                .advertised(place.address)
                .settings(chosen)
                .build();
    }

    /** One that is told of nobody forms the cluster. */
    static BullyConfiguration.Builder joining(List<Address> members, BullyConfiguration.Builder node) {
        return members.isEmpty() ? node.form() : node.join(members);
    }

    Address address(NodeId node) {
        return places.get(node).address;
    }

    /** Nobody reaches the node any more, and it reaches nobody. */
    void isolate(NodeId node) {
        places.get(node).proxy.set(TcpProxy.Link.FROZEN);
        places.get(node).gate.closeToAll();
    }

    void rejoin(NodeId node) {
        places.get(node).proxy.set(TcpProxy.Link.OPEN);
        places.get(node).gate.openToAll();
    }

    void rejoinAll() {
        places.keySet().forEach(this::rejoin);
    }

    @Override
    public void close() {
        places.values().forEach(place -> place.proxy.close());
    }
}
