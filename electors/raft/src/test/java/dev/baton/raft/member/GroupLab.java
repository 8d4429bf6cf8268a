// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static dev.baton.testkit.Eventually.eventually;

import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;

/** Members in processes of their own, each a {@link GroupNode}, and a client that is none of them. */
public final class GroupLab implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<String> JVM = List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

    private final Path folder;
    private final Class<?> main;
    private final Optional<Namespaces> namespaces;
    private final Map<String, String> first = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final List<LabProcess> started = new ArrayList<>();
    private final Map<LabProcess, Path> errors = new HashMap<>();
    private final RemoteGroup client;

    /** @param main runs a {@link GroupNode} with the arguments that it is given */
    public GroupLab(Path folder, int size, Class<?> main) {
        this(folder, size, main, Optional.empty());
    }

    private GroupLab(Path folder, int size, Class<?> main, Optional<Namespaces> namespaces) {
        this.folder = folder;
        this.main = main;
        this.namespaces = namespaces;
        for (int i = 1; i <= size; i++) {
            first.put("node" + i, authority("node" + i));
        }
        client = RemoteGroup.at(List.copyOf(first.values()), Optional.empty());
    }

    GroupLab(Path folder, int size) {
        this(folder, size, RecordsNode.class);
    }

    /** Each in a network of its own, which the client is not in: there, ask a member to {@code call}. */
    GroupLab(Path folder, int size, Namespaces namespaces) {
        this(folder, size, RecordsNode.class, Optional.of(namespaces));
        MemberKeys.share(
                folder,
                IntStream.rangeClosed(1, size).mapToObj(Namespaces::address).toList());
    }

    private String authority(String node) {
        return namespaces
                        .map(any -> Namespaces.address(ProcessLab.number(node)))
                        .orElse("127.0.0.1") + ":" + FreePorts.take();
    }

    public GroupLab startAll() {
        first.keySet().forEach(this::start);
        return this;
    }

    /** Starts one of the first members, maybe again. */
    public void start(String node) {
        start(node, List.of());
    }

    /** Starts one of the first members by way of another command. */
    void start(String node, List<String> by) {
        launch(node, "bootstrap", Objects.requireNonNull(first.get(node), node), by);
    }

    /** Starts a further member, which joins the group. */
    void join(String node) {
        launch(node, "join", authority(node), List.of());
    }

    private void launch(String node, String how, String authority, List<String> way) {
        List<String> arguments =
                new ArrayList<>(List.of(node + ":" + authority, folder(node).toString(), how));
        first.forEach((each, at) -> arguments.add(each + ":" + at));
        Path log = folder.resolve(node + "-" + started.size() + ".err");
        List<String> by =
                namespaces.map(each -> each.command(ProcessLab.number(node))).orElse(way);
        LabProcess process = LabProcess.start(node, by, main, JVM, arguments, log);
        errors.put(process, log);
        started.add(process);
        processes.put(node, process);
    }

    Path folder(String node) {
        return folder.resolve(node);
    }

    /** Of one of the first members. */
    int port(String node) {
        String authority = Objects.requireNonNull(first.get(node), node);
        return Integer.parseInt(authority.substring(authority.lastIndexOf(':') + 1));
    }

    public LabProcess process(String node) {
        return Objects.requireNonNull(processes.get(node), node);
    }

    /** What the newest process of a node wrote to its standard error. */
    String errors(String node) throws IOException {
        return Files.readString(Objects.requireNonNull(errors.get(process(node)), node));
    }

    /** Lets a member close itself, and waits for it. */
    void stop(String node) {
        process(node).say("stop");
        process(node).awaitEnd();
    }

    /** Ends a member for good. */
    void dismiss(String node) {
        process(node).close();
        processes.remove(node);
    }

    List<String> nodes() {
        return List.copyOf(processes.keySet());
    }

    private List<String> living() {
        return nodes().stream().filter(node -> process(node).isAlive()).toList();
    }

    /** The highest term that any process which is alive has heard of. */
    long term() {
        return living().stream()
                .mapToLong(node -> Long.parseLong(ask(node, "term").substring("term ".length())))
                .max()
                .orElseThrow();
    }

    /** Who leads, as a node sees it: {@code leads TERM}, {@code follows NODE} or {@code alone}. */
    Optional<String> role(String node) {
        return process(node).lines().stream()
                .filter(line -> line.startsWith("leads ") || line.startsWith("follows ") || line.equals("alone"))
                .reduce((earlier, later) -> later);
    }

    Optional<String> leader() {
        return leaders().stream().findFirst();
    }

    /** One that stands still may not have heard that it leads no more. */
    private List<String> leaders() {
        return living().stream()
                .filter(node -> role(node).orElse("").startsWith("leads"))
                .toList();
    }

    public String awaitLeader() {
        return awaitLeaderOtherThan("");
    }

    String awaitLeaderOtherThan(String former) {
        AtomicReference<Optional<String>> found = new AtomicReference<>(Optional.empty());
        eventually(
                "another than \"" + former + "\" leads",
                PATIENCE,
                () -> {
                    found.set(leaders().stream()
                            .filter(node -> !node.equals(former))
                            .findFirst());
                    return found.get().isPresent();
                },
                this::state);
        return found.get().orElseThrow();
    }

    /** Every process that is alive follows the one that leads. */
    public void awaitAgreement() {
        eventually(
                "all follow one",
                PATIENCE,
                () -> leader().map(leads -> living().stream()
                                .filter(node -> !node.equals(leads))
                                .allMatch(node -> role(node).orElse("").equals("follows " + leads)))
                        .orElse(false),
                this::state);
    }

    private Map<String, String> state() {
        Map<String, String> state = new TreeMap<>();
        nodes().forEach(node -> state.put(
                node, (process(node).isAlive() ? "" : "ended, ") + role(node).orElse("silent")));
        return state;
    }

    public RemoteGroup client() {
        return client;
    }

    String call(String request, Duration within) {
        return RecordsCalls.once(client, request, within);
    }

    /** The applied index of a node, and what its state comes to. */
    private String hash(String node) {
        return ask(node, "hash");
    }

    /** What the part of a node lists. */
    public List<String> list(String node) {
        return List.of(ask(node, "list").substring("list ".length()).split(","));
    }

    /** Has a member do what its process understands, and returns the answer, which begins with the first word. */
    String ask(String node, String question) {
        String word = question.split(" ", 2)[0];
        long before = answers(node, word);
        process(node).say(question);
        eventually(node + " answers", PATIENCE, () -> answers(node, word) > before, this::state);
        return process(node).last(word).orElseThrow();
    }

    private long answers(String node, String word) {
        return process(node).lines().stream()
                .filter(line -> line.startsWith(word))
                .count();
    }

    public void awaitEqualHashes() {
        awaitEqualHashes(PATIENCE);
    }

    void awaitEqualHashes(Duration within) {
        eventually(
                "all have the same state",
                within,
                () -> living().stream().map(this::hash).distinct().count() == 1,
                () -> living().stream().map(this::hash).toList());
    }

    /**
     * Holds all that any process said against the rules of a {@link GroupHistory}.
     *
     * @return how many different versions of the leaders of partitions were said
     */
    public int checkHistory() {
        GroupHistory history = new GroupHistory();
        started.forEach(process -> history.add(process.name(), process.lines()));
        history.check();
        return history.versions();
    }

    @Override
    public void close() {
        client.close();
        started.forEach(LabProcess::close);
    }
}
