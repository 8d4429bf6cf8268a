// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.message.EndTxnRequestData;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData.PartitionData;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.message.MetadataRequestData.MetadataRequestTopic;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.EndTxnRequest;
import org.apache.kafka.common.requests.EndTxnResponse;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no request, or not a good one: its connection is closed, or it is answered with the protocol's own error. */
class BadInputIT {
    private static final KafkaLimits LIMITS =
            new KafkaLimits(1, 20, 20, 1 << 20, 2 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(1));

    @TempDir
    static Path folder;

    private static TestBroker broker;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder, KafkaSettings.onLoopback(0).with(LIMITS));
        try (Admin admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic("topic", 1, (short) 1)))
                    .all()
                    .get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    /** Whatever a test did, the next client is served. */
    @AfterEach
    void othersAreServed() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            ApiVersionsResponse answer = (ApiVersionsResponse) connection.ask(apiVersions());
            assertThat(answer.data().errorCode()).isEqualTo(Errors.NONE.code());
        }
    }

    private static ApiVersionsRequest apiVersions() {
        return new ApiVersionsRequest(
                new ApiVersionsRequestData().setClientSoftwareName("raw").setClientSoftwareVersion("1"), (short) 3);
    }

    private static void isClosedAfter(byte[] bytes) throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            connection.send(bytes);
            assertThat(connection.isClosed()).isTrue();
        }
    }

    private static byte[] size(int size) {
        return ByteBuffer.allocate(8).putInt(size).putInt(0).array();
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, (1 << 20) + 1})
    void frameOfAnImpossibleSizeIsNotReadAndCounted(int size) throws IOException {
        long before = broker.metrics.count("invalid");

        isClosedAfter(size(size));

        areCounted(before + 1);
    }

    private static void areCounted(long expected) {
        eventually(
                "they are counted",
                TestBroker.SOON,
                () -> broker.metrics.count("invalid") >= expected,
                () -> broker.metrics);
    }

    @Test
    void otherProtocolsAreClosedAndCounted() throws IOException {
        long before = broker.metrics.count("invalid");

        isClosedAfter("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        // The beginning of a TLS ClientHello, as a size, is more than 360 MB.
        isClosedAfter(new byte[] {0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, (byte) 0xfc, 0x03, 0x03});

        areCounted(before + 2);
    }

    @Test
    void unknownRequestIsClosedAndCounted() throws IOException {
        long before = broker.metrics.count("invalid");

        isClosedAfter(RawConnection.frame(ByteBuffer.wrap(new byte[] {0x7f, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0})));
        isClosedAfter(RawConnection.frame(ByteBuffer.wrap(new byte[] {0, 3, 0x7f, 0x7f, 0, 0, 0, 1, 0, 0})));
        isClosedAfter(RawConnection.frame(ByteBuffer.wrap(new byte[] {0})));

        areCounted(before + 3);
    }

    @Test
    void versionsAreToldToAClientFromTheFuture() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            ByteBuffer request = ByteBuffer.allocate(20)
                    .putShort(ApiKeys.API_VERSIONS.id)
                    .putShort((short) 99)
                    .putInt(5)
                    .putShort((short) -1)
                    .put((byte) 0);
            request.flip();
            connection.send(RawConnection.frame(request));

            ApiVersionsResponse answer = (ApiVersionsResponse) connection.receive(ApiKeys.API_VERSIONS, (short) 0, 5);
            assertThat(answer.data().errorCode()).isEqualTo(Errors.UNSUPPORTED_VERSION.code());
            assertThat(answer.apiVersion(ApiKeys.API_VERSIONS.id)).isNotNull();
        }
    }

    @Test
    void requestThatIsNotOfferedIsRefusedAsSuch() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            EndTxnResponse answer = (EndTxnResponse) connection.ask(new EndTxnRequest.Builder(
                            new EndTxnRequestData().setTransactionalId("t").setProducerId(1), false)
                    .build((short) 3));

            assertThat(answer.error()).isEqualTo(Errors.UNSUPPORTED_VERSION);
        }
    }

    @Test
    void lengthsThatLieCloseTheConnection() throws IOException {
        ByteBuffer header = ByteBuffer.allocate(64)
                .putShort(ApiKeys.METADATA.id)
                .putShort((short) 1)
                .putInt(1)
                .putShort((short) -1);
        for (int count : new int[] {Integer.MAX_VALUE, 1_000_000}) {
            ByteBuffer request = header.duplicate().putInt(count).flip();
            isClosedAfter(RawConnection.frame(request));
        }
        ByteBuffer name = header.duplicate()
                .putInt(1)
                .putShort((short) 30_000)
                .put((byte) 'x')
                .flip();
        isClosedAfter(RawConnection.frame(name));
    }

    @Test
    void frameThatTricklesIsCutOffAndCounted() throws IOException {
        long before = broker.metrics.count("invalid");
        try (RawConnection connection = new RawConnection(broker.port())) {
            connection.send(new byte[] {0, 0, 1, 0, 0});

            assertThat(connection.isClosed()).isTrue();
        }
        areCounted(before + 1);
    }

    @Test
    void connectionsThatAskForNothingMakeRoomForOthers() throws IOException {
        List<RawConnection> idle = new java.util.ArrayList<>();
        try {
            for (int i = 0; i < 60; i++) {
                idle.add(new RawConnection(broker.port()));
            }
            othersAreServed();
            assertThat(broker.broker.connections()).isLessThanOrEqualTo(20);
        } finally {
            for (RawConnection connection : idle) {
                connection.close();
            }
        }
    }

    @Test
    void manyRequestsOnOneConnectionAreAnsweredInOrder() throws Exception {
        int count = 10_000;
        try (RawConnection connection = new RawConnection(broker.port())) {
            Thread sender = new Thread(() -> {
                try {
                    for (int i = 0; i < count; i++) {
                        connection.send(RawConnection.frame(apiVersions(), i));
                    }
                } catch (IOException ended) {
                    throw new java.io.UncheckedIOException(ended);
                }
            });
            sender.start();
            for (int i = 0; i < count; i++) {
                connection.receive(ApiKeys.API_VERSIONS, (short) 3, i);
            }
            sender.join();
        }
    }

    @Test
    void requestsBehindOneThatWaitsAreWorkedOnAndAnsweredAfterIt() throws Exception {
        MemoryLog log = broker.log("topic", 0);
        long begin = log.endOffset();
        log.hold(true);
        try (RawConnection connection = new RawConnection(broker.port())) {
            for (int i = 0; i < 8; i++) {
                connection.send(RawConnection.frame(Batches.request("topic", -1, Batches.of(1)), i));
            }

            // Five of them are in the log before the first is answered, and no more.
            eventually("five are appended", TestBroker.SOON, () -> log.endOffset() == begin + 5, log::endOffset);
            othersAreServed();
            assertThat(log.endOffset()).isEqualTo(begin + 5);

            log.hold(false);
            for (int i = 0; i < 8; i++) {
                ProduceResponse answer = (ProduceResponse) connection.receive(ApiKeys.PRODUCE, (short) 9, i);
                assertThat(partition(answer).baseOffset()).isEqualTo(begin + i);
            }
        } finally {
            log.hold(false);
        }
    }

    private static org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse partition(
            ProduceResponse answer) {
        return answer.data().responses().iterator().next().partitionResponses().get(0);
    }

    @Test
    void impossibleAcksPartitionsAndTopicsAreErrorsOfTheirPartition() throws IOException {
        long before = broker.log("topic", 0).endOffset();
        try (RawConnection connection = new RawConnection(broker.port())) {
            assertThat(produce(connection, "topic", 0, 2)).isEqualTo(Errors.INVALID_REQUIRED_ACKS);
            assertThat(produce(connection, "topic", 9, -1)).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
            assertThat(produce(connection, "topic", -3, -1)).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
            assertThat(produce(connection, "../etc", 0, -1)).isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
            assertThat(produce(connection, "topic", 0, -1)).isEqualTo(Errors.NONE);
        }
        assertThat(broker.log("topic", 0).endOffset()).isEqualTo(before + 1);
    }

    private static Errors produce(RawConnection connection, String topic, int partition, int acks) throws IOException {
        ProduceResponse answer =
                (ProduceResponse) connection.ask(Batches.request(topic, partition, acks, Batches.of(1)));
        return Errors.forCode(partition(answer).errorCode());
    }

    @Test
    void fetchFromWhereNothingIsGetsAnError() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            for (long offset : new long[] {-1, Long.MIN_VALUE, Long.MAX_VALUE}) {
                PartitionData answer = fetch(connection, offset, -1, 1 << 20);
                assertThat(Errors.forCode(answer.errorCode())).isEqualTo(Errors.OFFSET_OUT_OF_RANGE);
            }
            assertThat(Errors.forCode(fetch(connection, 0, 77, 1 << 20).errorCode()))
                    .isEqualTo(Errors.UNKNOWN_LEADER_EPOCH);
            assertThat(Errors.forCode(fetch(connection, 0, 0, 1 << 20).errorCode()))
                    .isEqualTo(Errors.FENCED_LEADER_EPOCH);
            produce(connection, "topic", 0, -1);
            // However little is asked for, one batch comes.
            for (int most : new int[] {-1, 0, 1}) {
                assertThat(FetchResponse.recordsSize(fetch(connection, 0, -1, most)))
                        .isPositive();
            }
        }
    }

    private static PartitionData fetch(RawConnection connection, long offset, int epoch, int most) throws IOException {
        FetchRequestData data = new FetchRequestData()
                .setMinBytes(1)
                .setMaxBytes(most)
                .setMaxWaitMs(0)
                .setTopics(List.of(new FetchTopic()
                        .setTopic("topic")
                        .setPartitions(List.of(new FetchPartition()
                                .setPartition(0)
                                .setFetchOffset(offset)
                                .setCurrentLeaderEpoch(epoch)
                                .setPartitionMaxBytes(most)))));
        FetchResponse answer = (FetchResponse) connection.ask(new FetchRequest(data, (short) 11));
        return answer.data().responses().get(0).partitions().get(0);
    }

    @Test
    void manyTopicsInOneRequestAreAnswered() throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            MetadataResponse answer = (MetadataResponse) connection.ask(manyTopics());

            assertThat(answer.errors()).hasSize(20_000).containsValue(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        }
    }

    private static MetadataRequest manyTopics() {
        List<MetadataRequestTopic> topics = IntStream.range(0, 20_000)
                .mapToObj(i -> new MetadataRequestTopic().setName("no-" + i))
                .toList();
        return new MetadataRequest(
                new MetadataRequestData().setTopics(topics).setAllowAutoTopicCreation(false), (short) 4);
    }

    @Test
    void requestWithNamesThatShareOnePlaceInATableIsRefusedBeforeTheTableIsMade() throws IOException {
        int topics = 140_000;
        ByteBuffer produce = ByteBuffer.allocate(100 + 7 * topics)
                .putShort(ApiKeys.PRODUCE.id)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) -1)
                .putShort((short) -1)
                .putShort((short) 1)
                .putInt(1_000)
                .putInt(topics);
        for (int i = 0; i < topics; i++) {
            produce.putShort((short) 1).put((byte) 'a').putInt(0);
        }

        isClosedAfter(RawConnection.frame(produce.flip()));
    }

    @Test
    void clientsThatTakeNoAnswersDoNotFillTheMemory() throws IOException {
        byte[] request = RawConnection.frame(manyTopics(), 1);
        long before = broker.metrics.count("invalid");
        List<Socket> deaf = new ArrayList<>();
        try {
            for (int i = 0; i < 8; i++) {
                Socket socket = new Socket();
                deaf.add(socket);
                socket.setReceiveBufferSize(4_096);
                socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), broker.port()));
                socket.getOutputStream().write(request);
            }

            eventually(
                    "requests are refused while others have all the memory",
                    TestBroker.SOON,
                    () -> broker.metrics.count("invalid") > before,
                    () -> broker.metrics);
            eventually(
                    "those who take nothing are let go, and others have their turn",
                    TestBroker.SOON,
                    this::isAnsweredAboutManyTopics,
                    () -> broker.metrics);
        } finally {
            for (Socket socket : deaf) {
                socket.close();
            }
        }
    }

    private boolean isAnsweredAboutManyTopics() {
        try (RawConnection connection = new RawConnection(broker.port())) {
            return connection.ask(manyTopics()) instanceof MetadataResponse;
        } catch (IOException refused) {
            return false;
        }
    }
}
