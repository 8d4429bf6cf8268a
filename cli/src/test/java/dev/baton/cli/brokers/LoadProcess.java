// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import dev.baton.testkit.records.RecordsChecker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Idempotent producers, two consumer groups and someone who watches the high watermarks, all of one topic. Arguments: the
 * brokers, the certificates to trust or {@code -}, and a folder. Standard input says {@code leader PARTITION}, and at last
 * {@code check}: then nothing more is sent, everything is read and written to the folder, and what is wrong is said.
 */
final class LoadProcess {
    private static final int PRODUCERS = 2;
    private static final int MEMBERS = 2;
    private static final int MAX_WAITING = 300;
    private static final int MAX_KEY_BYTES = 2_000;
    private static final Duration SEND_EVERY = Duration.ofMillis(20);
    private static final Duration POLL = Duration.ofMillis(200);
    private static final Duration CHECK = Duration.ofMinutes(5);
    private static final List<String> GROUPS = List.of("classic", "consumer");

    private final LoadClients clients;
    private final List<RecordsChecker> checkers =
            Stream.generate(RecordsChecker::new).limit(LoadClients.PARTITIONS).toList();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger replaced = new AtomicInteger();
    private final AtomicInteger watched = new AtomicInteger();
    private final AtomicInteger repeated = new AtomicInteger();
    private final OneAttempt once;
    private final BulkLoad bulk;
    private final int[] epochs = new int[LoadClients.PARTITIONS];
    private final int[] readEpochs = new int[LoadClients.PARTITIONS];
    private final List<String> fallen = new CopyOnWriteArrayList<>();
    private volatile boolean sending = true;
    private volatile boolean reading = true;

    private LoadProcess(LoadClients clients, Admin admin) {
        this.clients = clients;
        this.bulk = new BulkLoad(clients, admin, () -> sending);
        // Its records are numbered like those of the other producers.
        this.once = new OneAttempt(clients, Integer.toString(PRODUCERS), checkers, () -> sending);
    }

