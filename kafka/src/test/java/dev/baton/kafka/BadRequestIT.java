// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.partitions.PartitionLog;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.InvalidReplicaAssignmentException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.message.FetchRequestData;
import org.apache.kafka.common.message.FetchRequestData.FetchPartition;
import org.apache.kafka.common.message.FetchRequestData.FetchTopic;
import org.apache.kafka.common.message.FetchResponseData;
import org.apache.kafka.common.message.ProduceResponseData.PartitionProduceResponse;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.requests.FetchRequest;
import org.apache.kafka.common.requests.FetchResponse;
import org.apache.kafka.common.requests.ProduceResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

/** Requests that are well formed and ask for what cannot be, against the log that is replicated and on disk. */
class BadRequestIT {
    private static final KafkaLimits LIMITS =
            new KafkaLimits(1, 20, 20, 8 << 20, 16 << 20, 5, Duration.ofMinutes(1), Duration.ofSeconds(30));

    @TempDir
    static Path folder;

    private static RealBroker broker;
    private static Admin admin;

    private String topic = "";
    private RawConnection connection;

    @BeforeAll
    static void start() throws Exception {
        broker = RealBroker.alone(folder, KafkaSettings.onLoopback(0).with(LIMITS));
        admin = Admin.create(Map.of("bootstrap.servers", broker.broker.address()));
    }

    @AfterAll
    static void stop() {
        admin.close();
        broker.close();
    }

    @BeforeEach
    void connect(TestInfo test) throws Exception {
        topic = test.getTestMethod().orElseThrow().getName();
        create(topic);
        connection = new RawConnection(broker.port());
    }

