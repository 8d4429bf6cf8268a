// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Processes of one contender, three where it is measured. All times are those of the machine's one monotonic clock, which all processes read. */
final class ContenderLab implements AutoCloseable {
    static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration LOOK_EVERY = Duration.ofMillis(20);
    private static final List<String> THREE = List.of("n1", "n2", "n3");

    private final Contender contender;
    private final ContenderBackend backend;
    private final String classPath;
    private final Path folder;
    private final int elections;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();

    ContenderLab(Contender contender, ContenderBackend backend, String classPath, Path folder, int elections)
            throws IOException {
        this(contender, backend, classPath, folder, elections, THREE);
    }

    ContenderLab(
            Contender contender,
            ContenderBackend backend,
            String classPath,
            Path folder,
            int elections,
            List<String> nodes)
            throws IOException {
        this.contender = contender;
        this.backend = backend;
        this.classPath = classPath;
        this.folder = folder;
        this.elections = elections;
        nodes.forEach(node -> ports.put(node, FreePorts.take()));
        try {
            // Where one has to be first, as in a cluster that is to be formed, it is this one.
            restart(nodes.get(0));
            for (String node : nodes.subList(1, nodes.size())) {
                start(node);
            }
            for (String node : nodes) {
                process(node).await("ready", PATIENCE);
            }
            if (actsWithin("", Long.MIN_VALUE, PATIENCE).isEmpty()) {
                throw new AssertionError(contender.label() + ": no process acts; state: " + said());
            }
        } catch (IOException | AssertionError failed) {
            close();
            throw failed;
        }
    }

    private void start(String node) throws IOException {
        Path own = Files.createDirectories(folder.resolve(node));
        List<String> arguments = new ArrayList<>();
        contender.arguments().forEach((name, value) -> arguments.add(name + "=" + value));
        backend.arguments().forEach((name, value) -> arguments.add(name + "=" + value));
        arguments.add("node=" + node);
        arguments.add("elections=" + elections);
        arguments.add("folder=" + own);
        arguments.add("port=" + port(node));
        arguments.add(
                "hosts=" + ports.values().stream().map(it -> "127.0.0.1:" + it).collect(Collectors.joining(",")));
        List<String> jvm = new ArrayList<>(JVM);
        jvm.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
        jvm.add("-Djgroups.tcp.port_range=0");
        jvm.add("-Djgroups.tcpping.initial_hosts="
                + ports.values().stream().map(it -> "127.0.0.1[" + it + "]").collect(Collectors.joining(",")));
        processes.put(
                node,
                LabProcess.startOn(
                        classPath, node, contender.main().getName(), jvm, arguments, folder.resolve(node + ".log")));
    }

    private int port(String node) {
        return Objects.requireNonNull(ports.get(node));
    }

    LabProcess process(String node) {
        return Objects.requireNonNull(processes.get(node));
    }

    List<Long> pids() {
        return processes.values().stream().map(LabProcess::pid).toList();
    }

    /** Starts one, and waits until it stands. */
    void restart(String node) throws IOException {
        start(node);
        process(node).await("ready", PATIENCE);
    }

    /**
     * The process whose work as a leader began last, of those that have not stopped it since: of two that led after a pause,
     * either may have stopped.
     */
    String leader() {
        return processes.keySet().stream()
                .filter(node -> acted(node).isPresent())
                .max(Comparator.comparing((String node) -> !hasStopped(node))
                        .thenComparing(node -> acted(node).orElseThrow()))
                .orElseThrow();
    }

    private boolean hasStopped(String node) {
        return process(node).last("stopped ").map(line -> nanos(line, 1)).orElse(Long.MIN_VALUE)
                > acted(node).orElseThrow();
    }

    private Optional<Long> acted(String node) {
        return process(node).last("acts ").map(line -> nanos(line, 1));
    }

    /** When another process began to act after a moment, if it does so within a limit from now. */
    Optional<Long> actsWithin(String other, long after, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (firstActs(other, after).isEmpty() && System.nanoTime() - end < 0) {
            ProcessLab.let(LOOK_EVERY);
        }
        return firstActs(other, after);
    }

    private Optional<Long> firstActs(String other, long after) {
        return processes.values().stream()
                .filter(it -> !it.name().equals(other))
                .flatMap(it -> it.lines().stream())
                .filter(line -> line.startsWith("acts "))
                .map(line -> nanos(line, 1))
                .filter(at -> at > after)
                .min(Long::compare);
    }

    /**
     * For how long a process that goes on after a pause still believes that it leads, in milliseconds, while another one
     * leads as well.
     *
     * @param most how long to wait for either to stop believing
     */
    double believes(String node, long resumed, Duration most) {
        LabProcess process = process(node);
        Eventually.eventually(
                node + " goes on",
                PATIENCE,
                () -> since(process, "resumed ", 2, resumed).isPresent(),
                this::said);
        String first = since(process, "resumed ", 2, resumed).orElseThrow();
        if (first.startsWith("resumed false")) {
            return 0;
        }
        long end = System.nanoTime() + most.toNanos();
        while (System.nanoTime() < end && oneLeads(process, resumed).isEmpty()) {
            ProcessLab.let(Duration.ofMillis(5));
        }
        return oneLeads(process, resumed)
                .map(at -> (at - nanos(first, 2)) / 1e6)
                .orElse((double) most.toMillis());
    }

    /** When it doubted that it leads, or another one stopped, whichever came first. */
    private Optional<Long> oneLeads(LabProcess paused, long resumed) {
        return Stream.concat(doubted(paused, resumed), stopped(paused, resumed)).min(Long::compare);
    }

    private static Stream<Long> doubted(LabProcess paused, long resumed) {
        return since(paused, "doubts ", 1, resumed).map(line -> nanos(line, 1)).stream();
    }

    private Stream<Long> stopped(LabProcess paused, long resumed) {
        return processes.values().stream()
                .filter(it -> it != paused)
                .flatMap(it -> since(it, "stopped ", 1, resumed).stream())
                .map(line -> nanos(line, 1));
    }

    /** Waits until one of two that led after a pause has given way, and says whether that was the one which had taken over. */
    Optional<Boolean> successorGaveWay(String node, long resumed, Duration limit) {
        LabProcess paused = process(node);
        long end = System.nanoTime() + limit.toNanos();
        while (oneLeads(paused, resumed).isEmpty() && System.nanoTime() - end < 0) {
            ProcessLab.let(LOOK_EVERY);
        }
        return oneLeads(paused, resumed).map(first -> stopped(paused, resumed).anyMatch(first::equals));
    }

    private static Optional<String> since(LabProcess process, String prefix, int word, long after) {
        return process.lines().stream()
                .filter(line -> line.startsWith(prefix) && nanos(line, word) > after)
                .findFirst();
    }

    private static long nanos(String line, int word) {
        return Long.parseLong(line.split(" ", -1)[word]);
    }

    /** Waits until each election has a leader. */
    void awaitAllLed() {
        Eventually.eventually(contender.label() + ": all elections are led", PATIENCE, this::allLed, this::said);
    }

    private boolean allLed() {
        processes.values().forEach(it -> it.say("count"));
        ProcessLab.let(Duration.ofMillis(300));
        return processes.values().stream()
                        .mapToLong(it ->
                                it.last("count ").map(line -> nanos(line, 1)).orElse(0L))
                        .sum()
                >= elections;
    }

    private Map<String, List<String>> said() {
        return processes.values().stream().collect(Collectors.toMap(LabProcess::name, LabProcess::lines));
    }

    @Override
    public void close() {
        processes.values().forEach(LabProcess::close);
    }
}
