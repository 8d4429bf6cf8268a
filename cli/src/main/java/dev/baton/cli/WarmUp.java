// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli;

import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.server.log.LogLevel;
import dev.baton.server.log.Logs;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Does a little of everything and exits, so that the JVM knows which classes belong in the archive for fast starts. */
public final class WarmUp {
    private static final String SQL_NODE = """
            node:
              id: warm-up
            elector:
              type: sql
              sql:
                url: "jdbc:h2:mem:warm-up;MODE=MySQL;DB_CLOSE_DELAY=-1"
                peer:
                  enabled: true
            admin:
              port: 0
            """;

    /** One of two nodes, so that they communicate. */
    private static final String RAFT_NODE = """
            node: {id: %1$s}
            elector:
              type: raft
              raft:
                bind: "127.0.0.1:%2$d"
                bootstrap: ["a=127.0.0.1:%3$d", "b=127.0.0.1:%4$d"]
                state_folder: "%5$s/%1$s"
            kafka: {enabled: true, port: %6$d}
            admin:
              port: 0
            """;

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private WarmUp() {}

    public static void main(String[] arguments) throws IOException {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        CliEnvironment quiet =
                new CliEnvironment(InputStream.nullInputStream(), nowhere, nowhere, Map.of(), false, false);
        BatonCommand.run(quiet, "version");
        BatonCommand.run(quiet, "status", "--help");
        try (BatonServer server = BatonServer.start(NodeConfig.parse(SQL_NODE, Map.of()))) {
            String url = server.adminUrl().orElseThrow();
            for (String command : List.of("status", "elections", "nodes", "duties", "events")) {
                BatonCommand.run(quiet, command, "--server", url);
                BatonCommand.run(quiet, command, "--json", "--server", url);
            }
        }
        Path folder = Files.createTempDirectory("baton-warm-up");
        try {
            group(quiet, folder);
        } finally {
            delete(folder);
        }
        System.exit(ExitCode.OK.number());
    }

    private static void group(CliEnvironment quiet, Path folder) throws IOException {
        int a = freePort();
        int b = freePort();
        int broker = freePort();
        try (BatonServer one = BatonServer.start(read(folder, RAFT_NODE.formatted("a", a, a, b, folder, broker)));
                BatonServer other =
                        BatonServer.start(read(folder, RAFT_NODE.formatted("b", b, a, b, folder, freePort())))) {
            for (BatonServer server : List.of(one, other)) {
                String url = server.adminUrl().orElseThrow();
                // Waits until the group has a leader.
                BatonCommand.run(quiet, "topics", "create", "warm-up", "--replication-factor", "1", "--server", url);
                BatonCommand.run(quiet, "controller", "--server", url);
            }
            try {
                records("127.0.0.1:" + broker);
            } catch (KafkaException | ExecutionException | InterruptedException tooSlow) {
                // An archive without what Kafka clients need is better than none.
            }
        }
    }

    /** A record is written, read, and its offset committed. */
    private static void records(String broker) throws ExecutionException, InterruptedException {
        String patience = Long.toString(PATIENCE.toMillis());
        Map<String, Object> settings = Map.of(
                "bootstrap.servers", broker,
                "group.id", "warm-up",
                "auto.offset.reset", "earliest",
                "max.block.ms", patience,
                "delivery.timeout.ms", patience,
                "request.timeout.ms", "5000",
                "default.api.timeout.ms", patience);
        try (KafkaProducer<byte[], byte[]> producer =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            TopicPartition partition = new TopicPartition("warm-up", 0);
            producer.send(new ProducerRecord<>(partition.topic(), partition.partition(), null, new byte[100]))
                    .get();
            consumer.assign(List.of(partition));
            consumer.poll(PATIENCE);
            consumer.commitSync();
        }
    }

    /** Reads a configuration, like a process that runs a node. */
    private static NodeConfig read(Path folder, String text) throws IOException {
        Path file = Files.writeString(folder.resolve("node.yml"), text);
        NodeConfig config = NodeConfig.read(Optional.of(file), System.getenv());
        Logs.configure(config.logFormat(), LogLevel.ERROR);
        return config;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
