// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.message.MetadataRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.requests.MetadataRequest;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Frames that are no request, or a large one of nothing. */
class BadFrameIT {
    private static final String TOPIC = "topic";
    private static final KafkaLimits LIMITS =
            new KafkaLimits(1, 20, 20, 8 << 20, 16 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(30));

    @TempDir
    static Path folder;

    private static TestBroker broker;

    private RawConnection connection;

    @BeforeAll
    static void start() throws Exception {
        broker = new TestBroker(folder, KafkaSettings.onLoopback(0).with(LIMITS));
        try (Admin admin = broker.admin()) {
            admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1))).all().get();
        }
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    @BeforeEach
    void connect() throws IOException {
        connection = new RawConnection(broker.port());
    }

    @AfterEach
    void disconnect() throws IOException {
        connection.close();
        assertThat(broker.metrics.count("UNKNOWN_SERVER_ERROR")).isZero();
    }

    private static MemoryLog log() {
        return broker.log(TOPIC, 0);
    }

    @Test
    void clientThatGoesAwayWithinAFrameIsCounted() throws IOException {
        long before = broker.metrics.count("invalid");
        long end = log().endOffset();
        byte[] frame = RawConnection.frame(Batches.request(TOPIC, -1, Batches.of(1)), 1);

        for (int sent : new int[] {1, 3, 5, frame.length - 1}) {
            try (RawConnection connection = new RawConnection(broker.port())) {
                connection.send(java.util.Arrays.copyOf(frame, sent));
            }
        }

        eventually(
                "they are counted",
                TestBroker.SOON,
                () -> broker.metrics.count("invalid") >= before + 4,
                () -> broker.metrics);
        assertThat(log().endOffset()).isEqualTo(end);
    }

    @Test
    void headerFullOfTaggedFieldsIsClosedAndCounted() throws IOException {
        long before = broker.metrics.count("invalid");
        byte[] manyOfNothing = new byte[2 * 3_000_000];
        for (int i = 0; i < manyOfNothing.length; i += 2) {
            manyOfNothing[i] = 1;
        }
        for (ApiKeys key : List.of(ApiKeys.METADATA, ApiKeys.PRODUCE, ApiKeys.API_VERSIONS)) {
            sendHeader(key, 3_000_000, manyOfNothing);
            sendHeader(key, Integer.MAX_VALUE, new byte[] {1, 0, 1, 0});
            sendHeader(key, 1, new byte[] {1, -1, -1, -1, -1, 7});
        }
        eventually(
                "they are counted",
                TestBroker.SOON,
                () -> broker.metrics.count("invalid") >= before + 9,
                () -> broker.metrics);
    }

    private static void sendHeader(ApiKeys key, int tags, byte[] fields) throws IOException {
        ByteArrayOutputStream count = new ByteArrayOutputStream();
        for (int left = tags; ; left >>>= 7) {
            count.write(left > 127 ? (left & 127) | 128 : left);
            if (left <= 127) {
                break;
            }
        }
        ByteBuffer request = ByteBuffer.allocate(20 + fields.length)
                .putShort(key.id)
                .putShort(key.latestVersion())
                .putInt(1)
                .putShort((short) -1)
                .put(count.toByteArray())
                .put(fields)
                .flip();
        try (RawConnection own = new RawConnection(broker.port())) {
            own.send(RawConnection.frame(request));
            assertThat(own.isClosed()).as("%s with %s tags", key, tags).isTrue();
        }
    }

    @Test
    void sameCorrelationTwiceIsAnsweredTwice() throws IOException {
        long end = log().endOffset();
        for (int i = 0; i < 3; i++) {
            connection.send(RawConnection.frame(Batches.request(TOPIC, -1, Batches.of(1)), 42));
        }
        for (int i = 0; i < 3; i++) {
            ProduceResponse answer = (ProduceResponse) connection.receive(ApiKeys.PRODUCE, (short) 9, 42);
            assertThat(answer.errorCounts()).containsOnlyKeys(Errors.NONE);
        }
        assertThat(log().endOffset()).isEqualTo(end + 3);
    }

    @Test
    void listOfMinusTwoIsNoneOrNoRequest() throws IOException {
        connection.send(RawConnection.frame(ByteBuffer.allocate(14)
                .putShort(ApiKeys.METADATA.id)
                .putShort((short) 1)
                .putInt(1)
                .putShort((short) -1)
                .putInt(-2)
                .flip()));
        // Null, like -1: all topics.
        MetadataResponse answer = (MetadataResponse) connection.receive(ApiKeys.METADATA, (short) 1, 1);
        assertThat(answer.topicMetadata()).isNotEmpty();

        long before = broker.metrics.count("invalid");
        connection.send(RawConnection.frame(ByteBuffer.allocate(22)
                .putShort(ApiKeys.PRODUCE.id)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) -1)
                .putShort((short) -1)
                .putShort((short) 1)
                .putInt(1_000)
                .putInt(-2)
                .flip()));
        assertThat(connection.isClosed()).isTrue();
        assertThat(broker.metrics.count("invalid")).isGreaterThan(before);
    }

    @Test
    void moreTopicsThanARequestMayNameAreNotLookedUp() throws IOException {
        List<MetadataRequestData.MetadataRequestTopic> topics = IntStream.range(0, 60_000)
                .mapToObj(i -> new MetadataRequestData.MetadataRequestTopic().setName("no-" + i))
                .toList();
        connection.send(RawConnection.frame(
                new MetadataRequest(
                        new MetadataRequestData().setTopics(topics).setAllowAutoTopicCreation(true), (short) 4),
                1));

        assertThat(connection.isClosed()).isTrue();
        int known = broker.controller.read(view -> view.topics().size());
        assertThat(known).isLessThan(100);
    }
}
