// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import dev.baton.elector.Priority;
import dev.baton.quorum.Quorum;
import dev.baton.testkit.history.HistoryReader;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.safety.HistoryChecker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Real processes of one cluster, their histories, and questions about them. */
public final class BullyLab implements AutoCloseable {
    static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PASSWORD = "cluster_pass";

    private final Path folder;
    private final Quorum quorum;
    private final BullySettings pace;
    private final Optional<Namespaces> namespaces;
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final List<Path> histories = new ArrayList<>();
    private String first = "";
    private long resigned = System.nanoTime();

    public BullyLab(Path folder) {
        this(folder, Quorum.MAJORITY);
    }

    BullyLab(Path folder, Quorum quorum) {
        this(folder, quorum, LabNode.SETTINGS, Optional.empty());
    }

    /** @param pace whose heartbeat and misses the nodes have */
    BullyLab(Path folder, BullySettings pace) {
        this(folder, Quorum.MAJORITY, pace, Optional.empty());
    }

    /** @param namespaces a network of its own for each node, by the number at the end of its id */
    BullyLab(Path folder, BullySettings pace, Namespaces namespaces) {
        this(folder, Quorum.MAJORITY, pace, Optional.of(namespaces));
    }

    private BullyLab(Path folder, Quorum quorum, BullySettings pace, Optional<Namespaces> namespaces) {
        this.folder = folder;
        this.quorum = quorum;
        this.pace = pace;
        this.namespaces = namespaces;
    }

    /** Starts nodes, and waits until all of them are members. The very first one forms the cluster. */
    public BullyLab with(String... ids) {
        for (String id : ids) {
            start(id);
        }
        awaitMembers(processes.size());
        return this;
    }

    /** Starts the nodes of a cluster that exists already: each finds in its folder who its members are. */
    BullyLab withMembers(String... ids) {
        List<Member> members = new ArrayList<>();
        for (String id : ids) {
            ports.computeIfAbsent(id, any -> FreePorts.take());
            inFolder(
                    id,
                    state -> members.add(
                            new Member(NodeId.of(id), state.mark(), address(id), Priority.DEFAULT, Part.FULL)));
        }
        Membership all = new Membership("lab", new Stamp(Epoch.of(1), 2), Epoch.NONE, members, List.of());
        for (String id : ids) {
            inFolder(id, state -> state.save(all));
        }
        return with(ids);
    }

    private void inFolder(String id, Consumer<StateFolder> use) {
        Path state = folder.resolve(id);
        try (StateFolder opened = new StateFolder(state, NodeId.of(id), new SecureRandom())) {
            use.accept(opened);
        }
    }

    public void start(String id) {
        start(id, PASSWORD, Part.FULL);
    }

    /** Ends a process for good, and forgets about it. */
    void dismiss(String id) {
        processes.remove(id).close();
    }

    /** Undoes whatever was done to the nodes, and waits until all of them agree again. */
    void restore() {
        for (Map.Entry<String, LabProcess> entry : List.copyOf(processes.entrySet())) {
            if (entry.getValue().isAlive()) {
                entry.getValue().resume();
            } else {
                start(entry.getKey());
            }
        }
        heal();
        awaitMembers(processes.size());
        awaitAgreement();
    }

    void start(String id, String password, Part part) {
        first = first.isEmpty() ? id : first;
        ports.computeIfAbsent(id, any -> FreePorts.take());
        String join = id.equals(first)
                ? "-"
                : ports.keySet().stream()
                        .filter(other -> !other.equals(id))
                        .map(other -> address(other).toString())
                        .collect(Collectors.joining(","));
        Path history = folder.resolve(id + "-" + histories.size() + ".jsonl");
        histories.add(history);
        processes.put(
                id,
                LabProcess.start(
                        id,
                        namespaces.map(each -> each.command(number(id))).orElse(List.of()),
                        LabNode.class,
                        List.of(
                                "-Dbaton.heartbeat=" + pace.heartbeat().toMillis(),
                                "-Dbaton.misses=" + pace.misses(),
                                "-Xmx64m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-Xshare:auto"),
                        List.of(
                                id,
                                address(id).toString(),
                                join,
                                folder.toString(),
                                history.toString(),
                                password,
                                quorum.name(),
                                part.name()),
                        folder.resolve(id + "-" + histories.size() + ".err")));
    }

