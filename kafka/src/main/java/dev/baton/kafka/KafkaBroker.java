// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.controller.ControllerClient;
import dev.baton.controller.ControllerPart;
import dev.baton.kafka.access.KafkaTls;
import dev.baton.kafka.access.Rights;
import dev.baton.kafka.api.ApiHandlers;
import dev.baton.kafka.api.BrokerApis;
import dev.baton.kafka.api.KafkaClusterView;
import dev.baton.kafka.api.TopicChanges;
import dev.baton.kafka.api.WaitingFetches;
import dev.baton.kafka.groups.GroupAdmission;
import dev.baton.kafka.groups.GroupHandlers;
import dev.baton.kafka.groups.Groups;
import dev.baton.kafka.groups.LocalGroups;
import dev.baton.kafka.network.KafkaPort;
import dev.baton.partitions.LocalPartitions;
import dev.baton.spi.Ticker;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node as a broker: any Kafka client may connect to it. It listens as soon as it is {@linkplain #bind bound}, so that
 * {@link #address} can be published with the node under {@link KafkaClusterView#ENDPOINT}, and answers once it is
 * {@linkplain #start started} and knows everything that the controller had decided by then.
 */
public final class KafkaBroker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(KafkaBroker.class);

    /** Members of groups take so large a part of the heap at most, and offsets as much again. */
    private static final int GROUPS_PART_OF_HEAP = 8;

    private static final Duration ASK_FOR = Duration.ofSeconds(5);
    private static final Duration ASK_AGAIN_AFTER = Duration.ofMillis(200);

    private final KafkaSettings settings;
    private final KafkaMetrics metrics;
    private final KafkaPort port;
    private final String address;
    private final Ticker ticker;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private volatile @Nullable WaitingFetches fetches;
    private volatile @Nullable LocalGroups groups;
    private volatile boolean closed;

    /**
     * What a broker stands on.
     *
     * @param clusterId what clients are told that the cluster is
     * @param incarnation of this process, as it registers with the controller
     */
    public record Backend(
            String clusterId,
            NodeId self,
            Incarnation incarnation,
            ControllerPart controller,
            ControllerClient changes,
            LocalPartitions partitions) {}

    private KafkaBroker(KafkaSettings settings, KafkaMetrics metrics, Ticker ticker) throws IOException {
        this.settings = settings;
        this.metrics = metrics;
        this.ticker = ticker;
        this.port = KafkaPort.bind(settings, metrics, ticker);
        String host = settings.advertisedHost().isEmpty()
                ? settings.bind().getAddress().getHostAddress()
                : settings.advertisedHost();
        this.address = (host.contains(":") ? "[" + host + "]" : host) + ":" + port.port();
    }

    /** Binds the port of a broker; no client is let in before {@link #start}. */
    public static KafkaBroker bind(KafkaSettings settings, KafkaMetrics metrics, Ticker ticker) throws IOException {
        return new KafkaBroker(settings, metrics, ticker);
    }

    /** Where clients connect, to be published as this node's endpoint. */
    public String address() {
        return address;
    }

    public int connections() {
        return port.connections();
    }

    /**
     * Has connections from now on shown another certificate; those that are open stay as they are.
     *
     * @throws IllegalArgumentException if TLS is off
     */
    public void use(KafkaTls changed) {
        port.use(changed);
    }

    /** How many fetches wait for records. */
    public int waitingFetches() {
        WaitingFetches now = fetches;
        return now == null ? 0 : now.size();
    }

    /** The consumer groups that this node coordinates; empty before it is started. */
    public Optional<LocalGroups> groups() {
        return Optional.ofNullable(groups);
    }

    /** Completes once clients are let in. */
    public CompletableFuture<Void> start(Backend backend) {
        return start(backend, Map.of());
    }

    /** @param groupSettings of the group coordinator, by their names in Kafka */
    public synchronized CompletableFuture<Void> start(Backend backend, Map<String, String> groupSettings) {
        KafkaClusterView cluster =
                new KafkaClusterView(backend.clusterId(), backend.self(), backend.controller(), backend.partitions());
        TopicChanges changes = new TopicChanges(backend.controller(), backend.changes(), settings.topics());
        Rights rights = new Rights(settings.access().users());
        WaitingFetches waiting = new WaitingFetches();
        fetches = waiting;
        open.push(waiting);
        open.push(backend.partitions().listen(waiting)::run);
        Groups coordinated = new Groups(cluster, backend.controller(), changes, settings.groups(), groupSettings);
        LocalGroups local = new LocalGroups(cluster, coordinated);
        groups = local;
        GroupAdmission admission = new GroupAdmission(
                cluster,
                coordinated,
                local,
                settings.groups(),
                Runtime.getRuntime().maxMemory() / GROUPS_PART_OF_HEAP,
                ticker);
        open.push(coordinated);
        open.push(backend.partitions().listen(coordinated)::run);
        ApiHandlers apis = new BrokerApis(cluster, rights, changes, metrics, backend.incarnation()).with(waiting);
        port.start(new GroupHandlers(cluster, coordinated, rights, admission).addTo(apis));
        return letIn(changes);
    }

    /** Not before this node knows all topics: those that it has yet to hear of would seem to be deleted. */
    private CompletableFuture<Void> letIn(TopicChanges changes) {
        return changes.applied(ASK_FOR).handle((done, failure) -> failure).thenCompose(failure -> {
            if (failure != null && !closed) {
                return CompletableFuture.completedFuture(failure)
                        .thenComposeAsync(
                                ignored -> letIn(changes),
                                CompletableFuture.delayedExecutor(ASK_AGAIN_AFTER.toMillis(), TimeUnit.MILLISECONDS));
            }
            if (!closed) {
                port.letIn();
                LOG.info("Kafka clients can connect to {}", address);
            }
            return CompletableFuture.completedFuture(null);
        });
    }

    @Override
    public synchronized void close() {
        closed = true;
        port.close();
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception failed) {
                LOG.error("failed to stop part of the broker", failed);
            }
        }
    }
}