    public static void main(String[] args) throws Exception {
        LoadClients clients = new LoadClients(args[0], args[1]);
        try (Admin admin = clients.admin()) {
            LoadProcess load = new LoadProcess(clients, admin);
            load.createTopic(admin);
            List<Thread> senders = load.begin();
            System.out.println("started");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                if (line.startsWith("leader ")) {
                    load.leader(admin, Integer.parseInt(line.substring(7)));
                } else if (line.equals("check")) {
                    load.check(admin, senders, List.of(args[0].split(",")), Path.of(args[2]));
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private void createTopic(Admin admin) throws InterruptedException {
        while (true) {
            try {
                admin.createTopics(List.of(
                                new NewTopic(LoadClients.TOPIC, LoadClients.PARTITIONS, (short) LoadClients.REPLICAS)))
                        .all()
                        .get();
                return;
            } catch (ExecutionException failure) {
                if (failure.getCause() instanceof TopicExistsException) {
                    return;
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
    }

    private List<Thread> begin() {
        List<Thread> senders = new ArrayList<>();
        for (int producer = 0; producer < PRODUCERS; producer++) {
            int number = producer;
            senders.add(start(() -> send(number)));
        }
        senders.add(start(once));
        senders.add(start(bulk));
        for (String group : GROUPS) {
            for (int member = 0; member < MEMBERS; member++) {
                start(() -> consume(group));
            }
        }
        start(this::watch);
        start(this::tell);
        return senders;
    }

    private static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void send(int number) {
        try (KafkaProducer<byte[], String> producer = clients.producer()) {
            for (int next = 0; sending; next++) {
                for (int partition = 0; partition < LoadClients.PARTITIONS; partition++) {
                    send(producer, partition, number + "-" + next);
                }
                do {
                    LockSupport.parkNanos(SEND_EVERY.toNanos());
                } while (sending && waiting.get() > MAX_WAITING);
            }
            producer.flush();
            producer.metrics().forEach((metric, value) -> {
                if (metric.name().equals("record-retry-total") && metric.group().equals("producer-metrics")) {
                    repeated.addAndGet(((Number) value.metricValue()).intValue());
                }
            });
        }
    }

    private void send(KafkaProducer<byte[], String> producer, int partition, String text) {
        byte[] key = new byte[ThreadLocalRandom.current().nextInt(MAX_KEY_BYTES)];
        waiting.incrementAndGet();
        Future<RecordMetadata> unused =
                producer.send(new ProducerRecord<>(LoadClients.TOPIC, partition, key, text), (to, failure) -> {
                    waiting.decrementAndGet();
                    if (failure == null) {
                        checkers.get(partition).acknowledged(text, to.offset());
                    } else {
                        // Whether it was appended is not known.
                        failed.incrementAndGet();
                        System.out.println("failed " + partition + " " + text + " " + failure);
                    }
                });
    }

    private void consume(String group) {
        while (reading) {
            try (KafkaConsumer<byte[], String> consumer = clients.memberOf(group)) {
                while (reading) {
                    consumer.poll(POLL).forEach(it -> saw(group, it));
                }
            } catch (KafkaException failure) {
                replaced.incrementAndGet();
                System.out.println("replaced " + group + " " + failure);
            }
        }
    }

    private void saw(String reader, ConsumerRecord<byte[], String> record) {
        checkers.get(record.partition()).seen(reader, record.offset(), record.value());
    }

    private void watch() {
        try (KafkaConsumer<byte[], String> consumer = clients.reader();
                Admin admin = clients.admin()) {
            while (reading) {
                watchEpochs(admin);
                try {
                    consumer.endOffsets(LoadClients.partitions())
                            .forEach((partition, end) ->
                                    checkers.get(partition.partition()).watermark(end));
                    watched.incrementAndGet();
                } catch (KafkaException notNow) {
                    // Some have no leader.
                }
                LockSupport.parkNanos(POLL.toNanos());
            }
        }
    }

    /** Clients take a leader of an earlier epoch than they have heard of for news that is late. */
    private void watchEpochs(Admin admin) {
        for (TopicPartition each : LoadClients.partitions()) {
            try {
                admin.listOffsets(Map.of(each, OffsetSpec.latest()))
                        .partitionResult(each)
                        .get()
                        .leaderEpoch()
                        .ifPresent(epoch -> rose(each.partition(), epoch));
            } catch (ExecutionException notNow) {
                // It has no leader.
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void rose(int partition, int epoch) {
        if (epoch < epochs[partition]) {
            fallen.add("the epoch of partition " + partition + " fell from " + epochs[partition] + " to " + epoch);
        }
        epochs[partition] = Math.max(epochs[partition], epoch);
    }

    private int acknowledged() {
        return checkers.stream().mapToInt(RecordsChecker::acknowledged).sum();
    }

    private void tell() {
        while (reading) {
            System.out.println("acknowledged " + acknowledged() + " "
                    + checkers.stream()
                            .map(it -> Integer.toString(it.acknowledged()))
                            .collect(java.util.stream.Collectors.joining(",")));
            LockSupport.parkNanos(POLL.toNanos());
        }
    }

    private void leader(Admin admin, int partition) {
        try {
            System.out.println("leader " + partition + " "
                    + admin.describeTopics(List.of(LoadClients.TOPIC))
                            .allTopicNames()
                            .get()
                            .get(LoadClients.TOPIC)
                            .partitions()
                            .get(partition)
                            .leader()
                            .id());
        } catch (Exception none) {
            System.out.println("leader " + partition + " none");
        }
    }

    private void check(Admin admin, List<Thread> senders, List<String> brokers, Path folder) throws Exception {
        sending = false;
        for (Thread sender : senders) {
            sender.join();
        }
        List<List<String>> keys = Stream.<List<String>>generate(ArrayList::new)
                .limit(LoadClients.PARTITIONS)
                .toList();
        List<List<String>> all = readAll(keys);
        List<String> problems = new ArrayList<>(fallen);
        awaitGroups(all, problems);
        reading = false;
        for (int partition = 0; partition < all.size(); partition++) {
            List<String> records = all.get(partition);
            RecordsChecker checker = checkers.get(partition);
            checker.readLast("reader", records);
            Files.write(folder.resolve("records-" + partition), keys.get(partition));
            for (String problem : checker.problems()) {
                problems.add(partition + ": " + problem);
            }
            problems.addAll(outOfOrder(partition, records));
        }
        problems.addAll(bulk.problems(folder));
        problems.addAll(new LoadTopics(clients, admin, brokers).problems());
        problems.stream().limit(50).forEach(it -> System.out.println("problem " + it));
        System.out.println(bulk);
        System.out.println("checked " + acknowledged() + " acknowledged, "
                + all.stream().mapToInt(List::size).sum() + " read, " + repeated + " sent again, " + once + ", "
                + failed
                + " unanswered, " + replaced + " consumers replaced, " + watched + " looks at high watermarks, "
                + problems.size() + " problems");
    }

    /** @param whole gets the records with their keys */
    private List<List<String>> readAll(List<List<String>> whole) {
        List<List<String>> all = Stream.<List<String>>generate(ArrayList::new)
                .limit(LoadClients.PARTITIONS)
                .toList();
        try (KafkaConsumer<byte[], String> reader = clients.reader()) {
            Map<TopicPartition, Long> ends = reader.endOffsets(LoadClients.partitions(), CHECK);
            long limit = System.nanoTime() + CHECK.toNanos();
            while (ends.entrySet().stream().anyMatch(it -> reader.position(it.getKey()) < it.getValue())
                    && System.nanoTime() - limit < 0) {
                reader.poll(POLL).forEach(it -> {
                    all.get(it.partition()).add(it.offset() + "=" + it.value());
                    whole.get(it.partition())
                            .add(ReplicaFiles.line(it.offset(), it.value(), ByteBuffer.wrap(it.key())));
                    it.leaderEpoch().ifPresent(epoch -> readIn(it.partition(), it.offset(), epoch));
                });
            }
        }
        return all;
    }

    private void readIn(int partition, long offset, int epoch) {
        if (offset > 0 && epoch < readEpochs[partition]) {
            fallen.add("the epoch of record " + offset + " of partition " + partition + " is " + epoch
                    + ", that of the one before " + readEpochs[partition]);
        }
        readEpochs[partition] = epoch;
    }

    private void awaitGroups(List<List<String>> all, List<String> problems) {
        long limit = System.nanoTime() + CHECK.toNanos();
        for (String group : GROUPS) {
            for (int partition = 0; partition < all.size(); partition++) {
                int end = all.get(partition).size();
                while (checkers.get(partition).seenBy(group) < end && System.nanoTime() - limit < 0) {
                    LockSupport.parkNanos(POLL.toNanos());
                }
                if (checkers.get(partition).seenBy(group) < end) {
                    problems.add("group " + group + " has seen "
                            + checkers.get(partition).seenBy(group) + " of " + end + " records of partition "
                            + partition);
                }
            }
        }
    }

    /** The records of each producer are numbered in the order in which they were sent. */
    private static List<String> outOfOrder(int partition, List<String> records) {
        List<String> problems = new ArrayList<>();
        int[] last = new int[PRODUCERS + 1];
        java.util.Arrays.fill(last, -1);
        for (String record : records) {
            String[] words = record.substring(record.indexOf('=') + 1).split("-");
            int producer = Integer.parseInt(words[0]);
            int number = Integer.parseInt(words[1]);
            if (number <= last[producer]) {
                problems.add(partition + ": " + record + " comes after number " + last[producer]);
            }
            last[producer] = number;
        }
        return problems;
    }
}
