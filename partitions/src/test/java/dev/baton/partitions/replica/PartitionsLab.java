// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.records.RecordsChecker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Nodes in processes of their own, and a client that sends numbered records, again and again until each is acknowledged. */
final class PartitionsLab implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final List<String> JVM = List.of("-Xmx160m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Path folder;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, LabProcess> processes = new ConcurrentHashMap<>();
    private final List<LabProcess> started = new ArrayList<>();
    private final RecordsChecker checker = new RecordsChecker();
    private String topic = "";
    private volatile String leader = "node1";
    private volatile boolean sending = true;
    private int sequence;

    PartitionsLab(Path folder, int size) {
        this.folder = folder;
        for (int i = 1; i <= size; i++) {
            ports.put("node" + i, FreePorts.take());
        }
        ports.keySet().forEach(this::start);
    }

    void start(String node) {
        List<String> arguments = new ArrayList<>(
                List.of(node + ":" + ports.get(node), folder(node).toString()));
        ports.forEach((each, port) -> arguments.add(each + ":" + port));
        LabProcess process = LabProcess.start(
                node, PartitionsProcess.class, JVM, arguments, folder.resolve(node + "-" + started.size() + ".err"));
        started.add(process);
        processes.put(node, process);
    }

    Path folder(String node) {
        return folder.resolve(node);
    }

    LabProcess process(String node) {
        return Objects.requireNonNull(processes.get(node), node);
    }

    /** The node that acknowledged last. */
    String leader() {
        return leader;
    }

    List<String> others() {
        return ports.keySet().stream().filter(node -> !node.equals(leader)).toList();
    }

    int acknowledged() {
        return checker.acknowledged();
    }

    /** Creates the topic that everything goes to. */
    void create() {
        eventually(
                "all nodes are registered",
                PATIENCE,
                () -> ask("node1", "nodes").equals("3"),
                this::state);
        eventually(
                "the topic is there",
                PATIENCE,
                () -> {
                    topic = ask("node1", "create orders");
                    return !topic.startsWith("nothing");
                },
                this::state);
    }

    private String ask(String node, String question) {
        String word = switch (question.split(" ", 2)[0]) {
            case "create" -> "created ";
            case "read" -> "read ";
            default -> question + " ";
        };
        LabProcess process = process(node);
        long before = count(process, word);
        process.say(question);
        eventually(
                node + " answers " + word,
                PATIENCE,
                () -> count(process, word) > before || !process.isAlive(),
                this::state);
        return process.last(word).orElse(word).substring(word.length());
    }

    private static long count(LabProcess process, String word) {
        return process.lines().stream().filter(line -> line.startsWith(word)).count();
    }

    /** Sends records, one after the other, until it is told to stop. On a thread of its own. */
    Thread send() {
        Thread thread = new Thread(
                () -> {
                    while (sending) {
                        sendNext();
                    }
                },
                "client");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    void stopSending(Thread thread) throws InterruptedException {
        sending = false;
        thread.join(PATIENCE.toMillis());
    }

    /** One record, on whichever node takes it. Each attempt has the same number, so it is there once. */
    private void sendNext() {
        String text = "r" + sequence;
        for (int attempt = 0; ; attempt++) {
            for (String node : candidates()) {
                Optional<String> answer = attempt(node, sequence, text, attempt);
                if (answer.isPresent() && answer.get().startsWith("ok ")) {
                    String[] words = answer.get().split(" ");
                    leader = node;
                    checker.acknowledged(text, Long.parseLong(words[1]), Long.parseLong(words[2]));
                    sequence++;
                    return;
                }
                if (!sending && attempt > 0) {
                    return;
                }
            }
            LockSupport.parkNanos(10_000_000);
        }
    }

    private List<String> candidates() {
        List<String> nodes = new ArrayList<>(List.of(leader));
        nodes.addAll(others());
        return nodes;
    }

    private Optional<String> attempt(String node, int number, String text, int attempt) {
        LabProcess process = process(node);
        String prefix = "appended " + number + " " + text + " ";
        long before = count(process, prefix);
        try {
            process.say("append " + topic + " " + number + " " + text);
        } catch (RuntimeException gone) {
            return Optional.empty();
        }
        long end = System.nanoTime() + (attempt == 0 ? ANSWER.dividedBy(5) : ANSWER).toNanos();
        while (count(process, prefix) == before) {
            if (!process.isAlive() || System.nanoTime() > end) {
                return Optional.empty();
            }
            LockSupport.parkNanos(500_000);
        }
        return process.last(prefix).map(line -> line.substring(prefix.length()));
    }

    /** Waits until more records were acknowledged. */
    void awaitMore(int records) {
        int before = acknowledged();
        eventually("more is acknowledged", PATIENCE, () -> acknowledged() >= before + records, this::state);
    }

    /** Reads everything on every node, once all of them have it. */
    List<String> check() {
        for (String node : ports.keySet()) {
            eventually(
                    node + " has everything",
                    PATIENCE,
                    () -> read(node).size() >= acknowledged(),
                    () -> read(node).size() + " of " + state());
        }
        ports.keySet().forEach(node -> checker.read(node, read(node)));
        return checker.problems();
    }

    private List<String> read(String node) {
        String all = ask(node, "read " + topic);
        return all.isEmpty() || all.equals("nothing") ? List.of() : List.of(all.split(","));
    }

    private String state() {
        return acknowledged() + " acknowledged, last by " + leader + "; alive: "
                + processes.entrySet().stream()
                        .filter(it -> it.getValue().isAlive())
                        .map(Map.Entry::getKey)
                        .sorted()
                        .toList();
    }

    @Override
    public void close() {
        started.forEach(LabProcess::close);
    }
}
