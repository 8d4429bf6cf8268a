// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.brokers;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.cli.BatonCommand;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.TestKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Nodes {@code 1}, {@code 2} and so on, each a {@code baton server} that is a Kafka broker in its own process, and the
 * process that loads them. The numbers of the brokers are those of the nodes. The first three found the cluster.
 */
final class BrokersLab implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int FOUNDERS = 3;
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final List<String> SMALL = List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path folder;
    private final Optional<Namespaces> network;
    private final Map<Integer, Path> data = new TreeMap<>();
    private final Map<Integer, Integer> memberPorts = new TreeMap<>();
    private final Map<Integer, Integer> kafkaPorts = new TreeMap<>();
    private final Map<Integer, LabProcess> nodes = new ConcurrentHashMap<>();
    private final List<LabProcess> started = new CopyOnWriteArrayList<>();
    /** Nodes that are to run: one that ends by itself is started again, as a service manager does. */
    private final Set<Integer> kept = ConcurrentHashMap.newKeySet();

    private final List<String> endedByThemselves = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /** @param network of one more node, in which the load is */
    BrokersLab(Path folder, int nodes, Optional<Namespaces> network) {
        this.folder = folder;
        this.network = network;
        for (int node = 1; node <= nodes; node++) {
            data.put(node, folder.resolve("data-" + node));
            memberPorts.put(node, FreePorts.take());
            kafkaPorts.put(node, FreePorts.take());
        }
        if (network.isPresent()) {
            String addresses = data.keySet().stream()
                    .map(it -> "ip:" + Namespaces.address(it))
                    .collect(Collectors.joining(","));
            TestKeys.make(folder, "keys", addresses);
        }
        Thread manager = new Thread(this::manage, "brokers-lab-manager");
        manager.setDaemon(true);
        manager.start();
    }

    /** Has a node keep its data somewhere else. */
    BrokersLab keep(int node, Path in) {
        data.put(node, in);
        return this;
    }

    BrokersLab startAll() {
        data.keySet().forEach(this::start);
        data.keySet().forEach(it -> awaitSaying(it, "Kafka clients can connect"));
        return this;
    }

    private String host(int node) {
        return network.isPresent() ? Namespaces.address(node) : "127.0.0.1";
    }

    private String member(int node) {
        return host(node) + ":" + memberPorts.get(node);
    }

    private String brokers() {
        return kafkaPorts.entrySet().stream()
                .map(it -> host(it.getKey()) + ":" + it.getValue())
                .collect(Collectors.joining(","));
    }

    private List<String> inside(int node) {
        return network.map(it -> it.command(node)).orElse(List.of());
    }

    private void manage() {
        while (!closed) {
            data.keySet().forEach(this::startIfEnded);
            LockSupport.parkNanos(LOOK.toNanos());
        }
    }

    private synchronized void startIfEnded(int node) {
        if (!closed && kept.contains(node) && !node(node).isAlive()) {
            String what = "node " + node + " ended by itself with " + node(node).awaitEnd() + ": " + lastWords(node);
            BrokersUnderFaultsIT.say(what);
            endedByThemselves.add(what);
            start(node);
        }
    }

    private String lastWords(int node) {
        return log(node)
                .lines()
                .filter(line -> line.startsWith("baton: ") || line.contains(" ERROR "))
                .reduce((earlier, later) -> later)
                .orElse("it did not say why");
    }

    /** What nobody asked for. */
    List<String> endedByThemselves() {
        return endedByThemselves;
    }

    /** Leaves it alone from now on, whatever comes of it. */
    LabProcess unmanaged(int node) {
        synchronized (this) {
            kept.remove(node);
        }
        return node(node);
    }

    /** Starts a node, perhaps again. */
    synchronized void start(int node) {
        try {
            Files.deleteIfExists(portFile(node));
            Path config = Files.writeString(folder.resolve(node + ".yml"), config(node));
            LabProcess process = LabProcess.start(
                    "node " + node,
                    inside(node),
                    BatonCommand.class,
                    SMALL,
                    List.of("server", "-c", config.toString()),
                    folder.resolve("node-" + node + "-" + started.size() + ".log"));
            started.add(process);
            nodes.put(node, process);
            kept.add(node);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private String config(int node) {
        String founders = IntStream.rangeClosed(1, FOUNDERS)
                .mapToObj(it -> "'" + it + "=" + member(it) + "'")
                .collect(Collectors.joining(", "));
        String members = node <= FOUNDERS ? "bootstrap: [" + founders + "]" : "join: ['" + member(1) + "']";
        String keys = "certificate: '%1$s/keys.pem', key: '%1$s/keys.key'".formatted(folder);
        return """
                node: {id: '%1$d', cluster: brokers}
                elector: {type: raft, raft: {bind: '%2$s', %3$s, state_folder: '%4$s'%5$s}}
                elections: [{name: coordinator, duties: [log]}]
                admin: {port: 0, port_file: '%6$s'}
                kafka: {enabled: true, bind: '%7$s', port: %8$d%9$s}
                """.formatted(
                        node,
                        member(node),
                        members,
                        data.get(node),
                        network.isPresent() ? ", tls: {" + keys + ", trusted: '" + folder + "/keys.pem'}" : "",
                        portFile(node),
                        host(node),
                        kafkaPorts.get(node),
                        network.isPresent() ? ", tls: {" + keys + "}" : "");
    }

    private Path portFile(int node) {
        return folder.resolve(node + ".port");
    }

    LabProcess node(int node) {
        return Optional.ofNullable(nodes.get(node)).orElseThrow();
    }

    int size() {
        return data.size();
    }

    List<Integer> others(int node) {
        return data.keySet().stream().filter(it -> it != node).toList();
    }

    Path data(int node) {
        return Optional.ofNullable(data.get(node)).orElseThrow();
    }

    /** Waits until a node's log, of its latest process, has this. */
    void awaitSaying(int node, String words) {
        eventually("node " + node + " says " + words, PATIENCE, () -> log(node).contains(words), () -> log(node));
    }

    private String log(int node) {
        int latest = started.lastIndexOf(node(node));
        try {
            return Files.readString(folder.resolve("node-" + node + "-" + latest + ".log"));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Starts the load, and returns when every partition has taken records. */
    Load load() {
        LabProcess process = LabProcess.start(
                "load",
                inside(data.size() + 1),
                LoadProcess.class,
                SMALL,
                List.of(brokers(), network.isPresent() ? folder + "/keys.pem" : "-", folder.toString()),
                folder.resolve("load.log"));
        started.add(process);
        Load load = new Load(process, this::dumpThreads);
        process.await("started", PATIENCE);
        load.awaitMore();
        return load;
    }

    /** What a command says that is asked of a node, once it ends well. */
    JsonNode baton(int node, String... arguments) {
        AtomicReference<String> last = new AtomicReference<>("");
        AtomicReference<Optional<JsonNode>> answer = new AtomicReference<>(Optional.empty());
        eventually(
                String.join(" ", arguments),
                PATIENCE,
                () -> {
                    answer.set(tryBaton(node, last, arguments));
                    return answer.get().isPresent();
                },
                last::get);
        return answer.get().orElseThrow();
    }

    private Optional<JsonNode> tryBaton(int node, AtomicReference<String> said, String... arguments) {
        List<String> command = new ArrayList<>(inside(node));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xmx64m", "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
        command.add(BatonCommand.class.getName());
        command.addAll(List.of(arguments));
        command.addAll(List.of("--json", "--timeout", "30s"));
        try {
            String port = Files.readString(portFile(node)).strip();
            Path out = folder.resolve("baton.out");
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.to(
                            folder.resolve("baton.err").toFile()));
            builder.environment().put("BATON_SERVER", "http://127.0.0.1:" + port);
            Process process = builder.start();
            boolean ended = process.waitFor(60, TimeUnit.SECONDS);
            process.destroyForcibly();
            said.set(Files.readString(out) + Files.readString(folder.resolve("baton.err")));
            return ended && process.exitValue() == 0
                    ? Optional.of(new ObjectMapper().readTree(out.toFile()))
                    : Optional.empty();
        } catch (IOException notNow) {
            said.set(notNow.toString());
            return Optional.empty();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        }
    }

    /** The node that leads the group of the controller. */
    int controllerLeader() {
        AtomicReference<String> leader = new AtomicReference<>("");
        eventually(
                "the controller's group has a leader",
                PATIENCE,
                () -> {
                    leader.set(baton(1, "controller").path("leader").asText(""));
                    return !leader.get().isEmpty();
                },
                leader::get);
        return Integer.parseInt(leader.get());
    }

    /** Waits until the controller hears of all nodes. */
    void awaitAll() {
        AtomicReference<JsonNode> last = new AtomicReference<>();
        eventually(
                "all nodes are heard from",
                PATIENCE,
                () -> {
                    JsonNode report = baton(1, "controller");
                    last.set(report);
                    int alive = 0;
                    for (JsonNode each : report.path("nodes")) {
                        alive += each.path("fenced").asBoolean() ? 0 : 1;
                    }
                    return alive == data.size();
                },
                last::get);
    }

    /** That every replica of every partition has, on its disk, what readers have read, in the same batches. */
    void checkReplicas() {
        JsonNode topic = baton(1, "topics", "describe", LoadClients.TOPIC);
        String id = topic.path("topic").path("id").asText();
        for (JsonNode partition : topic.path("partitions")) {
            int number = partition.path("partition").asInt();
            List<String> expected = ReplicaFiles.lines(folder.resolve("records-" + number));
            List<List<String>> batches = new ArrayList<>();
            for (JsonNode replica : partition.path("replicas")) {
                Path at = data(replica.asInt());
                eventually(
                        "node " + replica.asText() + " has all of partition " + number,
                        PATIENCE,
                        () -> ReplicaFiles.records(at, id + "-" + number).size() >= expected.size(),
                        () -> expected.size());
                assertThat(ReplicaFiles.records(at, id + "-" + number))
                        .as("partition %s on node %s", number, replica.asText())
                        .isEqualTo(expected);
                batches.add(ReplicaFiles.batches(at, id + "-" + number));
            }
            assertThat(batches)
                    .as("batches of partition %s on its replicas", number)
                    .hasSize(LoadClients.REPLICAS)
                    .allSatisfy(it -> assertThat(it).isEqualTo(batches.get(0)));
        }
    }

    /** Every replica has the same records of what is left of the topic with small files, and not from the beginning. */
    void checkBulk() {
        JsonNode topic = baton(1, "topics", "describe", BulkLoad.TOPIC);
        String name = topic.path("topic").path("id").asText() + "-0";
        List<String> expected = ReplicaFiles.lines(folder.resolve("records-" + BulkLoad.TOPIC));
        for (JsonNode replica : topic.path("partitions").path(0).path("replicas")) {
            Path at = data(replica.asInt());
            eventually(
                    "node " + replica.asText() + " has what is left of " + BulkLoad.TOPIC,
                    PATIENCE,
                    () -> ReplicaFiles.haveEnd(at, name, expected),
                    () -> ReplicaFiles.files(at, name));
            assertThat(ReplicaFiles.files(at, name)).as("files there").hasSizeGreaterThan(1);
        }
    }

    /** Beside the logs: what every thread of every process is doing now. */
    void dumpThreads() {
        for (LabProcess process : started) {
            if (process.isAlive()) {
                dumpThreads(process);
            }
        }
    }

    private void dumpThreads(LabProcess process) {
        Path to = folder.resolve(process.name().replace(' ', '-') + ".threads");
        try {
            Process dump = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(process.pid()),
                            "Thread.print",
                            "-l")
                    .redirectErrorStream(true)
                    .redirectOutput(to.toFile())
                    .start();
            if (!dump.waitFor(20, TimeUnit.SECONDS)) {
                dump.destroyForcibly();
            }
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            closed = true;
        }
        started.forEach(LabProcess::close);
    }
}
