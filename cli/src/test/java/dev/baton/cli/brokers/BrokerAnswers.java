// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ApiVersions;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.ManualMetadataUpdater;
import org.apache.kafka.clients.MetadataRecoveryStrategy;
import org.apache.kafka.clients.NetworkClient;
import org.apache.kafka.clients.NetworkClientUtils;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponsePartition;
import org.apache.kafka.common.message.MetadataResponseData.MetadataResponseTopic;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/** What one broker itself answers; Kafka's own clients choose whom they ask. */
final class BrokerAnswers {
    private static final int PATIENCE_MILLIS = 30_000;
    private static final int BUFFER = 1 << 16;

    private BrokerAnswers() {}

    /**
     * Its topics, with the id, the partitions and the replicas of each.
     *
     * @param settings of a client
     */
    static List<String> topics(String broker, Map<String, Object> settings) throws IOException {
        Time time = Time.SYSTEM;
        LogContext log = new LogContext();
        int colon = broker.lastIndexOf(':');
        Node node = new Node(0, broker.substring(0, colon), Integer.parseInt(broker.substring(colon + 1)));
        try (Metrics metrics = new Metrics();
                NetworkClient client = new NetworkClient(
                        new Selector(
                                PATIENCE_MILLIS,
                                metrics,
                                time,
                                "answers",
                                ClientUtils.createChannelBuilder(new AdminClientConfig(settings), time, log),
                                log),
                        new ManualMetadataUpdater(),
                        "answers",
                        1,
                        50,
                        50,
                        BUFFER,
                        BUFFER,
                        PATIENCE_MILLIS,
                        PATIENCE_MILLIS,
                        PATIENCE_MILLIS,
                        time,
                        true,
                        new ApiVersions(),
                        log,
                        MetadataRecoveryStrategy.NONE)) {
            if (!NetworkClientUtils.awaitReady(client, node, time, PATIENCE_MILLIS)) {
                throw new IOException(broker + " cannot be reached");
            }
            MetadataResponse answer = (MetadataResponse) NetworkClientUtils.sendAndReceive(
                            client,
                            client.newClientRequest(
                                    node.idString(), MetadataRequest.Builder.allTopics(), time.milliseconds(), true),
                            time)
                    .responseBody();
            return answer.data().topics().stream()
                    .sorted(Comparator.comparing(MetadataResponseTopic::name))
                    .map(BrokerAnswers::line)
                    .toList();
        }
    }

    private static String line(MetadataResponseTopic topic) {
        List<String> partitions = new ArrayList<>();
        topic.partitions().stream()
                .sorted(Comparator.comparingInt(MetadataResponsePartition::partitionIndex))
                .forEach(it -> partitions.add(it.partitionIndex() + "="
                        + it.replicaNodes().stream().sorted().toList()));
        return topic.name() + " " + topic.topicId() + " " + partitions;
    }
}