    private static void create(String name) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, 1, (short) 1))).all().get();
        eventually("it is led", TestBroker.SOON, () -> broker.log(name).isPresent(), () -> name);
    }

    /** Whatever a test did, the next client is served, and nothing was unforeseen. */
    @AfterEach
    void othersAreServed() throws IOException {
        connection.close();
        connection = new RawConnection(broker.port());
        assertThat(produce(Batches.of(1)).errorCode()).isEqualTo(Errors.NONE.code());
        connection.close();
        assertThat(broker.metrics.count("UNKNOWN_SERVER_ERROR")).isZero();
    }

    private PartitionLog log() {
        return broker.log(topic).orElseThrow();
    }

    private PartitionProduceResponse produce(MemoryRecords records) throws IOException {
        ProduceResponse answer = (ProduceResponse) connection.ask(Batches.request(topic, -1, records));
        return answer.data().responses().iterator().next().partitionResponses().get(0);
    }

    private void isRefused(Errors why, MemoryRecords records) throws IOException {
        long before = log().endOffset();
        assertThat(Errors.forCode(produce(records).errorCode())).isEqualTo(why);
        assertThat(log().endOffset()).isEqualTo(before);
    }

    private FetchResponseData.PartitionData fetch(int session, int most, int mostOfPartition, int maxWait)
            throws IOException {
        FetchResponse answer = (FetchResponse) connection.ask(fetchOf(session, most, mostOfPartition, 1, maxWait));
        return answer.data().responses().get(0).partitions().get(0);
    }

    private FetchRequest fetchOf(int session, int most, int mostOfPartition, int least, int maxWait) {
        FetchRequestData data = new FetchRequestData()
                .setSessionId(session)
                .setMinBytes(least)
                .setMaxBytes(most)
                .setMaxWaitMs(maxWait)
                .setTopics(List.of(new FetchTopic()
                        .setTopic(topic)
                        .setPartitions(List.of(new FetchPartition()
                                .setPartition(0)
                                .setFetchOffset(0)
                                .setCurrentLeaderEpoch(-1)
                                .setPartitionMaxBytes(mostOfPartition)))));
        return new FetchRequest(data, (short) 11);
    }

    private List<Record> all() throws IOException {
        MemoryRecords read = (MemoryRecords) fetch(0, 1 << 24, 1 << 24, 0).records();
        List<Record> records = new ArrayList<>();
        read.records().forEach(records::add);
        return records;
    }

    @Test
    void batchThatSaysWhereItWantsToBeIsPutWhereItBelongs() throws IOException {
        for (long base : new long[] {5, -5, Long.MAX_VALUE, Long.MIN_VALUE}) {
            long end = log().endOffset();
            MemoryRecords records = Batches.changed(Batches.of(2), bytes -> bytes.putLong(0, base));

            PartitionProduceResponse answer = produce(records);

            // Offsets of its records may not be countable from there. Nothing else is possible.
            boolean taken = answer.errorCode() == Errors.NONE.code();
            assertThat(log().endOffset()).isEqualTo(taken ? end + 2 : end);
            assertThat(answer.baseOffset()).isEqualTo(taken ? end : -1);
        }
        assertThat(all())
                .extracting(Record::offset)
                .startsWith(0L, 1L)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    @Test
    void recordsOfAnyTimeCanBeReadAgain() throws IOException {
        for (long time : new long[] {0, Long.MAX_VALUE, 1}) {
            assertThat(produce(at(time)).errorCode()).as("%s", time).isEqualTo(Errors.NONE.code());
        }
        isRefused(Errors.INVALID_RECORD, at(Long.MIN_VALUE));

        assertThat(all()).extracting(Record::timestamp).containsExactly(0L, Long.MAX_VALUE, 1L);
        assertThat(log().offsetFor(2))
                .hasValueSatisfying(it -> assertThat(it.offset()).isEqualTo(1));
    }

    /** The base of the times of a batch, and the latest of them, come before its producer. */
    private static MemoryRecords at(long time) {
        return Batches.changed(
                MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(0, null, Batches.bytes("v"))),
                bytes -> bytes.putLong(27, time).putLong(35, time));
    }

    @Test
    void recordWithVeryManyHeadersIsKeptWhole() throws IOException {
        Header[] headers = IntStream.range(0, 100_000)
                .mapToObj(i -> new RecordHeader("k", null))
                .toArray(Header[]::new);
        MemoryRecords records =
                MemoryRecords.withRecords(Compression.NONE, new SimpleRecord(1, null, Batches.bytes("v"), headers));

        assertThat(produce(records).errorCode()).isEqualTo(Errors.NONE.code());

        assertThat(all())
                .singleElement()
                .satisfies(it -> assertThat(it.headers()).hasSize(100_000));
    }

    @Test
    void idempotentProducerThatIsOutOfStepIsTold() throws IOException {
        assertThat(produce(Batches.idempotent(700, 1, 0, 3)).baseOffset()).isZero();

        isRefused(Errors.INVALID_PRODUCER_EPOCH, Batches.idempotent(700, 0, 3, 1));
        isRefused(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, Batches.idempotent(700, 1, 4, 1));
        isRefused(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, Batches.idempotent(700, 1, Integer.MAX_VALUE, 1));
        isRefused(Errors.OUT_OF_ORDER_SEQUENCE_NUMBER, Batches.idempotent(700, 2, 1, 1));
        // What is there already is acknowledged once more, where it is.
        PartitionProduceResponse again = produce(Batches.idempotent(700, 1, 0, 3));
        assertThat(again.errorCode()).isEqualTo(Errors.NONE.code());
        assertThat(again.baseOffset()).isZero();
        assertThat(log().endOffset()).isEqualTo(3);
        assertThat(produce(Batches.idempotent(700, 1, 3, 1)).baseOffset()).isEqualTo(3);
    }

    @Test
    void fetchOfAnySizeIsAnsweredWithAtLeastABatch() throws IOException {
        produce(Batches.of(2));
        for (int most : new int[] {Integer.MIN_VALUE, -1, 0, 1, Integer.MAX_VALUE}) {
            for (int ofPartition : new int[] {Integer.MIN_VALUE, 0, Integer.MAX_VALUE}) {
                FetchResponseData.PartitionData read = fetch(0, most, ofPartition, 0);
                assertThat(Errors.forCode(read.errorCode())).isEqualTo(Errors.NONE);
                assertThat(FetchResponse.recordsSize(read)).isPositive();
            }
        }
    }

    @Test
    void fetchThatWaitsForMoreThanThereIsIsForgottenWithItsConnection() throws IOException {
        connection.send(RawConnection.frame(
                fetchOf(0, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE), 1));
        eventually("it waits", TestBroker.SOON, () -> broker.broker.waitingFetches() == 1, () -> broker.metrics);

        connection.close();

        eventually(
                "it waits no more", TestBroker.SOON, () -> broker.broker.waitingFetches() == 0, () -> broker.metrics);
    }

    @Test
    void sessionsOfFetchesAreNotKept() throws IOException {
        for (int i = 0; i < 10_000; i += 100) {
            FetchResponse begun = (FetchResponse) connection.ask(fetchOf(0, 1, 1, 0, 0));
            assertThat(begun.sessionId()).isZero();
            FetchResponse unknown = (FetchResponse) connection.ask(fetchOf(1 + i, 1, 1, 0, 0));
            assertThat(unknown.error()).isEqualTo(Errors.FETCH_SESSION_ID_NOT_FOUND);
        }
    }

    @Test
    void namesThatCannotBeAreRefusedAndOddOnesAreTopics() throws Exception {
        for (String name : List.of("nul\0byte", "\0", "tab\tname", "a b", "%00")) {
            assertThatThrownBy(() -> create(name)).hasCauseInstanceOf(InvalidTopicException.class);
        }
        for (String name : List.of("con", "CON", "nul", "-", "--help", "...")) {
            create(name);
        }
        assertThat(admin.listTopics().names().get()).contains("con", "CON", "nul", "-", "--help", "...");
    }

    @Test
    void replicasThatAreChosenByHandAreRefusedWithTheReason() throws Exception {
        for (Map<Integer, List<Integer>> by : List.of(Map.of(0, List.of(4711)), Map.of(0, List.of(1, 1)))) {
            assertThatThrownBy(() -> admin.createTopics(List.of(new NewTopic("by-hand", by)))
                            .all()
                            .get())
                    .hasCauseInstanceOf(InvalidReplicaAssignmentException.class)
                    .hasMessageContaining("replicas are placed by the controller");
        }
        assertThat(admin.listTopics().names().get()).doesNotContain("by-hand");
    }

    @Test
    void recordsForATopicThatIsDeletedDoNotComeIntoTheNextOfItsName() throws Exception {
        String name = "short-lived";
        create(name);
        int count = 2_000;
        AtomicInteger answered = new AtomicInteger();
        List<Errors> outcomes = java.util.Collections.synchronizedList(new ArrayList<>());
        Thread reader = new Thread(() -> {
            try {
                for (int i = 0; i < count; i++) {
                    ProduceResponse answer = (ProduceResponse) connection.receive(ApiKeys.PRODUCE, (short) 9, i);
                    outcomes.add(Errors.forCode(answer.data()
                            .responses()
                            .iterator()
                            .next()
                            .partitionResponses()
                            .get(0)
                            .errorCode()));
                    answered.incrementAndGet();
                }
            } catch (IOException broken) {
                throw new java.io.UncheckedIOException(broken);
            }
        });
        reader.start();
        for (int i = 0; i < count; i++) {
            connection.send(RawConnection.frame(Batches.request(name, -1, Batches.of(1)), i));
            if (i == count / 4) {
                admin.deleteTopics(List.of(name));
            }
        }
        reader.join(TestBroker.SOON.toMillis());

        assertThat(answered).hasValue(count);
        assertThat(outcomes).first().isEqualTo(Errors.NONE);
        assertThat(outcomes).last().isEqualTo(Errors.UNKNOWN_TOPIC_OR_PARTITION);
        eventually(
                "it can be created again",
                TestBroker.SOON,
                () -> {
                    try {
                        create(name);
                        return true;
                    } catch (Exception stillThere) {
                        return false;
                    }
                },
                () -> outcomes);
        assertThat(broker.log(name).orElseThrow().endOffset()).isZero();
    }
}
