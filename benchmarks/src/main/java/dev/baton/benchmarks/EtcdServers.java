// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.ProcessLab;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

/** Three processes of Debian's etcd, as they come: heartbeats of 100 ms, an election timeout of 1 s. A write is a put. */
final class EtcdServers implements ReplicatedCluster {
    private static final String PROGRAM = "etcd";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(10);
    /**
     * For a put to a process that may know no leader. It keeps such a put until its own request timeout, 7 s, also if there
     * is a leader long before that; so it is given up, and sent again.
     */
    private static final Duration TRY = Duration.ofMillis(200);

    private final Path folder;
    private final Map<String, Integer> peers = new TreeMap<>();
    private final Map<String, Integer> clients = new TreeMap<>();
    private final Map<String, EtcdCalls> calls = new TreeMap<>();
    private final Map<String, Process> processes = new TreeMap<>();
    private volatile String leader = "";

    EtcdServers(Path folder) {
        this.folder = folder;
        for (String node : List.of("n1", "n2", "n3")) {
            peers.put(node, FreePorts.take());
            clients.put(node, FreePorts.take());
            calls.put(node, new EtcdCalls(Objects.requireNonNull(clients.get(node))));
        }
    }

    /** Whether there is an etcd on this machine. */
    static boolean isInstalled() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .anyMatch(it -> Files.isExecutable(Path.of(it, PROGRAM)));
    }

    @Override
    public String name() {
        return "etcd, puts";
    }

    @Override
    public List<String> nodes() {
        return List.copyOf(peers.keySet());
    }

    @Override
    public void start(String node) {
        String all = peers.entrySet().stream()
                .map(it -> it.getKey() + "=http://127.0.0.1:" + it.getValue())
                .collect(Collectors.joining(","));
        String peer = "http://127.0.0.1:" + Objects.requireNonNull(peers.get(node));
        String client = "http://127.0.0.1:" + Objects.requireNonNull(clients.get(node));
        try {
            processes.put(
                    node,
                    new ProcessBuilder(
                                    PROGRAM,
                                    "--name=" + node,
                                    "--data-dir=" + folder.resolve(node),
                                    "--listen-peer-urls=" + peer,
                                    "--initial-advertise-peer-urls=" + peer,
                                    "--listen-client-urls=" + client,
                                    "--advertise-client-urls=" + client,
                                    "--initial-cluster=" + all,
                                    "--initial-cluster-state=new")
                            .redirectErrorStream(true)
                            .redirectOutput(folder.resolve(node + ".log").toFile())
                            .start());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @Override
    public void kill(String node) {
        Objects.requireNonNull(processes.get(node)).destroyForcibly().onExit().join();
        leader = "";
    }

    @Override
    public String awaitLeader(Duration within) {
        long end = System.nanoTime() + within.toNanos();
        while (System.nanoTime() < end) {
            for (Map.Entry<String, EtcdCalls> each : calls.entrySet()) {
                if (each.getValue().leads()) {
                    leader = each.getKey();
                    return leader;
                }
            }
            ProcessLab.let(LOOK);
        }
        throw new IllegalStateException("etcd has no leader within " + within);
    }

    /** Where clients find them, separated by commas. */
    String endpoints() {
        return clients.values().stream().map(port -> "http://127.0.0.1:" + port).collect(Collectors.joining(","));
    }

    List<Long> pids() {
        return processes.values().stream().map(Process::pid).toList();
    }

    /** To the leader, where it is known; any other process passes it on, or fails soon if it knows none. */
    @Override
    public CompletableFuture<?> write(long number) {
        String asked = leader;
        boolean isKnown = !asked.isEmpty();
        if (!isKnown) {
            asked = processes.entrySet().stream()
                    .filter(it -> it.getValue().isAlive())
                    .map(Map.Entry::getKey)
                    .findFirst()
                    .orElseThrow();
        }
        return Objects.requireNonNull(calls.get(asked))
                .put("key-" + number % 1_000, new byte[ReplicatedPuts.VALUE_BYTES], isKnown ? PATIENCE : TRY);
    }

    @Override
    public void close() {
        calls.values().forEach(EtcdCalls::close);
        processes.values().forEach(it -> it.destroyForcibly().onExit().join());
    }
}
