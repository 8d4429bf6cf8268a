// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.partitions.LogSlice;
import dev.baton.partitions.PartitionLog;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ApiMessageType;
import org.apache.kafka.common.message.ApiVersionsRequestData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.protocol.MessageUtil;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.requests.ApiVersionsRequest;
import org.apache.kafka.common.requests.ApiVersionsResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.utils.Crc32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Broken requests and batches, by chance, against the log on disk. Whatever comes, the next client is served, no thread of
 * the broker has ended, memory is as it was, and all that is in the log can be read. {@code -Dbaton.seed=…} repeats a run,
 * {@code -Dbaton.long=true} sends a million, {@code -Dbaton.frames=…} so many.
 */
class FuzzIT {
    private static final long MAX_HEAP = 256L << 20;
    /** What may be taken more after all of it than before. */
    private static final long MORE_MEMORY = 48L << 20;

    private static final KafkaLimits LIMITS =
            new KafkaLimits(1, 50, 50, 1 << 20, 2 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(1));

    private static final List<CompressionType> CODECS = List.of(CompressionType.values());
    /** In a batch: its checksum, and where begins what is signed by it. */
    private static final int CRC = 17;

    private static final int ATTRIBUTES = 21;

    @TempDir
    Path folder;

    private final List<Template> templates = new ArrayList<>();
    private Random chance = new Random();

    /** A whole frame, and where in it a batch is; at 0 if there is none. */
    private static final class Template {
        private final byte[] frame;
        private final int batch;
        private final int batchBytes;

        Template(byte[] frame, int batch, int batchBytes) {
            this.frame = frame;
            this.batch = batch;
            this.batchBytes = batchBytes;
        }
    }

    @Test
    @Timeout(value = 3, unit = TimeUnit.HOURS)
    void nothingThatIsSentHarmsTheBroker() throws Exception {
        int count = Integer.getInteger("baton.frames", Boolean.getBoolean("baton.long") ? 1_000_000 : 3_000);
        assertThat(Runtime.getRuntime().maxMemory())
                .as("kafka/pom.xml sets -Xmx")
                .isLessThanOrEqualTo(MAX_HEAP);
        long seed = Long.getLong("baton.seed", 1);
        chance = new Random(seed);
        try (RealBroker broker =
                RealBroker.alone(folder, KafkaSettings.onLoopback(0).with(LIMITS))) {
            try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.broker.address()))) {
                admin.createTopics(List.of(new NewTopic("topic", 1, (short) 1)
                                .configs(Map.of("retention.bytes", "100000000", "segment.bytes", "10000000"))))
                        .all()
                        .get();
            }
            eventually("it is led", TestBroker.SOON, () -> broker.log("topic").isPresent(), () -> broker.metrics);
            makeTemplates();
            isServed(broker, seed);
            Set<String> threads = threads();
            long before = usedMemory();
            int sent = 0;
            while (sent < count) {
                sent += burst(broker);
                if (chance.nextInt(20) == 0) {
                    isServed(broker, seed);
                }
            }
            isServed(broker, seed);
            long after = usedMemory();
            System.out.println(sent + " broken frames were sent, seed " + seed + ", memory " + (before >> 20) + " and "
                    + (after >> 20) + " of at most " + (Runtime.getRuntime().maxMemory() >> 20) + " MiB, "
                    + broker.metrics);
            assertThat(broker.metrics.count("UNKNOWN_SERVER_ERROR"))
                    .as("seed %s", seed)
                    .isZero();
            assertThat(threads()).as("seed %s", seed).containsAll(threads);
            assertThat(after).as("seed %s", seed).isLessThan(before + MORE_MEMORY);
            assertThat(broker.metrics.count("appended topic"))
                    .as("batches get as far as the log")
                    .isPositive();
            isWhole(broker.log("topic").orElseThrow(), seed);
        }
    }

    private static Set<String> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(it -> it.startsWith("baton-kafka"))
                .collect(Collectors.toSet());
    }

    private static long usedMemory() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Each record is read once, in its order, up to the end. */
    private static void isWhole(PartitionLog log, long seed) {
        long next = log.startOffset();
        while (next < log.highWatermark()) {
            LogSlice slice = log.read(next, 1 << 20);
            for (Record record : slice.records().records()) {
                assertThat(record.offset()).as("seed %s", seed).isEqualTo(next++);
            }
        }
        assertThat(next).as("seed %s", seed).isEqualTo(log.highWatermark());
    }

    private void makeTemplates() {
        for (ApiKeys key : ApiKeys.brokerApis()) {
            for (short version = key.oldestVersion(); version <= key.latestVersion(); version++) {
                template(key, version);
            }
        }
        for (int i = 0; i < 200; i++) {
            Compression codec = Compression.of(CODECS.get(i % CODECS.size())).build();
            produce(i % 3 == 0 ? Batches.idempotent(i, 0, 0, 1 + i % 5) : Batches.of(codec, 1 + i % 5), i);
        }
    }

    private void produce(MemoryRecords records, int correlation) {
        byte[] frame = RawConnection.frame(Batches.request("topic", -1, records), correlation);
        byte[] batch = Batches.copy(records).array();
        int at = 0;
        while (!Arrays.equals(frame, at, at + batch.length, batch, 0, batch.length)) {
            at++;
        }
        templates.add(new Template(frame, at, batch.length));
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
            templates.add(new Template(RawConnection.frame(both.flip()), 0, 0));
        } catch (RuntimeException cannotBeEmpty) {
            // A request that has to have something in it is left out.
        }
    }

    /** Some frames on one connection, the last of them perhaps cut off. */
    private int burst(RealBroker broker) {
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

    private byte[] mutated(Template template) {
        byte[] bytes = template.frame.clone();
        int kind = chance.nextInt(10);
        if (template.batch > 0 && kind > 4) {
            return signed(bytes, template);
        }
        if (kind == 0) {
            return bytes;
        }
        if (kind == 1) {
            return Arrays.copyOf(bytes, chance.nextInt(bytes.length));
        }
        int changes = 1 + chance.nextInt(5);
        // The size of the frame is left alone most of the time: whatever follows it is read only then.
        int from = kind == 2 ? 0 : 4;
        for (int i = 0; i < changes; i++) {
            bytes[from + chance.nextInt(bytes.length - from)] = (byte) chance.nextInt();
        }
        return bytes;
    }

    /** A batch that was changed, with a checksum that fits again: it is looked into. */
    private byte[] signed(byte[] bytes, Template template) {
        int signed = template.batch + ATTRIBUTES;
        int end = template.batch + template.batchBytes;
        for (int i = chance.nextInt(4); i >= 0; i--) {
            bytes[signed + chance.nextInt(end - signed)] = (byte) chance.nextInt();
        }
        ByteBuffer all = ByteBuffer.wrap(bytes);
        all.putInt(template.batch + CRC, (int) Crc32C.compute(bytes, signed, end - signed));
        return bytes;
    }

    private static void isServed(RealBroker broker, long seed) throws IOException {
        try (RawConnection connection = new RawConnection(broker.port())) {
            ApiVersionsRequest request = new ApiVersionsRequest(
                    new ApiVersionsRequestData().setClientSoftwareName("raw").setClientSoftwareVersion("1"), (short) 3);
            ApiVersionsResponse answer = (ApiVersionsResponse) connection.ask(request);
            assertThat(answer.data().errorCode()).as("seed %s", seed).isEqualTo(Errors.NONE.code());
        }
    }
}
