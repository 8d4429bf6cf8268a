// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.ProcessLab;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartitionInfo;

/** Kills the node that leads both the controller and a partition, and waits until a producer is served there again. */
final class BrokerKills {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** For all replicas to be there again. */
    private static final Duration REST = Duration.ofSeconds(4);

    private static final Duration LOOK = Duration.ofMillis(200);
    private static final int PARTITIONS = 6;

    private final BrokerServers cluster;
    private final BrokerClients clients;
    private final String topic;

    /** @param topic with six partitions */
    BrokerKills(BrokerServers cluster, String topic) {
        this.cluster = cluster;
        this.clients = new BrokerClients(cluster);
        this.topic = topic;
    }

    /** How long it took, in milliseconds; empty if the leader of the controller came to lead no partition. */
    Optional<Double> round() throws ExecutionException, InterruptedException, TimeoutException {
        try (Admin admin = clients.admin();
                KafkaProducer<byte[], byte[]> producer = clients.promptProducer()) {
            Optional<Victim> victim = victim(admin);
            if (victim.isEmpty()) {
                return Optional.empty();
            }
            ProducerRecord<byte[], byte[]> sent =
                    new ProducerRecord<>(topic, victim.get().partition(), null, new byte[100]);
            for (int i = 0; i < 100; i++) {
                producer.send(sent).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            }
            long killed = System.nanoTime();
            cluster.kill(victim.get().node());
            producer.send(sent).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            double took = (System.nanoTime() - killed) / 1e6;
            cluster.start(victim.get().node());
            return Optional.of(took);
        }
    }

    private record Victim(String node, int partition) {}

    private Optional<Victim> victim(Admin admin) throws InterruptedException {
        ProcessLab.let(REST);
        for (long end = System.nanoTime() + PATIENCE.toNanos(); System.nanoTime() < end; ProcessLab.let(LOOK)) {
            try {
                List<TopicPartitionInfo> partitions = describe(admin);
                if (partitions.stream().anyMatch(it -> it.isr().size() < BrokerClients.REPLICAS)) {
                    continue;
                }
                String leader = cluster.awaitLeader(PATIENCE);
                for (TopicPartitionInfo partition : partitions) {
                    if (partition.leader() != null
                            && cluster.nodeAt(partition.leader().port()).equals(leader)) {
                        return Optional.of(new Victim(leader, partition.partition()));
                    }
                }
                // Kafka gives a node that came back its leads after minutes, unless it is asked.
                admin.electLeaders(ElectionType.PREFERRED, Set.copyOf(BrokerClients.partitions(topic, PARTITIONS)))
                        .all()
                        .get(1, TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException notYet) {
                ProcessLab.let(LOOK);
            }
        }
        return Optional.empty();
    }

    private List<TopicPartitionInfo> describe(Admin admin)
            throws ExecutionException, InterruptedException, TimeoutException {
        TopicDescription description = admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(2, TimeUnit.SECONDS)
                .get(topic);
        return description == null ? List.of() : description.partitions();
    }
}