    Path state(String id) {
        return folder.resolve(id);
    }

    public LabProcess process(String id) {
        return processes.get(id);
    }

    Address address(String id) {
        return new Address(namespaces.isPresent() ? Namespaces.address(number(id)) : "127.0.0.1", ports.get(id));
    }

    /** At the end of an id such as {@code node3}. */
    static int number(String id) {
        return Integer.parseInt(id.replaceAll("\\D", ""));
    }

    List<String> living() {
        return processes.entrySet().stream()
                .filter(entry -> entry.getValue().isAlive())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static boolean leads(LabProcess process) {
        String word = "";
        for (String line : process.lines()) {
            word = line.startsWith("elected") || line.startsWith("revoked") ? line : word;
        }
        return process.isAlive() && word.startsWith("elected");
    }

    List<String> leaders() {
        return processes.keySet().stream()
                .filter(id -> leads(processes.get(id)))
                .toList();
    }

    public String awaitLeader() {
        return awaitLeaderOtherThan("nobody");
    }

    public String awaitLeaderOtherThan(String former) {
        // Kept from the very look that found it: leadership may move on before the next one.
        AtomicReference<String> found = new AtomicReference<>();
        eventually(
                "another than " + former + " leads",
                PATIENCE,
                () -> {
                    leaders().stream()
                            .filter(id -> !id.equals(former))
                            .findFirst()
                            .ifPresent(found::set);
                    return found.get() != null;
                },
                this::state);
        return found.get();
    }

    /** Whether one leads, and every process that is alive sees it. */
    boolean agree() {
        List<String> leading = leaders();
        return leading.size() == 1 && agreeOn(leading.get(0));
    }

    /** Waits until one leads, and every process that is alive sees it. */
    String awaitAgreement() {
        AtomicReference<String> found = new AtomicReference<>();
        eventually(
                "one leads, and all see it",
                PATIENCE,
                () -> {
                    List<String> leading = leaders();
                    found.set(leading.size() == 1 && agreeOn(leading.get(0)) ? leading.get(0) : null);
                    return found.get() != null;
                },
                this::state);
        return found.get();
    }

    private boolean agreeOn(String leader) {
        String sight = "sees " + leader + " " + epoch(leader);
        return living().stream()
                .map(processes::get)
                .allMatch(process -> process.last("sees ").filter(sight::equals).isPresent());
    }

    /** Waits until every process that is alive sees {@code leader} lead. */
    public void awaitAgreementOn(String leader) {
        eventually("all see " + leader + " lead", PATIENCE, () -> agreeOn(leader), this::state);
    }

    /** Waits until every process that is alive knows so many members. */
    void awaitMembers(int count) {
        eventually(
                count + " members are known to all",
                PATIENCE,
                () -> living().stream().allMatch(id -> members(id) == count),
                this::state);
    }

    /** How many members a node knows that live. */
    private int members(String id) {
        return answer(id, "view", "view ").split("alive=true", -1).length - 1;
    }

    /** How often something has happened in a node by now, by the name under which it says so. */
    private long count(String id, String what) {
        return Long.parseLong(answer(id, "counts", what + " ").split(" ")[1]);
    }

    /** What a node says to a question, and not what it said to an earlier one, which would be how it was then. */
    private String answer(String id, String question, String prefix) {
        LabProcess asked = process(id);
        long before = lines(asked, prefix).size();
        asked.say(question);
        eventually(
                id + " answers " + question,
                PATIENCE,
                () -> lines(asked, prefix).size() > before || !asked.isAlive(),
                this::state);
        List<String> all = lines(asked, prefix);
        return all.isEmpty() ? "" : all.get(all.size() - 1);
    }

    private static List<String> lines(LabProcess process, String prefix) {
        return process.lines().stream().filter(line -> line.startsWith(prefix)).toList();
    }

    /** Waits until so much more of something has happened in a node. */
    void awaitMore(String id, String what, int more) {
        long before = count(id, what);
        eventually(more + " more " + what, PATIENCE, () -> count(id, what) >= before + more, this::state);
    }

    public void resign(String leader) {
        resigned = System.nanoTime();
        process(leader).say("resign");
    }

    /** Waits until nobody rests any more. */
    public void awaitRest() {
        long rested = resigned + LabNode.REST.plus(pace.heartbeat()).toNanos();
        eventually("all have rested", PATIENCE, () -> System.nanoTime() - rested > 0, this::state);
    }

    /** Waits until all votes count: whatever the former process of a node that has come back promised has ended by then. */
    public void awaitFullVotes() {
        long ended = System.nanoTime()
                + pace.terms().lease().plus(pace.heartbeat().multipliedBy(2)).toNanos();
        eventually("what was promised has ended", PATIENCE, () -> System.nanoTime() - ended > 0, this::state);
    }

    /** Sees to it that a node leads, and all know it. */
    void lead(String id) {
        String leader = awaitAgreement();
        if (!leader.equals(id)) {
            process(leader).say("transfer " + id);
            eventually(id + " leads", PATIENCE, () -> leaders().equals(List.of(id)), this::state);
        }
        awaitAgreementOn(id);
    }

    void awaitNoMore(String leader) {
        eventually(leader + " leads no more", PATIENCE, () -> !leads(process(leader)), this::state);
    }

    boolean marksDead(String by, String dead) {
        return answer(by, "view", "view ").matches(".*id=" + dead + ",[^]]*alive=false.*");
    }

    public long epoch(String id) {
        return Long.parseLong(process(id).last("elected").orElseThrow().split(" ")[1]);
    }

    /** When a node that was elected began to act: its duty was started. */
    public long actingAt(String id) {
        return awaitStarted(id, epoch(id));
    }

    long revokedAt(String id) {
        return at(id, "revoked");
    }

    private long at(String id, String what) {
        return instant(process(id).last(what + " ").orElseThrow());
    }

    /** When the duty of a node was started under an epoch. Its thread says so before or after another says "elected". */
    long awaitStarted(String id, long epoch) {
        return instant(process(id).await("started " + epoch + " ", PATIENCE));
    }

    /** When the duty that a node had started under an epoch was seen to be stopped. */
    long awaitStopped(String id, long epoch) {
        return instant(process(id).await("stopped " + epoch + " ", PATIENCE));
    }

    private static long instant(String line) {
        return Long.parseLong(line.split(" ")[2]);
    }

    /** Nothing passes between the two groups any more. */
    void split(List<String> one, List<String> other) {
        one.forEach(a -> other.forEach(b -> {
            process(a).say("cut " + address(b));
            process(b).say("cut " + address(a));
        }));
    }

    /** Whatever a node says takes so much longer to get to the others. */
    void slow(String id, Duration more) {
        process(id).say("slow " + more.toMillis());
    }

    void heal() {
        living().forEach(id -> process(id).say("mend"));
    }

    private Map<String, List<String>> state() {
        Map<String, List<String>> all = new TreeMap<>();
        processes.forEach((id, process) -> all.put(
                id,
                process.lines().stream()
                        .filter(line -> !line.matches("(view|renewals|refusals) .*"))
                        .toList()));
        processes.forEach(
                (id, process) -> process.last("view ").ifPresent(view -> all.put(id + " sees", List.of(view))));
        return all;
    }

    /** All that happened, held against the rules of an exclusive elector. */
    public void checkHistories() {
        assertThat(HistoryChecker.exclusiveOnOneMachine()
                        .check(HistoryReader.read(
                                histories.stream().filter(Files::exists).toList())))
                .isEmpty();
    }

    @Override
    public void close() {
        processes.values().forEach(LabProcess::close);
    }
}
