// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import dev.baton.testkit.lab.TcpProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Real processes of one registry cluster. */
public final class RegistryLab extends ProcessLab {
    private static final int TRIES = 3;

    private final int takeoverDelay;
    private final boolean quorum;
    private final Map<String, TcpProxy> proxies = new TreeMap<>();
    private final List<String> ids = new ArrayList<>();
    private final Map<String, Integer> ports = new TreeMap<>();
    private boolean someAbstain;

    public RegistryLab(Path folder, int size, int takeoverDelay) {
        this(folder, size, takeoverDelay, null);
    }

    /** @param namespaces a network for each node; null if all share the loopback */
    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces) {
        this(folder, size, takeoverDelay, namespaces, true);
    }

    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces, boolean quorum) {
        this(folder, size, takeoverDelay, namespaces, quorum, false);
    }

    /** All share the loopback, and whoever connects to a node does so by way of its proxy. */
    static RegistryLab behindProxies(Path folder, int size, int takeoverDelay) {
        return new RegistryLab(folder, size, takeoverDelay, null, true, true);
    }

    private RegistryLab(
            Path folder,
            int size,
            int takeoverDelay,
            @Nullable Namespaces namespaces,
            boolean quorum,
            boolean proxied) {
        super(folder, Optional.ofNullable(namespaces));
        this.takeoverDelay = takeoverDelay;
        this.quorum = quorum;
        for (int i = 1; i <= size; i++) {
            ids.add("n" + i);
            int port = FreePorts.take();
            ports.put("n" + i, port);
            if (proxied) {
                proxies.put("n" + i, new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            }
        }
        ids.forEach(this::start);
        awaitReady();
    }

    List<String> ids() {
        return ids;
    }

    int port(String id) {
        return ports.get(id);
    }

    public void start(String id) {
        someAbstain = true;
        launch(id, RegistryNode.class, List.of(), history -> arguments(id, history));
    }

    private List<String> arguments(String id, Path history) {
        List<String> arguments = new ArrayList<>(List.of(
                id,
                host(id),
                String.valueOf(ports.get(id)),
                String.join(",", hosts(ports::get)),
                folder().toString(),
                history.toString(),
                quorum ? String.valueOf(ids.size()) : "0",
                String.valueOf(takeoverDelay)));
        if (!proxies.isEmpty()) {
            arguments.add(stackBehindProxy(id).toString());
        }
        return arguments;
    }

    private List<String> hosts(ToIntFunction<String> port) {
        return ids.stream().map(id -> host(id) + ":" + port.applyAsInt(id)).toList();
    }

    /** The generated stack, but for the ports: a node says that it is where its proxy is. */
    private Path stackBehindProxy(String id) {
        RegistryConfiguration configuration = RegistryConfiguration.of("lab", folder().resolve(id + ".state"))
                .bind(host(id), ports.get(id))
                .hosts(hosts(each -> proxies.get(each).port()))
                .build();
        String xml = ProtocolStack.xml(configuration)
                .replace(
                        " bind_port=",
                        " external_addr=\"127.0.0.1\" external_port=\""
                                + proxies.get(id).port() + "\" bind_port=");
        try {
            return Files.writeString(folder().resolve(id + ".xml"), xml);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** All connections between nodes are like this from now on. */
    void setLinks(TcpProxy.Pace pace) {
        proxies.values().forEach(proxy -> proxy.set(pace));
    }

    /** Resets all connections between nodes. */
    void resetLinks() {
        proxies.values().forEach(proxy -> {
            proxy.set(TcpProxy.Link.CUT);
            proxy.set(TcpProxy.Link.OPEN);
        });
    }

    /** Brings back who was killed or paused, lets links be quick, and waits until all agree on a leader. */
    String restore() {
        setLinks(TcpProxy.Pace.FULL);
        bringBack(this::start);
        awaitReady();
        return awaitAgreement();
    }

    /** A voter that has just started abstains for a lease; until then those that are left might not be enough. */
    void awaitVoters() {
        if (someAbstain) {
            let(RegistrySettings.TERMS.lease());
            someAbstain = false;
        }
    }

    /** Waits until a node has exactly these in its view. */
    void awaitView(String of, List<String> expected) {
        eventually(
                of + " has " + expected + " in its view",
                PATIENCE,
                () -> process(of)
                        .last("members ")
                        .filter(("members " + expected)::equals)
                        .isPresent(),
                this::state);
    }

    /**
     * How many leaderships begin within such a time. Of three tries the calmest: a machine that is too busy may stand
     * still for most of a lease, but not in each of them.
     */
    long electionsWithin(Duration time) {
        long fewest = Long.MAX_VALUE;
        for (int tries = 0; tries < TRIES && fewest > 1; tries++) {
            long before = elections();
            let(time);
            fewest = Math.min(fewest, elections() - before);
        }
        return fewest;
    }

    private long elections() {
        return ids.stream()
                .flatMap(id -> process(id).lines().stream())
                .filter(line -> line.startsWith("elected "))
                .count();
    }

    /** Who leads after a leader resigned. If it is the same one again, because the others were too slow, it resigns again. */
    String handedOver(String leader) {
        String next = leader;
        for (int tries = 0; tries < TRIES && next.equals(leader); tries++) {
            long before = epoch(leader);
            process(leader).say("resign");
            next = awaitLeaderAbove(before);
        }
        return next;
    }

    @Override
    public void close() {
        super.close();
        proxies.values().forEach(TcpProxy::close);
    }
}
