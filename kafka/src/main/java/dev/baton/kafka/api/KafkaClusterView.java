// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.api;

import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.controller.ClusterNode;
import dev.baton.controller.ControllerPart;
import dev.baton.controller.ControllerView;
import dev.baton.controller.ControllerView.PartitionPlace;
import dev.baton.controller.Topic;
import dev.baton.controller.TopicId;
import dev.baton.controller.TopicName;
import dev.baton.partitions.LocalPartitions;
import dev.baton.partitions.PartitionKey;
import dev.baton.partitions.PartitionLog;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.FencedLeaderEpochException;
import org.apache.kafka.common.errors.NotLeaderOrFollowerException;
import org.apache.kafka.common.errors.UnknownLeaderEpochException;
import org.apache.kafka.common.errors.UnknownTopicIdException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Nodes, topics and partitions as this node knows them, in the words of the protocol. Any thread. */
public final class KafkaClusterView {
    /** The purpose under which a node publishes where it listens for Kafka clients. */
    public static final String ENDPOINT = "kafka";
    /** Consumer groups and their offsets are kept in it. */
    public static final String OFFSETS_TOPIC = "__consumer_offsets";

    private final String id;
    private final NodeId self;
    private final ControllerPart controller;
    private final LocalPartitions partitions;

    /** @param id of the cluster */
    public KafkaClusterView(String id, NodeId self, ControllerPart controller, LocalPartitions partitions) {
        this.id = id;
        this.self = self;
        this.controller = controller;
        this.partitions = partitions;
    }

    /** Who leads a partition, and since which epoch; -1 if no leader is known. */
    public record Led(int broker, int epoch) {}

    public String id() {
        return id;
    }

    public NodeId self() {
        return self;
    }

    public int selfId() {
        return BrokerIds.of(self);
    }

    public <T> T read(Function<ControllerView, T> reader) {
        return controller.read(reader);
    }

    public LocalPartitions partitions() {
        return partitions;
    }

    public Optional<Topic> topic(String name) {
        try {
            TopicName checked = TopicName.of(name);
            return controller.read(view -> view.topic(checked));
        } catch (IllegalArgumentException noName) {
            return Optional.empty();
        }
    }

    public Optional<Topic> topic(Uuid topic) {
        return controller.read(view -> view.topic(topicId(topic)));
    }

    /**
     * The topic that a request names, or gives the id of.
     *
     * @throws ApiException if there is none
     */
    Topic topic(String name, Uuid topic) {
        if (topic.equals(Uuid.ZERO_UUID)) {
            return topic(name).orElseThrow(() -> new UnknownTopicOrPartitionException("there is no such topic"));
        }
        return topic(topic).orElseThrow(() -> new UnknownTopicIdException("there is no topic with this id"));
    }

    /**
     * The log of a partition that this node leads.
     *
     * @param epoch in which the client believes it is led; -1 if it does not say
     * @throws ApiException if it is not led here, or not in this epoch
     */
    PartitionLog led(Topic topic, int partition, int epoch) {
        if (partition < 0 || partition >= topic.partitions()) {
            throw new UnknownTopicOrPartitionException("topic " + topic.name() + " has no partition " + partition);
        }
        PartitionLog log = partitions
                .log(new PartitionKey(topic.id(), partition))
                .orElseThrow(() -> new NotLeaderOrFollowerException("this node has no replica"));
        int current = epochNumber(log.leaderEpoch());
        if (epoch >= 0 && epoch < current) {
            throw new FencedLeaderEpochException("epoch " + epoch + " is over");
        }
        if (epoch > current) {
            throw new UnknownLeaderEpochException("epoch " + epoch + " is not known here");
        }
        if (log.ledIn().isEmpty()) {
            throw new NotLeaderOrFollowerException("this node does not lead it");
        }
        return log;
    }

    /** Who leads a partition as far as this node knows, from its own replica or from the controller. */
    Led leader(ControllerView view, Topic topic, int partition) {
        PartitionPlace place = view.place(topic, partition);
        Optional<PartitionLog> local = partitions.log(new PartitionKey(topic.id(), partition));
        if (local.isPresent() && local.get().leaderEpoch().compareTo(place.leaderEpoch()) >= 0) {
            Optional<NodeId> known = local.get().ledIn().isPresent()
                    ? Optional.of(self)
                    : local.get().leader();
            if (known.isPresent()) {
                return new Led(
                        BrokerIds.of(known.get()), epochNumber(local.get().leaderEpoch()));
            }
        }
        return new Led(place.leader().map(BrokerIds::of).orElse(Node.noNode().id()), epochNumber(place.leaderEpoch()));
    }

    /** Who leads a partition, for an answer that says that this node does not. */
    public Led leader(Topic topic, int partition) {
        return controller.read(view -> view.topic(topic.id())
                .filter(it -> partition >= 0 && partition < it.partitions())
                .map(it -> leader(view, it, partition))
                .orElse(new Led(-1, -1)));
    }

    /** The nodes that clients can connect to. */
    List<Node> brokers() {
        return controller.read(view -> view.nodes().stream()
                .filter(node -> !node.fenced())
                .flatMap(node -> node(node).stream())
                .toList());
    }

    public Optional<Node> broker(int broker) {
        return brokers().stream().filter(it -> it.id() == broker).findFirst();
    }

    static Optional<Node> node(ClusterNode node) {
        return node.endpoints().find(ENDPOINT).flatMap(address -> {
            int colon = address.lastIndexOf(':');
            if (colon < 1 || !address.substring(colon + 1).matches("[0-9]{1,5}")) {
                return Optional.empty();
            }
            String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
            int port = Integer.parseInt(address.substring(colon + 1));
            return Optional.of(
                    new Node(BrokerIds.of(node.id()), host, port, node.zone().isEmpty() ? null : node.zone()));
        });
    }

    public static Uuid uuid(TopicId topic) {
        UUID value = topic.value();
        return new Uuid(value.getMostSignificantBits(), value.getLeastSignificantBits());
    }

    static TopicId topicId(Uuid topic) {
        return new TopicId(new UUID(topic.getMostSignificantBits(), topic.getLeastSignificantBits()));
    }

    /** The number that the protocol has for an epoch. */
    public static int epochNumber(Epoch epoch) {
        return (int) Math.min(epoch.value(), Integer.MAX_VALUE);
    }
}
