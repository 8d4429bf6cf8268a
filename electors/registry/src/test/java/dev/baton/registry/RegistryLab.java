// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.checker.HistoryChecker;
import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryReader;
import dev.baton.testkit.lab.LabProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Real processes of one cluster, their histories, and questions about them. */
public final class RegistryLab implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Path folder;
    private final @Nullable Namespaces namespaces;
    private final int takeoverDelay;
    private final boolean quorum;
    private final List<String> ids = new ArrayList<>();
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final List<Path> histories = new ArrayList<>();

    public RegistryLab(Path folder, int size, int takeoverDelay) {
        this(folder, size, takeoverDelay, null);
    }

    /** @param namespaces a network for each node; null if all share the loopback */
    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces) {
        this(folder, size, takeoverDelay, namespaces, true);
    }

    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces, boolean quorum) {
        this.folder = folder;
        this.namespaces = namespaces;
        this.takeoverDelay = takeoverDelay;
        this.quorum = quorum;
        for (int i = 1; i <= size; i++) {
            ids.add("n" + i);
            ports.put("n" + i, FreePorts.take());
        }
        ids.forEach(this::start);
        ids.forEach(id -> process(id).await("ready", PATIENCE));
    }

    List<String> ids() {
        return ids;
    }

    public LabProcess process(String id) {
        return processes.get(id);
    }

    public void start(String id) {
        Path history = folder.resolve(id + "-" + histories.size() + ".jsonl");
        histories.add(history);
        String hosts = String.join(
                ",",
                ports.entrySet().stream()
                        .map(entry -> address(entry.getKey()) + ":" + entry.getValue())
                        .toList());
        processes.put(
                id,
                LabProcess.start(
                        id,
                        namespaces == null ? List.of() : namespaces.command(number(id)),
                        RegistryNode.class,
                        List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                        List.of(
                                id,
                                address(id),
                                String.valueOf(ports.get(id)),
                                hosts,
                                folder.toString(),
                                history.toString(),
                                quorum ? String.valueOf(ids.size()) : "0",
                                String.valueOf(takeoverDelay)),
                        folder.resolve(id + "-" + histories.size() + ".err")));
    }

    static int number(String id) {
        return Integer.parseInt(id.substring(1));
    }

    private String address(String id) {
        return namespaces == null ? "127.0.0.1" : Namespaces.address(number(id));
    }

    /** The node whose last word is that it was elected, and the epoch. */
    Optional<String> leader() {
        return ids.stream().filter(id -> leads(processes.get(id))).findFirst();
    }

    private static boolean leads(LabProcess process) {
        String word = "";
        for (String line : process.lines()) {
            word = line.startsWith("elected") || line.startsWith("revoked") ? line : word;
        }
        return process.isAlive() && word.startsWith("elected");
    }

    public String awaitLeader() {
        return awaitLeaderOtherThan("nobody");
    }

    public String awaitLeaderOtherThan(String former) {
        return awaitLeader("another than " + former + " leads", id -> !id.equals(former));
    }

    /** Waits for a leadership above {@code epoch}, be it of the same node. */
    public String awaitLeaderAbove(long epoch) {
        return awaitLeader("a leadership above epoch " + epoch, id -> epoch(id) > epoch);
    }

    /** The leader of the very look that found it: leadership may move on before the next one. */
    private String awaitLeader(String what, Predicate<String> wanted) {
        AtomicReference<String> found = new AtomicReference<>();
        eventually(
                what,
                PATIENCE,
                () -> {
                    leader().filter(wanted).ifPresent(found::set);
                    return found.get() != null;
                },
                this::state);
        return found.get();
    }

    /** Waits until every process that is alive sees {@code leader} lead. */
    public void awaitAgreementOn(String leader) {
        long epoch = epoch(leader);
        eventually(
                "all see " + leader + " lead",
                PATIENCE,
                () -> ids.stream()
                        .map(processes::get)
                        .filter(LabProcess::isAlive)
                        .allMatch(process -> process.last("sees ")
                                .filter(line -> line.startsWith("sees " + leader + " " + epoch + " "))
                                .isPresent()),
                this::state);
    }

    public long epoch(String id) {
        return Long.parseLong(process(id).last("elected").orElseThrow().split(" ")[1]);
    }

    public long electedAt(String id) {
        return Long.parseLong(process(id).last("elected").orElseThrow().split(" ")[2]);
    }

    /** When a node last said that it leads no more. */
    long revokedAt(String id) {
        return Long.parseLong(process(id).last("revoked").orElseThrow().split(" ")[3]);
    }

    List<String> leaders() {
        return ids.stream().filter(id -> leads(processes.get(id))).toList();
    }

    /** Lets a link be as it is for a while, which is what some faults are made of. */
    public static void let(Duration pass) {
        long until = System.nanoTime() + pass.toNanos();
        eventually("time passes", PATIENCE, () -> System.nanoTime() - until >= 0, () -> pass);
    }

    /** When a node last said something that begins like this. */
    long saidAt(String id, String beginning) {
        String[] words = process(id).last(beginning).orElseThrow().split(" ");
        return Long.parseLong(words[words.length - 1]);
    }

    Map<String, List<String>> state() {
        Map<String, List<String>> all = new TreeMap<>();
        processes.forEach((id, process) -> all.put(id, process.lines()));
        return all;
    }

    /** All that happened, held against the rules of an exclusive elector. */
    public void checkHistories() {
        History history = HistoryReader.read(histories.stream()
                .filter(file -> java.nio.file.Files.exists(file))
                .toList());
        assertThat(HistoryChecker.exclusive().check(history)).isEmpty();
    }

    @Override
    public void close() {
        processes.values().forEach(LabProcess::close);
    }
}
