// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Three processes of Kafka, each a broker and a controller. A write is a topic of three partitions with two replicas. */
final class KafkaServers implements BrokerServers {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration LOOK = Duration.ofMillis(20);
    private static final String CLUSTER = "4L6g3nShT-eMCtK--X86sw";
    private static final String FORMAT = "kafka.tools.StorageTool";
    private static final String SERVER = "kafka.Kafka";

    /** How they are set up beside what they need to find each other. */
    record Setup(String name, List<String> jvm, List<String> properties) {
        /** As they come. */
        static final Setup DEFAULT = new Setup("kafka, topics", List.of("-Xmx384m", "-XX:+UseSerialGC"), List.of());
    }

    private final Setup setup;
    private final Path folder;
    private final Path jars;
    private final Map<String, Integer> brokers = new TreeMap<>();
    private final Map<String, Integer> controllers = new TreeMap<>();
    private final Map<String, Process> processes = new TreeMap<>();
    private Optional<Admin> admin = Optional.empty();

    private KafkaServers(Setup setup, Path folder, Path jars) {
        this.setup = setup;
        this.folder = folder;
        this.jars = jars;
        for (String node : List.of("1", "2", "3")) {
            brokers.put(node, FreePorts.take());
            controllers.put(node, FreePorts.take());
        }
    }

    /** Fetches what Kafka needs, unless it is there. */
    static KafkaServers in(Path folder, Setup setup, Options options) throws IOException, InterruptedException {
        Path jars = Path.of("target", "kafka").toAbsolutePath();
        if (!Files.exists(jars)) {
            options.say("fetching Kafka");
            Process maven = new ProcessBuilder(
                            "../mvnw",
                            "-B",
                            "-q",
                            "-f",
                            "kafka/pom.xml",
                            "dependency:copy-dependencies",
                            "-DoutputDirectory=" + jars)
                    .inheritIO()
                    .start();
            if (maven.waitFor() != 0) {
                throw new IOException("Kafka cannot be fetched");
            }
        }
        return new KafkaServers(setup, folder, jars);
    }

    @Override
    public String name() {
        return setup.name();
    }

    @Override
    public List<String> nodes() {
        return List.copyOf(brokers.keySet());
    }

    /** Formats the storage of all of them, which is no part of their start. */
    KafkaServers formatted() throws IOException {
        for (String node : nodes()) {
            Process format = java(
                    node + "-format",
                    List.of("-Xmx256m", "-XX:+UseSerialGC"),
                    FORMAT,
                    "format",
                    "-t",
                    CLUSTER,
                    "-c",
                    configuration(node).toString());
            if (format.onExit().join().exitValue() != 0) {
                throw new IOException(Files.readString(folder.resolve(node + "-format.log")));
            }
        }
        return this;
    }

    private Path configuration(String node) throws IOException {
        String voters = controllers.entrySet().stream()
                .map(it -> it.getKey() + "@127.0.0.1:" + it.getValue())
                .collect(Collectors.joining(","));
        return Files.writeString(folder.resolve(node + ".properties"), """
                process.roles=broker,controller
                node.id=%1$s
                controller.quorum.voters=%2$s
                listeners=PLAINTEXT://127.0.0.1:%3$d,CONTROLLER://127.0.0.1:%4$d
                advertised.listeners=PLAINTEXT://127.0.0.1:%3$d
                controller.listener.names=CONTROLLER
                inter.broker.listener.name=PLAINTEXT
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
                log.dirs=%5$s/%1$s
                %6$s
                """.formatted(
                        node,
                        voters,
                        Objects.requireNonNull(brokers.get(node)),
                        Objects.requireNonNull(controllers.get(node)),
                        folder,
                        String.join("\n", setup.properties())));
    }

    private Process java(String log, List<String> jvm, String... arguments) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", jars + "/*"));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(log + ".log").toFile())
                .start();
    }

    @Override
    public void start(String node) {
        try {
            processes.put(
                    node,
                    java(
                            node,
                            setup.jvm(),
                            SERVER,
                            folder.resolve(node + ".properties").toString()));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Override
    public void kill(String node) {
        Objects.requireNonNull(processes.get(node)).destroyForcibly().onExit().join();
    }

    @Override
    public String addresses() {
        return brokers.values().stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    @Override
    public String nodeAt(int port) {
        return brokers.entrySet().stream()
                .filter(it -> it.getValue() == port)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @Override
    public long pid(String node) {
        return Objects.requireNonNull(processes.get(node)).pid();
    }

    private Admin admin() {
        if (admin.isEmpty()) {
            admin = Optional.of(Admin.create(Map.of(
                    "bootstrap.servers",
                    addresses(),
                    "request.timeout.ms",
                    "1000",
                    "retry.backoff.ms",
                    "20",
                    "default.api.timeout.ms",
                    Long.toString(PATIENCE.toMillis()))));
        }
        return admin.orElseThrow();
    }

    @Override
    public String awaitLeader(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < end) {
            try {
                int leader = admin().describeMetadataQuorum()
                        .quorumInfo()
                        .get(1, TimeUnit.SECONDS)
                        .leaderId();
                if (leader > 0) {
                    return Integer.toString(leader);
                }
            } catch (ExecutionException | TimeoutException notYet) {
                ProcessLab.let(LOOK);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("interrupted", stopped);
            }
        }
        throw new IllegalStateException("Kafka has no leader within " + within);
    }

    @Override
    public CompletableFuture<?> write(long number) {
        NewTopic topic = new NewTopic("topic-" + number, 3, (short) 2);
        return admin().createTopics(List.of(topic)).all().toCompletionStage().toCompletableFuture();
    }

    @Override
    public void close() {
        admin.ifPresent(it -> it.close(Duration.ZERO));
        processes.values().forEach(it -> it.destroyForcibly().onExit().join());
    }
}
