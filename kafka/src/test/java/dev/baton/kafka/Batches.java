// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.record.internal.DefaultRecordBatch;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.utils.Crc32C;

/** Batches of records, good ones and bad ones. */
public final class Batches {
    private static final int CRC = 17;
    private static final int ATTRIBUTES = 21;

    private Batches() {}

    public static MemoryRecords of(int count) {
        return of(Compression.NONE, count);
    }

    public static MemoryRecords of(Compression codec, int count) {
        return MemoryRecords.withRecords(
                codec,
                IntStream.range(0, count)
                        .mapToObj(i -> new SimpleRecord(i, bytes("key-" + i), bytes("value-" + i)))
                        .toArray(SimpleRecord[]::new));
    }

    public static MemoryRecords idempotent(long producer, int epoch, int sequence, int count) {
        return MemoryRecords.withIdempotentRecords(
                Compression.NONE,
                producer,
                (short) epoch,
                sequence,
                IntStream.range(0, count)
                        .mapToObj(i -> new SimpleRecord(i, null, bytes("value-" + (sequence + i))))
                        .toArray(SimpleRecord[]::new));
    }

    /** A batch that something was done to, with a checksum that fits again. */
    public static MemoryRecords changed(MemoryRecords records, Consumer<ByteBuffer> change) {
        ByteBuffer copy = copy(records);
        change.accept(copy);
        long crc = Crc32C.compute(copy, ATTRIBUTES, copy.limit() - ATTRIBUTES);
        copy.putInt(CRC, (int) crc);
        return MemoryRecords.readableRecords(copy);
    }

    public static ByteBuffer copy(MemoryRecords records) {
        ByteBuffer copy = ByteBuffer.allocate(records.sizeInBytes());
        copy.put(records.buffer().duplicate());
        copy.flip();
        return copy;
    }

    public static ProduceRequest request(String topic, int acks, MemoryRecords records) {
        return request(topic, 0, acks, records);
    }

    public static ProduceRequest request(String topic, int partition, int acks, MemoryRecords records) {
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData()
                .setName(topic)
                .setPartitionData(
                        List.of(new PartitionProduceData().setIndex(partition).setRecords(records))));
        return new ProduceRequest(
                new ProduceRequestData()
                        .setAcks((short) acks)
                        .setTimeoutMs(30_000)
                        .setTopicData(topics),
                (short) 9);
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    public static int countOffset() {
        return DefaultRecordBatch.RECORDS_COUNT_OFFSET;
    }
}
