// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.benchmarks.BrokerFigures.Contender;
import dev.baton.benchmarks.BrokerFigures.Row;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** One run of all that is measured of brokers. What fails is told of, and does not keep the rest from being measured. */
final class BrokerRun {
    static final List<String> JVM = List.of("-Xmx512m", "-XX:+UseSerialGC");
    static final String IN_SYNC = "min.insync.replicas=2";
    static final String FORCED = "log.flush.interval.messages=1";
    private static final int SMALL = 100;
    private static final int LARGE = 1024;
    private static final int WIDTH = 6;
    /** Until the compilers of the JVMs have caught up with the load before. */
    private static final Duration SETTLING = Duration.ofSeconds(20);

    private static final Duration IDLE = Duration.ofSeconds(10);

    private final Path folder;
    private final Size size;
    private final BrokerFigures figures;
    private final Options options;
    private final Map<Contender, BrokerServers> clusters = new EnumMap<>(Contender.class);
    private final List<BrokerServers> opened = new CopyOnWriteArrayList<>();
    private final List<String> missing = new ArrayList<>();

    /** @param folder for what the brokers write */
    BrokerRun(Path folder, Size size, BrokerFigures figures, Options options) {
        this.folder = folder;
        this.size = size;
        this.figures = figures;
        this.options = options;
    }

    /** How much to do. */
    record Size(Duration warmUp, int rounds, Duration span, int kills, int peerKills, List<Many> many) {
        static Size of(Options.Effort effort) {
            return switch (effort) {
                case TINY -> new Size(Duration.ofSeconds(1), 1, Duration.ofSeconds(1), 1, 0, List.of());
                case QUICK -> new Size(Duration.ofSeconds(14), 3, Duration.ofSeconds(2), 3, 1, List.of(Many.THOUSAND));
                case FULL ->
                    new Size(
                            Duration.ofSeconds(45),
                            5,
                            Duration.ofSeconds(8),
                            9,
                            3,
                            List.of(Many.THOUSAND, Many.SIX_THOUSAND));
            };
        }
    }

    private static String topic(int bytes, int partitions) {
        return "records-of-" + bytes + "-in-" + partitions;
    }

    /** A topic of many partitions. */
    private record Many(int partitions, Row accept, Row memory, Row threads, Row idle) {
        static final Many THOUSAND = new Many(1_000, Row.ACCEPT_1000, Row.MEMORY_1000, Row.THREADS_1000, Row.IDLE_1000);
        static final Many SIX_THOUSAND =
                new Many(6_000, Row.ACCEPT_6000, Row.MEMORY_6000, Row.THREADS_6000, Row.IDLE_6000);
    }

    /** Something that may fail on a machine that is too busy. */
    private interface Step {
        void run() throws Exception;
    }

    private void attempt(Contender contender, String what, Step step) throws InterruptedException {
        try {
            step.run();
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception failed) {
            options.say(contender.label + ": " + what + " failed: " + failed);
            missing.add(contender.label + ": " + what + " failed");
        }
    }

    /** Returns what could not be measured. Logs and data are deleted, unless something failed. */
    List<String> all() throws IOException, InterruptedException {
        // Processes outlive the one that started them, also if it is interrupted.
        Thread interrupted = new Thread(() -> opened.forEach(BrokerServers::close), "end-brokers");
        Runtime.getRuntime().addShutdownHook(interrupted);
        measure();
        Runtime.getRuntime().removeShutdownHook(interrupted);
        if (missing.isEmpty()) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return List.copyOf(missing);
    }

    private void measure() throws InterruptedException {
        try {
            for (Contender contender : Contender.values()) {
                attempt(contender, "start", () -> clusters.put(contender, started(contender)));
            }
            for (Contender contender : List.copyOf(clusters.keySet())) {
                attempt(contender, "warm-up", () -> warmUp(contender));
            }
            for (int round = 1; round <= size.rounds(); round++) {
                options.say("round " + round + " of " + size.rounds());
                // Each goes first in its turn, and none pays for what the one before has left to be written.
                List<Contender> turns = new ArrayList<>(clusters.keySet());
                Collections.rotate(turns, -round);
                for (Contender contender : turns) {
                    writeOut();
                    attempt(contender, "load", () -> load(contender));
                }
            }
            end(Contender.KAFKA_FORCED);
            if (wants(Row.KILL)) {
                attempt(Contender.BATON, "kill", () -> kills(Contender.BATON, size.kills()));
                end(Contender.BATON);
                attempt(Contender.KAFKA, "kill", () -> kills(Contender.KAFKA, size.peerKills()));
            }
        } finally {
            List.copyOf(clusters.keySet()).forEach(this::end);
        }
        for (Many many : size.many()) {
            if (!wants(many.accept())) {
                continue;
            }
            for (Contender contender : List.of(Contender.BATON, Contender.KAFKA)) {
                attempt(contender, many.partitions() + " partitions", () -> fill(contender, many));
            }
        }
    }

    /** Has the system write to the disk what is still in memory. */
    private static void writeOut() throws InterruptedException {
        try {
            new ProcessBuilder("sync").start().waitFor();
        } catch (IOException notThere) {
            throw new UncheckedIOException(notThere);
        }
    }

    private void end(Contender contender) {
        Optional.ofNullable(clusters.remove(contender)).ifPresent(BrokerServers::close);
    }

