// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import dev.baton.testkit.records.RecordsChecker;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Idempotent producers, two consumer groups and somebody who watches the high watermarks, all of one topic. Arguments: the
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
    private static final Duration CHECK = Duration.ofMinutes(3);
    private static final List<String> GROUPS = List.of("classic", "consumer");

    private final LoadClients clients;
    private final List<RecordsChecker> checkers =
            Stream.generate(RecordsChecker::new).limit(LoadClients.PARTITIONS).toList();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger replaced = new AtomicInteger();
    private final AtomicInteger watched = new AtomicInteger();
    private volatile boolean sending = true;
    private volatile boolean reading = true;

    private LoadProcess(LoadClients clients) {
        this.clients = clients;
    }

    public static void main(String[] args) throws Exception {
        LoadProcess load = new LoadProcess(new LoadClients(args[0], args[1]));
        try (Admin admin = load.clients.admin()) {
            load.createTopic(admin);
            List<Thread> senders = load.begin();
            System.out.println("started");
            BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
            for (String line = commands.readLine(); line != null; line = commands.readLine()) {
                if (line.startsWith("leader ")) {
                    load.leader(admin, Integer.parseInt(line.substring(7)));
                } else if (line.equals("check")) {
                    load.check(senders, Path.of(args[2]));
                }
            }
        }
        Runtime.getRuntime().halt(0);
    }

    private void createTopic(Admin admin) throws InterruptedException {
        while (true) {
            try {
                admin.createTopics(List.of(new NewTopic(LoadClients.TOPIC, LoadClients.PARTITIONS, (short) 3)))
                        .all()
                        .get();
                return;
            } catch (java.util.concurrent.ExecutionException failure) {
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
        try (KafkaConsumer<byte[], String> consumer = clients.reader()) {
            while (reading) {
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

    private void check(List<Thread> senders, Path folder) throws Exception {
        sending = false;
        for (Thread sender : senders) {
            sender.join();
        }
        List<String> problems = new ArrayList<>();
        List<List<String>> all = readAll();
        awaitGroups(all, problems);
        reading = false;
        for (int partition = 0; partition < all.size(); partition++) {
            List<String> records = all.get(partition);
            RecordsChecker checker = checkers.get(partition);
            checker.readLast("reader", records);
            Files.write(folder.resolve("records-" + partition), records);
            for (String problem : checker.problems()) {
                problems.add(partition + ": " + problem);
            }
            problems.addAll(outOfOrder(partition, records));
        }
        problems.stream().limit(50).forEach(it -> System.out.println("problem " + it));
        System.out.println("checked " + acknowledged() + " acknowledged, "
                + all.stream().mapToInt(List::size).sum() + " read, " + failed + " unanswered, " + replaced
                + " consumers replaced, " + watched + " looks at high watermarks, " + problems.size() + " problems");
    }

    private List<List<String>> readAll() {
        List<List<String>> all = Stream.<List<String>>generate(ArrayList::new)
                .limit(LoadClients.PARTITIONS)
                .toList();
        try (KafkaConsumer<byte[], String> reader = clients.reader()) {
            Map<TopicPartition, Long> ends = reader.endOffsets(LoadClients.partitions(), CHECK);
            long limit = System.nanoTime() + CHECK.toNanos();
            while (ends.entrySet().stream().anyMatch(it -> reader.position(it.getKey()) < it.getValue())
                    && System.nanoTime() - limit < 0) {
                reader.poll(POLL).forEach(it -> all.get(it.partition()).add(it.offset() + "=" + it.value()));
            }
        }
        return all;
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
        int[] last = new int[PRODUCERS];
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
