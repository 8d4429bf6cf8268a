// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.NodeId;
import dev.baton.controller.ControllerClient;
import dev.baton.raft.member.RemoteGroup;
import dev.baton.server.NodeProcess;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Three processes of Baton that form a Raft group: whole servers that create topics, servers that are brokers as well, or
 * bare members that put values.
 */
final class BatonMembers implements BrokerServers {
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(10);
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");

    private enum Kind {
        BARE,
        SERVERS,
        BROKERS
    }

    private static final Pattern LEADER = Pattern.compile("\"leader\":\"([^\"]+)\"");

    private final Path folder;
    private final Kind kind;
    private final List<String> jvm;
    private final Optional<Launcher> launcher;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, Integer> brokers = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofMillis(500)).build();
    private final RemoteGroup group;
    private final ControllerClient controller;

    private BatonMembers(Path folder, Kind kind, List<String> jvm) {
        this.folder = folder;
        this.kind = kind;
        this.jvm = jvm;
        this.launcher = kind == Kind.BARE ? Optional.empty() : Launcher.find().map(Launcher::prepared);
        for (String id : List.of("n1", "n2", "n3")) {
            ports.put(id, FreePorts.take());
            if (kind == Kind.BROKERS) {
                brokers.put(id, FreePorts.take());
            }
        }
        this.group = RemoteGroup.at(
                ports.values().stream().map(port -> "127.0.0.1:" + port).toList(), Optional.empty());
        this.controller = ControllerClient.on(group);
    }

    /** Servers as users start them, where there is a {@link Launcher}; a write is a topic of three partitions with two replicas. */
    static BatonMembers servers(Path folder) {
        return new BatonMembers(folder, Kind.SERVERS, JVM);
    }

    /** Servers that Kafka clients can connect to; a write is the same. */
    static BatonMembers brokers(Path folder, List<String> jvm) {
        return new BatonMembers(folder, Kind.BROKERS, jvm);
    }

    /** Members of a group and no more, in plain JVMs as of a program that has Baton as a library; a write is a put. */
    static BatonMembers bare(Path folder) {
        return new BatonMembers(folder, Kind.BARE, JVM);
    }

    @Override
    public String name() {
        return switch (kind) {
            case BARE -> "baton, puts";
            case SERVERS -> "baton, topics";
            case BROKERS -> "baton";
        };
    }

    @Override
    public List<String> nodes() {
        return List.copyOf(ports.keySet());
    }

    @Override
    public void start(String node) {
        try {
            Path log = folder.resolve(node + "-" + System.nanoTime() + ".log");
            processes.put(node, kind == Kind.BARE ? startMember(node, log) : startServer(node, log));
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    private LabProcess startMember(String node, Path log) {
        return LabProcess.start(node, ReplicatedPuts.class, jvm, memberArguments(node), log);
    }

    private LabProcess startServer(String node, Path log) throws IOException {
        String file = configuration(node).toString();
        return launcher.isPresent()
                ? LabProcess.startProgram(node, launcher.get().command(jvm, List.of("server", "-c", file)), log)
                : LabProcess.start(node, NodeProcess.class, jvm, List.of("-c", file), log);
    }

    private List<String> memberArguments(String node) {
        List<String> arguments =
                new ArrayList<>(List.of(node, folder.resolve(node).toString()));
        ports.forEach((each, port) -> arguments.add(each + "=" + port));
        return arguments;
    }

    private Path configuration(String node) throws IOException {
        String all = ports.entrySet().stream()
                .map(it -> "'" + it.getKey() + "=127.0.0.1:" + it.getValue() + "'")
                .collect(Collectors.joining(", "));
        Files.deleteIfExists(portFile(node));
        return Files.writeString(folder.resolve(node + ".yml"), """
                node: {id: %1$s, cluster: benchmark}
                elector: {type: raft, raft: {bind: '127.0.0.1:%2$d', bootstrap: [%3$s], state_folder: '%4$s/%1$s'}}
                admin: {port: 0, port_file: '%4$s/%1$s.port'}
                %5$s
                """.formatted(
                        node, Objects.requireNonNull(ports.get(node)), all, folder, kafka(node)));
    }

    private String kafka(String node) {
        Integer port = brokers.get(node);
        return port == null ? "" : "kafka: {enabled: true, port: " + port + "}";
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

    private Path portFile(String node) {
        return folder.resolve(node + ".port");
    }

    @Override
    public void kill(String node) {
        Objects.requireNonNull(processes.get(node)).kill();
    }

    @Override
    public String awaitLeader(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < end) {
            for (String node : ports.keySet()) {
                Optional<String> leader = leaderAsToldBy(node);
                if (leader.isPresent()) {
                    return leader.get();
                }
            }
            ProcessLab.let(LOOK);
        }
        throw new IllegalStateException("no leader within " + within);
    }

    private Optional<String> leaderAsToldBy(String node) {
        if (kind == Kind.BARE) {
            // A put tells that there is one.
            group.call(ReplicatedPuts.NAME, ReplicatedPuts.put(0), PATIENCE).join();
            return Optional.of(node);
        }
        try {
            if (!Files.exists(portFile(node))
                    || !Objects.requireNonNull(processes.get(node)).isAlive()) {
                return Optional.empty();
            }
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:"
                            + Files.readString(portFile(node)).strip() + "/api/v1/controller"))
                    .timeout(Duration.ofSeconds(1))
                    .build();
            Matcher told =
                    LEADER.matcher(http.send(request, BodyHandlers.ofString()).body());
            return told.find() ? Optional.of(NodeId.of(told.group(1)).value()) : Optional.empty();
        } catch (IOException notYet) {
            return Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted", stopped);
        }
    }

    @Override
    public CompletableFuture<?> write(long number) {
        return kind == Kind.BARE
                ? group.call(ReplicatedPuts.NAME, ReplicatedPuts.put(number), PATIENCE)
                : controller.createTopic("topic-" + number, 3, 2, Map.of(), PATIENCE);
    }

    @Override
    public void close() {
        group.close();
        processes.values().forEach(LabProcess::close);
    }
}
