// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.controller.ControllerNode;
import dev.baton.kafka.api.BrokerIds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.message.ProduceResponseData;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.ProduceResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A broker that does not lead says who does and where that one is, so that clients need not ask for metadata first. */
class LeaderAnswersTest {
    private static final int PARTITIONS = 3;
    private static final int PORT = 19_092;
    private static final int LEADER = BrokerIds.of(NodeId.of("b"));

    @TempDir
    private static Path folder;

    private static TestBroker broker;
    private static ControllerNode neighbour;
    private static Uuid topic;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder);
        try (Admin admin = broker.admin()) {
            topic = admin.createTopics(List.of(new NewTopic("topic", PARTITIONS, (short) 1)))
                    .topicId("topic")
                    .get();
        }
        neighbour = broker.neighbour("b", "127.0.0.1:" + PORT);
        broker.partitions.follow(NodeId.of("b"));
    }

    @AfterAll
    static void stop() {
        neighbour.close();
        broker.close();
    }

    /** Clients refuse an answer that names a broker twice. */
    @Test
    void aProducerIsToldOfTheLeaderOfEachPartitionAndOnceWhereItIs() throws IOException {
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData()
                .setTopicId(topic)
                .setPartitionData(IntStream.range(0, PARTITIONS)
                        .mapToObj(it -> new PartitionProduceData().setIndex(it).setRecords(Batches.of(1)))
                        .toList()));
        ProduceRequest request = new ProduceRequest(
                new ProduceRequestData()
                        .setAcks((short) -1)
                        .setTimeoutMs(30_000)
                        .setTopicData(topics),
                (short) 13);

        ProduceResponseData answer;
        try (RawConnection connection = new RawConnection(broker.port())) {
            answer = ((ProduceResponse) connection.ask(request)).data();
        }

        List<ProduceResponseData.PartitionProduceResponse> partitions =
                answer.responses().iterator().next().partitionResponses();
        assertThat(partitions).hasSize(PARTITIONS).allSatisfy(it -> {
            assertThat(it.errorCode()).isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER.code());
            assertThat(it.currentLeader().leaderId()).isEqualTo(LEADER);
            assertThat(it.currentLeader().leaderEpoch()).isEqualTo(2);
        });
        assertThat(answer.nodeEndpoints()).singleElement().satisfies(it -> {
            assertThat(it.nodeId()).isEqualTo(LEADER);
            assertThat(it.host() + ":" + it.port()).isEqualTo("127.0.0.1:" + PORT);
        });
    }

    @Test
    void aConsumerIsToldOfTheLeaderOfEachPartitionAndOnceWhereItIs() throws IOException {
        FetchRequest request = new FetchRequest(
                new FetchRequestData()
                        .setMaxWaitMs(0)
                        .setMinBytes(1)
                        .setMaxBytes(1000)
                        .setTopics(List.of(new FetchRequestData.FetchTopic()
                                .setTopicId(topic)
                                .setPartitions(IntStream.range(0, PARTITIONS)
                                        .mapToObj(it -> new FetchRequestData.FetchPartition()
                                                .setPartition(it)
                                                .setPartitionMaxBytes(1000))
                                        .toList()))),
                (short) 17);

        FetchResponseData answer;
        try (RawConnection connection = new RawConnection(broker.port())) {
            answer = ((FetchResponse) connection.ask(request)).data();
        }

        assertThat(answer.responses().get(0).partitions())
                .hasSize(PARTITIONS)
                .allSatisfy(it -> {
                    assertThat(it.errorCode()).isEqualTo(Errors.NOT_LEADER_OR_FOLLOWER.code());
                    assertThat(it.currentLeader().leaderId()).isEqualTo(LEADER);
                    assertThat(it.currentLeader().leaderEpoch()).isEqualTo(2);
                });
        assertThat(answer.nodeEndpoints()).singleElement().satisfies(it -> {
            assertThat(it.nodeId()).isEqualTo(LEADER);
            assertThat(it.host() + ":" + it.port()).isEqualTo("127.0.0.1:" + PORT);
        });
    }
}
