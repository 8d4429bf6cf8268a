// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.NodeId;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.ElectorContext;
import dev.baton.spi.Lanes;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.contract.TestContext;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jgroups.JChannel;
import org.jgroups.protocols.DISCARD;
import org.jgroups.protocols.TP;
import org.jgroups.stack.ProtocolStack.Position;

/** A registry cluster in this process, over real sockets: standing voters, and nodes that tests add and cut off. */
final class LocalRegistry implements AutoCloseable {
    static final LeaseTerms TERMS = new LeaseTerms(
            Duration.ofMillis(1_500), Duration.ofMillis(250), Duration.ofMillis(200), Duration.ofMillis(250));

    private final Path folder;
    private final String cluster;
    private final String key;
    private final List<String> hosts = new ArrayList<>();
    private final Map<NodeId, DISCARD> cuts = new ConcurrentHashMap<>();
    private final List<RegistryElector> voters = new ArrayList<>();
    private final List<Lanes> lanes = new ArrayList<>();
    private final int size;

    LocalRegistry(String cluster, int size) {
        this(cluster, size, "");
    }

    /** @param key of all its nodes; empty for none */
    LocalRegistry(String cluster, int size, String key) {
        this.key = key;
        this.cluster = cluster;
        this.size = size;
        try {
            this.folder = Files.createTempDirectory("baton-registry");
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        List<Integer> ports = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            ports.add(FreePorts.take());
            hosts.add("127.0.0.1:" + ports.get(i));
        }
        for (int i = 0; i < size; i++) {
            int port = ports.get(i);
            String id = "voter-" + (i + 1);
            Lanes own = new ThreadLanes("baton-" + id, 2, (what, cause) -> {
                throw new AssertionError(what, cause);
            });
            lanes.add(own);
            RegistryConfiguration configuration = configuration(id, true, it -> it.bind("127.0.0.1", port));
            voters.add(join(configuration, TestContext.of(id, own)));
        }
    }

    List<RegistryElector> voters() {
        return voters;
    }

    RegistryConfiguration configuration(
            String id, boolean voter, UnaryOperator<RegistryConfiguration.Builder> changes) {
        RegistryConfiguration.Builder builder = builder(id, cluster, voter);
        return changes.apply(key.isEmpty() ? builder : builder.key(key)).build();
    }

    RegistryConfiguration withoutKey(String id) {
        return builder(id, cluster, false).build();
    }

    RegistryConfiguration ofAnotherCluster(String id) {
        return builder(id, "another", false).key(key).build();
    }

    Path file(String name) {
        return folder.resolve(name);
    }

    private RegistryConfiguration.Builder builder(String id, String of, boolean voter) {
        return RegistryConfiguration.of(of, file(id + ".state"))
                .settings(RegistrySettings.majorityOf(size).withTerms(TERMS).withVoter(voter))
                .bind("127.0.0.1", FreePorts.take())
                .hosts(hosts);
    }

    /** A node that stands in elections but does not vote, so that tests can add as many as they like. */
    RegistryElector join(ElectorContext context) {
        return join(configuration(context.node().id().value(), false, it -> it), context);
    }

    RegistryElector join(RegistryConfiguration configuration, ElectorContext context) {
        return RegistryBootstrap.join(
                configuration, context, channel -> cuttable(context.node().id(), channel));
    }

    private void cuttable(NodeId id, JChannel channel) {
        DISCARD cut = new DISCARD();
        try {
            channel.getProtocolStack().insertProtocol(cut, Position.ABOVE, TP.class);
        } catch (Exception problem) {
            throw new IllegalStateException(problem);
        }
        cuts.put(id, cut);
    }

    void isolate(NodeId id) {
        cuts.get(id).discardAll(true);
    }

    void rejoin(NodeId id) {
        cuts.get(id).discardAll(false);
    }

    @Override
    public void close() {
        voters.forEach(RegistryElector::close);
        lanes.forEach(Lanes::close);
    }
}
