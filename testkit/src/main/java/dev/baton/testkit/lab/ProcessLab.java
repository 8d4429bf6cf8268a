// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryReader;
import dev.baton.testkit.safety.HistoryChecker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Real processes of one cluster, each with a {@link LabNode} in it, their histories, and questions about them. The lab of
 * an elector says how a node is started. Instants are those of the monotonic clock that all processes of a machine share.
 */
public abstract class ProcessLab implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);

    private static final List<String> SMALL = List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private final Path folder;
    private final Optional<Namespaces> namespaces;
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final List<LabProcess> started = new ArrayList<>();
    private final List<Path> histories = new ArrayList<>();

    /**
     * @param folder where all processes have their files
     * @param namespaces its own network for each node, by the number at the end of its id
     */
    protected ProcessLab(Path folder, Optional<Namespaces> namespaces) {
        this.folder = folder;
        this.namespaces = namespaces;
    }

    // ---- processes

    /**
     * Starts the process of a node, in place of an earlier one.
     *
     * @param arguments of {@code main}, given the history file that it is to write
     */
    protected final LabProcess launch(
            String id, Class<?> main, List<String> jvmOptions, Function<Path, List<String>> arguments) {
        Path history = nextHistory(id);
        return add(LabProcess.start(
                id,
                namespaces.map(each -> each.command(number(id))).orElse(List.of()),
                main,
                jvm(jvmOptions),
                arguments.apply(history),
                folder.resolve(id + "-" + histories.size() + ".err")));
    }

    /** The same with a standard error that is a pipe that no process reads. */
    protected final LabProcess launchUnheard(
            String id, Class<?> main, List<String> jvmOptions, Function<Path, List<String>> arguments) {
        return add(LabProcess.startUnheard(id, main, jvm(jvmOptions), arguments.apply(nextHistory(id))));
    }

    private static List<String> jvm(List<String> more) {
        List<String> options = new ArrayList<>(SMALL);
        options.addAll(more);
        return options;
    }

    private Path nextHistory(String id) {
        Path history = folder.resolve(id + "-" + histories.size() + ".tsv");
        histories.add(history);
        return history;
    }

    private LabProcess add(LabProcess process) {
        started.add(process);
        processes.put(process.name(), process);
        return process;
    }

    protected final Path folder() {
        return folder;
    }

    /** Every process that was started, also one that another took the place of. */
    protected final List<LabProcess> started() {
        return started;
    }

    /** The newest process of a node. */
    public final LabProcess process(String id) {
        return Objects.requireNonNull(processes.get(id), id);
    }

    /** All nodes that have a process, be it one that has ended. */
    protected final List<String> nodes() {
        return List.copyOf(processes.keySet());
    }

    public final List<String> living() {
        return nodes().stream().filter(id -> process(id).isAlive()).toList();
    }

    /** Ends a process for good, and forgets about the node. */
    public final void dismiss(String id) {
        process(id).close();
        processes.remove(id);
    }

    /** Resumes every process that was paused, and starts every node whose process has ended. */
    protected final void bringBack(Consumer<String> start) {
        for (String id : nodes()) {
            if (process(id).isAlive()) {
                process(id).resume();
            } else {
                start.accept(id);
            }
        }
    }

    public final void awaitReady() {
        started.stream().filter(LabProcess::isAlive).forEach(process -> process.await("ready", PATIENCE));
    }

    /** The number in an id such as {@code node3}. */
    public static int number(String id) {
        return Integer.parseInt(id.replaceAll("\\D", ""));
    }

    /** Where a node is reached by the others. */
    protected final String host(String id) {
        return namespaces.isPresent() ? Namespaces.address(number(id)) : "127.0.0.1";
    }

    // ---- who leads

    /** The nodes whose last word is that they were elected. */
    public final List<String> leaders() {
        return living().stream().filter(this::leads).toList();
    }

    private boolean leads(String id) {
        String word = "";
        for (String line : process(id).lines()) {
            word = line.startsWith("elected") || line.startsWith("revoked") ? line : word;
        }
        return word.startsWith("elected");
    }

    public final String awaitLeader() {
        return awaitLeader("one leads", id -> true);
    }

    public final String awaitLeaderOtherThan(String former) {
        return awaitLeader("another than " + former + " leads", id -> !id.equals(former));
    }

    /** Waits for a leadership above {@code epoch}, be it of the same node. */
    public final String awaitLeaderAbove(long epoch) {
        return awaitLeader("a leadership above epoch " + epoch, id -> epoch(id) > epoch);
    }

    private String awaitLeader(String what, Predicate<String> wanted) {
        return await(what, () -> leaders().stream().filter(wanted).findFirst());
    }

    /** What was found by the very look that found it: it may have changed before the next one. */
    protected final <T> T await(String what, Supplier<Optional<T>> look) {
        AtomicReference<T> found = new AtomicReference<>();
        eventually(
                what,
                PATIENCE,
                () -> {
                    look.get().ifPresent(found::set);
                    return found.get() != null;
                },
                this::state);
        return Objects.requireNonNull(found.get(), what);
    }

    /** Whether one leads, and every process that is alive sees it. */
    public final boolean agree() {
        return agreed().isPresent();
    }

    private Optional<String> agreed() {
        List<String> leading = leaders();
        return leading.size() == 1 ? leading.stream().filter(this::allSee).findFirst() : Optional.empty();
    }

    /** Waits until one leads, and every process that is alive sees it. */
    public final String awaitAgreement() {
        return await("one leads, and all see it", this::agreed);
    }

    /** Waits until every process that is alive sees {@code leader} lead. */
    public final void awaitAgreementOn(String leader) {
        eventually("all see " + leader + " lead", PATIENCE, () -> allSee(leader), this::state);
    }

    private boolean allSee(String leader) {
        String sight = "sees " + leader + " " + epoch(leader) + " ";
        return living().stream()
                .allMatch(id -> process(id)
                        .last("sees ")
                        .filter(line -> line.startsWith(sight))
                        .isPresent());
    }

    public final void awaitNoMore(String leader) {
        eventually(leader + " stopped leading", PATIENCE, () -> !leaders().contains(leader), this::state);
    }

    /** The epoch of a node's last leadership. */
    public final long epoch(String id) {
        return Long.parseLong(process(id).last("elected").orElseThrow().split(" ")[1]);
    }

    // ---- when something happened

    /** When a node that was elected began to act: its duty was started. */
    public final long actingAt(String id) {
        return awaitStarted(id, epoch(id));
    }

    /** When the duty of a node was started under an epoch. Its thread says so before or after another says "elected". */
    public final long awaitStarted(String id, long epoch) {
        return awaitSaid(id, "started " + epoch + " ");
    }

    /** When the duty that a node had started under an epoch was seen to be stopped. */
    public final long awaitStopped(String id, long epoch) {
        return awaitSaid(id, "stopped " + epoch + " ");
    }

    /** When a node was told that it had lost the leadership of an epoch. */
    public final long awaitRevoked(String id, long epoch) {
        return awaitSaid(id, "revoked " + epoch + " ");
    }

    /** Waits until a node has said something that begins like this, and returns when it last did. */
    public final long awaitSaid(String id, String beginning) {
        String[] words = process(id).await(beginning, PATIENCE).split(" ");
        return Long.parseLong(words[words.length - 1]);
    }

    /** Lets time pass, for a fault that is made of it. */
    public static void let(Duration pass) {
        long until = System.nanoTime() + pass.toNanos();
        eventually("time passes", PATIENCE, () -> System.nanoTime() - until >= 0, () -> pass);
    }

    // ---- what is known afterwards

    /** What a failed wait shows: all that each node has said. */
    public Map<String, List<String>> state() {
        Map<String, List<String>> all = new TreeMap<>();
        processes.forEach((id, process) -> all.put(id, process.lines()));
        return all;
    }

    protected final History history() {
        return HistoryReader.read(histories.stream().filter(Files::exists).toList());
    }

    /** All that happened, held against the rules of an exclusive elector. */
    public final void checkHistories() {
        assertThat(HistoryChecker.exclusiveOnOneMachine().check(history())).isEmpty();
    }

    /** Ends all processes. */
    @Override
    public void close() {
        started.forEach(LabProcess::close);
    }
}