    private BrokerServers started(Contender contender) throws Exception {
        BrokerServers cluster = open(contender);
        opened.add(cluster);
        try {
            BrokerClients clients = new BrokerClients(cluster);
            try (Admin admin = clients.admin();
                    KafkaProducer<byte[], byte[]> producer = clients.promptProducer()) {
                long start = System.nanoTime();
                cluster.nodes().forEach(cluster::start);
                clients.create(admin, topic(SMALL, 1), 1);
                producer.send(new ProducerRecord<>(topic(SMALL, 1), new byte[SMALL]))
                        .get();
                note(contender, Row.START, (System.nanoTime() - start) / 1e9);
            }
            return cluster;
        } catch (Exception failed) {
            cluster.close();
            throw failed;
        }
    }

    private BrokerServers open(Contender contender) throws IOException, InterruptedException {
        Path own = Files.createTempDirectory(folder, contender + "-");
        if (contender == Contender.BATON) {
            return BatonMembers.brokers(own, JVM);
        }
        List<String> properties = contender == Contender.KAFKA_FORCED ? List.of(IN_SYNC, FORCED) : List.of(IN_SYNC);
        return KafkaServers.in(own, new KafkaServers.Setup(contender.label, JVM, properties), options)
                .formatted();
    }

    private void note(Contender contender, Row row, double value) {
        figures.add(contender, row, value);
        options.say(String.format(Locale.ROOT, "%s: %s: %,.1f %s", contender.label, row.label, value, row.unit));
    }

    private BrokerServers cluster(Contender contender) {
        return Optional.ofNullable(clusters.get(contender)).orElseThrow(() -> new IllegalStateException("not started"));
    }

    /** The same time for all. */
    private void warmUp(Contender contender) throws Exception {
        options.say("warming up " + contender.label);
        BrokerClients clients = new BrokerClients(cluster(contender));
        try (Admin admin = clients.admin()) {
            clients.create(admin, topic(SMALL, WIDTH), WIDTH);
            clients.create(admin, topic(LARGE, 1), 1);
            clients.create(admin, topic(LARGE, WIDTH), WIDTH);
        }
        BrokerLoad load = new BrokerLoad(clients);
        load.produce(topic(SMALL, WIDTH), SMALL, size.warmUp());
        load.produce(topic(LARGE, 1), LARGE, size.warmUp().dividedBy(2));
        load.produce(topic(LARGE, WIDTH), LARGE, size.warmUp().dividedBy(2));
        load.synchronous(topic(SMALL, 1), SMALL, size.warmUp().dividedBy(2));
    }

    private void load(Contender contender) throws Exception {
        BrokerLoad load = new BrokerLoad(new BrokerClients(cluster(contender)));
        produce(contender, load, Row.PRODUCE_SMALL_1, Row.CPU_SMALL_1, SMALL, 1);
        produce(contender, load, Row.PRODUCE_SMALL_6, Row.CPU_SMALL_6, SMALL, WIDTH);
        produce(contender, load, Row.PRODUCE_LARGE_1, Row.CPU_LARGE_1, LARGE, 1);
        produce(contender, load, Row.PRODUCE_LARGE_6, Row.CPU_LARGE_6, LARGE, WIDTH);
        if (wants(Row.CONSUME)) {
            note(contender, Row.CONSUME, load.consume(topic(SMALL, WIDTH), WIDTH, size.span()));
        }
        if (wants(Row.SYNCHRONOUS_P50)) {
            BrokerLoad.rest();
            BrokerLoad.Latency synchronous = load.synchronous(topic(SMALL, 1), SMALL, size.span());
            note(contender, Row.SYNCHRONOUS_P50, synchronous.p50());
            note(contender, Row.SYNCHRONOUS_P99, synchronous.p99());
        }
        if (wants(Row.END_TO_END_P50)) {
            BrokerLoad.Latency endToEnd = load.endToEnd(topic(SMALL, 1), SMALL, size.span());
            note(contender, Row.END_TO_END_P50, endToEnd.p50());
            note(contender, Row.END_TO_END_P99, endToEnd.p99());
        }
    }

    private boolean wants(Row row) {
        return options.wants(row.part());
    }

    private void produce(Contender contender, BrokerLoad load, Row rate, Row cpu, int bytes, int partitions) {
        if (wants(rate)) {
            BrokerLoad.Rate produced = load.produce(topic(bytes, partitions), bytes, size.span());
            note(contender, rate, produced.perSecond());
            note(contender, cpu, produced.cpuMicros());
        }
    }

    private void kills(Contender contender, int rounds) throws Exception {
        BrokerKills kills = new BrokerKills(cluster(contender), topic(SMALL, WIDTH));
        for (int round = 1; round <= rounds; round++) {
            Optional<Double> took = kills.round();
            if (took.isPresent()) {
                note(contender, Row.KILL, took.get());
            } else {
                options.say(contender.label + ": the leader of the controller led no partition; not counted");
            }
        }
    }

    private void fill(Contender contender, Many many) throws Exception {
        try (BrokerServers cluster = started(contender)) {
            BrokerClients clients = new BrokerClients(cluster);
            long start = System.nanoTime();
            try (Admin admin = clients.admin()) {
                clients.create(admin, "many", many.partitions());
            }
            new BrokerLoad(clients).fill("many", many.partitions());
            note(contender, many.accept(), (System.nanoTime() - start) / 1e9);
            ProcessLab.let(SETTLING);
            IdleCosts idle =
                    IdleCosts.of(cluster.nodes().stream().map(cluster::pid).toList(), IDLE);
            note(contender, many.memory(), idle.megabytes());
            note(contender, many.threads(), idle.threads());
            note(contender, many.idle(), idle.percentOfCore());
        }
    }
}
