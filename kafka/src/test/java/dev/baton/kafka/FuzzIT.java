// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.partitions.LogSlice;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken requests, by chance. Whatever comes, the next client is served, and all that is in a log can be read.
 * {@code -Dbaton.seed=…} repeats a run, {@code -Dbaton.long=true} sends a million, or what can be sent in five minutes.
 */
class FuzzIT {
    private static final Duration MAX_RUN = Duration.ofMinutes(5);
    private static final KafkaLimits LIMITS =
            new KafkaLimits(1, 50, 50, 1 << 20, 2 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(1));

    @TempDir
    Path folder;

    private final List<byte[]> templates = new ArrayList<>();
    private Random chance = new Random();

    @Test
    void nothingThatIsSentHarmsTheBroker() throws Exception {
        int count = Boolean.getBoolean("baton.long") ? 1_000_000 : 3_000;
        long seed = Long.getLong("baton.seed", 1);
        chance = new Random(seed);
        try (TestBroker broker =
                new TestBroker(folder, KafkaSettings.onLoopback(0).with(LIMITS))) {
            try (Admin admin = broker.admin()) {
                admin.createTopics(List.of(new NewTopic("topic", 1, (short) 1)))
                        .all()
                        .get();
            }
            makeTemplates();
            int sent = 0;
            long end = System.nanoTime() + MAX_RUN.toNanos();
            while (sent < count && System.nanoTime() - end < 0) {
                sent += burst(broker);
                if (chance.nextInt(20) == 0) {
                    isServed(broker, seed);
                }
            }
            isServed(broker, seed);
            System.out.println(sent + " broken frames were sent, seed " + seed);
            assertThat(broker.metrics.count("UNKNOWN_SERVER_ERROR"))
                    .as("seed %s", seed)
                    .isZero();
            long expected = 0;
            LogSlice all = broker.log("topic", 0).read(0, Integer.MAX_VALUE);
            for (Record record : all.records().records()) {
                assertThat(record.offset()).isEqualTo(expected++);
            }
            assertThat(expected).isEqualTo(all.highWatermark());
        }
    }

    private void makeTemplates() {
        for (ApiKeys key : ApiKeys.brokerApis()) {
            for (short version = key.oldestVersion(); version <= key.latestVersion(); version++) {
                template(key, version);
            }
        }
        for (int i = 0; i < 200; i++) {
            templates.add(RawConnection.frame(Batches.request("topic", -1, Batches.of(1 + i % 5)), i));
        }
    }

    private void template(ApiKeys key, short version) {
        try {
            ApiMessage request = ApiMessageType.fromApiKey(key.id).newRequest();
            ByteBuffer body = MessageUtil.toByteBufferAccessor(request, version).buffer();
            RequestHeader header = new RequestHeader(key, version, "fuzz", 1);
            ByteBuffer head = MessageUtil.toByteBufferAccessor(header.data(), header.headerVersion())
                    .buffer();
            ByteBuffer both = ByteBuffer.allocate(head.remaining() + body.remaining())
                    .put(head)
                    .put(body);
            templates.add(RawConnection.frame(both.flip()));
        } catch (RuntimeException cannotBeEmpty) {
            // A request that has to have something in it is left out.
        }
    }

    /** Some frames on one connection, the last of them perhaps cut off. */
    private int burst(TestBroker broker) {
        int frames = 1 + chance.nextInt(10);
        try (RawConnection connection = new RawConnection(broker.port())) {
            for (int i = 0; i < frames; i++) {
                connection.send(mutated(templates.get(chance.nextInt(templates.size()))));
            }
        } catch (IOException closed) {
            // As it should be.
        }
        return frames;
    }

    private byte[] mutated(byte[] template) {
        byte[] bytes = template.clone();
        int kind = chance.nextInt(10);
        if (kind == 0) {
            return bytes;
        }
        if (kind == 1) {
            return java.util.Arrays.copyOf(bytes, chance.nextInt(bytes.length));
        }
        int changes = 1 + chance.nextInt(5);
        // The size of the frame is left alone most of the time: whatever follows it is read only then.
        int from = kind == 2 ? 0 : 4;
        for (int i = 0; i < changes; i++) {
            bytes[from + chance.nextInt(bytes.length - from)] = (byte) chance.nextInt();
        }
        return bytes;
    }

    private static void isServed(TestBroker broker, long seed) throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            ApiVersionsRequest request = new ApiVersionsRequest(
                    new ApiVersionsRequestData().setClientSoftwareName("raw").setClientSoftwareVersion("1"), (short) 3);
            ApiVersionsResponse answer = (ApiVersionsResponse) connection.ask(request);
            assertThat(answer.data().errorCode()).as("seed %s", seed).isEqualTo(Errors.NONE.code());
        }
    }
}
