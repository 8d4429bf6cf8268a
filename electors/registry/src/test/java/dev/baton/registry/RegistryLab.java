// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryReader;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.testkit.lab.Namespaces;
import dev.baton.testkit.lab.TcpProxy;
import dev.baton.testkit.safety.HistoryChecker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** Real processes of one cluster, their histories, and questions about them. */
public final class RegistryLab implements AutoCloseable {
    public static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int TRIES = 3;

    private final Path folder;
    private final @Nullable Namespaces namespaces;
    private final int takeoverDelay;
    private final boolean quorum;
    private final Map<String, TcpProxy> proxies = new TreeMap<>();
    private final List<String> ids = new ArrayList<>();
    private final Map<String, Integer> ports = new TreeMap<>();
    private final Map<String, LabProcess> processes = new TreeMap<>();
    private final List<Path> histories = new ArrayList<>();
    private boolean someAbstain;

    public RegistryLab(Path folder, int size, int takeoverDelay) {
        this(folder, size, takeoverDelay, null);
    }

    /** @param namespaces a network for each node; null if all share the loopback */
    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces) {
        this(folder, size, takeoverDelay, namespaces, true);
    }

    RegistryLab(Path folder, int size, int takeoverDelay, @Nullable Namespaces namespaces, boolean quorum) {
        this(folder, size, takeoverDelay, namespaces, quorum, false);
    }

    /** All share the loopback, and whoever connects to a node does so by way of its proxy. */
    static RegistryLab behindProxies(Path folder, int size, int takeoverDelay) {
        return new RegistryLab(folder, size, takeoverDelay, null, true, true);
    }

    private RegistryLab(
            Path folder,
            int size,
            int takeoverDelay,
            @Nullable Namespaces namespaces,
            boolean quorum,
            boolean proxied) {
        this.folder = folder;
        this.namespaces = namespaces;
        this.takeoverDelay = takeoverDelay;
        this.quorum = quorum;
        for (int i = 1; i <= size; i++) {
            ids.add("n" + i);
            int port = FreePorts.take();
            ports.put("n" + i, port);
            if (proxied) {
                proxies.put("n" + i, new TcpProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
            }
        }
        ids.forEach(this::start);
        ids.forEach(id -> process(id).await("ready", PATIENCE));
    }

    List<String> ids() {
        return ids;
    }

    int port(String id) {
        return ports.get(id);
    }

    public LabProcess process(String id) {
        return processes.get(id);
    }

    public void start(String id) {
        someAbstain = true;
        Path history = folder.resolve(id + "-" + histories.size() + ".jsonl");
        histories.add(history);
        List<String> arguments = new ArrayList<>(List.of(
                id,
                address(id),
                String.valueOf(ports.get(id)),
                String.join(",", hosts(ports::get)),
                folder.toString(),
                history.toString(),
                quorum ? String.valueOf(ids.size()) : "0",
                String.valueOf(takeoverDelay)));
        if (!proxies.isEmpty()) {
            arguments.add(stackBehindProxy(id).toString());
        }
        processes.put(
                id,
                LabProcess.start(
                        id,
                        namespaces == null ? List.of() : namespaces.command(number(id)),
                        RegistryNode.class,
                        List.of("-Xmx96m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"),
                        arguments,
                        folder.resolve(id + "-" + histories.size() + ".err")));
    }

    private List<String> hosts(ToIntFunction<String> port) {
        return ids.stream().map(id -> address(id) + ":" + port.applyAsInt(id)).toList();
    }

    /** The generated stack, but for the ports: a node says that it is where its proxy is. */
    private Path stackBehindProxy(String id) {
        RegistryConfiguration configuration = RegistryConfiguration.of("lab", folder.resolve(id + ".state"))
                .bind(address(id), ports.get(id))
                .hosts(hosts(each -> proxies.get(each).port()))
                .build();
        String xml = ProtocolStack.xml(configuration)
                .replace(
                        " bind_port=",
                        " external_addr=\"127.0.0.1\" external_port=\""
                                + proxies.get(id).port() + "\" bind_port=");
        try {
            return Files.writeString(folder.resolve(id + ".xml"), xml);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** All connections between nodes are like this from now on. */
    void setLinks(TcpProxy.Pace pace) {
        proxies.values().forEach(proxy -> proxy.set(pace));
    }

    /** Resets all connections between nodes. */
    void resetLinks() {
        proxies.values().forEach(proxy -> {
            proxy.set(TcpProxy.Link.CUT);
            proxy.set(TcpProxy.Link.OPEN);
        });
    }

    /** Brings back who was killed or paused, lets links be quick, and waits until all agree on a leader. */
    String restore() {
        setLinks(TcpProxy.Pace.FULL);
        for (String id : ids) {
            if (process(id).isAlive()) {
                process(id).resume();
            } else {
                start(id);
            }
        }
        ids.forEach(id -> process(id).await("ready", PATIENCE));
        return awaitAgreement();
    }

    /** A voter that has just started abstains for a lease; until then those that are left might not be enough. */
    void awaitVoters() {
        if (someAbstain) {
            let(RegistrySettings.TERMS.lease());
            someAbstain = false;
        }
    }

    static int number(String id) {
        return Integer.parseInt(id.substring(1));
    }

    private String address(String id) {
        return namespaces == null ? "127.0.0.1" : Namespaces.address(number(id));
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
                    leaders().stream().filter(wanted).findFirst().ifPresent(found::set);
                    return found.get() != null;
                },
                this::state);
        return found.get();
    }

    /** Waits until every process that is alive sees {@code leader} lead. */
    public void awaitAgreementOn(String leader) {
        long epoch = epoch(leader);
        eventually("all see " + leader + " lead", PATIENCE, () -> allSee(leader, epoch), this::state);
    }

    /** Waits until every process that is alive sees the same node lead. */
    String awaitAgreement() {
        return awaitLeader("all see one and the same lead", id -> allSee(id, epoch(id)));
    }

    private boolean allSee(String leader, long epoch) {
        return ids.stream()
                .map(processes::get)
                .filter(LabProcess::isAlive)
                .allMatch(process -> process.last("sees ")
                        .filter(line -> line.startsWith("sees " + leader + " " + epoch + " "))
                        .isPresent());
    }

    /** Waits until a node says that it has lost the leadership of an epoch, and returns when it said so. */
    long awaitRevoked(String id, long epoch) {
        String line = process(id).await("revoked " + epoch + " ", PATIENCE);
        return Long.parseLong(line.split(" ")[3]);
    }

    public long epoch(String id) {
        return Long.parseLong(process(id).last("elected").orElseThrow().split(" ")[1]);
    }

    /** When a node that was elected began to act: its duty was started. */
    public long actingAt(String id) {
        return Long.parseLong(
                process(id).await("started " + epoch(id) + " ", PATIENCE).split(" ")[2]);
    }

    /** Waits until a node has exactly these in its view. */
    void awaitView(String of, List<String> expected) {
        eventually(
                of + " has " + expected + " in its view",
                PATIENCE,
                () -> process(of)
                        .last("members ")
                        .filter(("members " + expected)::equals)
                        .isPresent(),
                this::state);
    }

    /** The nodes whose last word is that they were elected. */
    List<String> leaders() {
        return ids.stream().filter(id -> leads(processes.get(id))).toList();
    }

    /**
     * How many leaderships begin within such a time. Of three tries the calmest: a machine that is too busy may stand
     * still for most of a lease, but not in each of them.
     */
    long electionsWithin(Duration time) {
        long fewest = Long.MAX_VALUE;
        for (int tries = 0; tries < TRIES && fewest > 1; tries++) {
            long before = elections();
            let(time);
            fewest = Math.min(fewest, elections() - before);
        }
        return fewest;
    }

    private long elections() {
        return processes.values().stream()
                .flatMap(process -> process.lines().stream())
                .filter(line -> line.startsWith("elected "))
                .count();
    }

    /** Who leads after a leader resigned. If it is the same one again, because the others were too slow, it resigns again. */
    String handedOver(String leader) {
        String next = leader;
        for (int tries = 0; tries < TRIES && next.equals(leader); tries++) {
            long before = epoch(leader);
            process(leader).say("resign");
            next = awaitLeaderAbove(before);
        }
        return next;
    }

    /** Lets a link be as it is for a while, which is what some faults are made of. */
    public static void let(Duration pass) {
        long until = System.nanoTime() + pass.toNanos();
        eventually("time passes", PATIENCE, () -> System.nanoTime() - until >= 0, () -> pass);
    }

    /** Waits until a node has said something that begins like this, and returns when it last did. */
    long awaitSaid(String id, String beginning) {
        String[] words = process(id).await(beginning, PATIENCE).split(" ");
        return Long.parseLong(words[words.length - 1]);
    }

    Map<String, List<String>> state() {
        Map<String, List<String>> all = new TreeMap<>();
        processes.forEach((id, process) -> all.put(id, process.lines()));
        return all;
    }

    /** All that happened, held against the rules of an exclusive elector. */
    public void checkHistories() {
        History history =
                HistoryReader.read(histories.stream().filter(Files::exists).toList());
        assertThat(HistoryChecker.exclusiveOnOneMachine().check(history)).isEmpty();
    }

    @Override
    public void close() {
        processes.values().forEach(LabProcess::close);
        proxies.values().forEach(TcpProxy::close);
    }
}
