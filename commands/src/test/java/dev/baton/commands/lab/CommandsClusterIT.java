// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.OutcomeUnknownException;
import dev.baton.UnavailableException;
import dev.baton.commands.client.ClientSettings;
import dev.baton.commands.client.CommandsClient;
import dev.baton.commands.slots.FencingToken;
import dev.baton.sql.Servers;
import dev.baton.sql.SqlSchema;
import dev.baton.sql.TableNames;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes in three processes, elected on PostgreSQL, and clients that count all the while: the leader is killed,
 * the next one is paused. Every reply is right, or says that this node does not lead.
 */
class CommandsClusterIT {
    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int MANY = 200;
    private static final Pattern NOT_LEADER = Pattern.compile("NOT_LEADER n[123] (\\S+) [0-9]+");

    @TempDir
    Path directory;

    private final Map<String, LabProcess> nodes = new LinkedHashMap<>();
    private final List<Writer> writers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private final Queue<FencingToken> tokens = new ConcurrentLinkedQueue<>();
    private final AtomicReference<FencingToken> lastToken = new AtomicReference<>(new FencingToken(0, 1));

    @BeforeEach
    void start() throws IOException {
        TestDatabase database = Servers.postgres();
        TableNames tables = TableNames.DEFAULT;
        database.run("DROP TABLE IF EXISTS " + tables.lease(), "DROP TABLE IF EXISTS " + tables.fence());
        new SqlSchema(database.database(), tables).create();
        Path password = Files.writeString(directory.resolve("password"), database.password());
        List<LabProcess> started = new ArrayList<>();
        for (String name : List.of("n1", "n2", "n3")) {
            started.add(LabProcess.start(
                    name,
                    CommandsNode.class,
                    List.of("-Xmx128m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"),
                    List.of(
                            name,
                            database.url(),
                            database.user(),
                            password.toString(),
                            Long.toString(LEASE.toMillis())),
                    directory.resolve(name + ".log")));
        }
        for (LabProcess node : started) {
            nodes.put(node.await("ready ", PATIENCE).substring("ready ".length()), node);
        }
    }

    @AfterEach
    void end() throws InterruptedException {
        stopWriters();
        nodes.values().forEach(LabProcess::close);
    }

    private void startWriters() {
        List<String> addresses = List.copyOf(nodes.keySet());
        writers.add(new JedisWriter(addresses));
        writers.add(new LettuceWriter(addresses));
        for (Writer writer : writers) {
            threads.add(new Thread(writer, writer.getClass().getSimpleName()));
        }
        threads.add(new Thread(() -> drawTokens(addresses), "token-drawer"));
        threads.forEach(Thread::start);
    }

    /** Baton's own client: takes and gives back one lease, again and again. */
    private void drawTokens(List<String> addresses) {
        ClientSettings settings =
                ClientSettings.of(addresses.toArray(String[]::new)).withLimits(Duration.ofMillis(1500), PATIENCE);
        try (CommandsClient client = CommandsClient.of(settings)) {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    FencingToken token = client.acquireLease("one", "drawer", Duration.ofMinutes(1))
                            .orElseThrow();
                    tokens.add(token);
                    lastToken.set(token);
                    client.releaseLease("one", "drawer", token);
                } catch (OutcomeUnknownException | UnavailableException notTold) {
                    // May have been given back, or not; the next token must be no lower in either case.
                }
            }
        }
    }

    private void stopWriters() throws InterruptedException {
        threads.forEach(Thread::interrupt);
        for (Thread thread : threads) {
            thread.join(PATIENCE.toMillis());
        }
    }

    private List<Acknowledged> told() {
        return writers.stream().flatMap(writer -> writer.told.stream()).toList();
    }

    private long latestEpoch() {
        return writers.stream().mapToLong(Writer::latestEpoch).max().orElse(0);
    }

    private LabProcess leaderOf(long epoch) {
        return told().stream()
                .filter(one -> one.epoch() == epoch)
                .map(one -> nodes.get(one.node()))
                .findFirst()
                .orElseThrow();
    }

    private String addressOf(LabProcess node) {
        return nodes.entrySet().stream()
                .filter(entry -> entry.getValue() == node)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    /** All clients have come to an epoch later than this one, and go on. */
    private long awaitCountingAfter(long epoch) {
        // Kept from the very look that found it: leadership may move on before the next one.
        AtomicLong found = new AtomicLong();
        Eventually.eventually(
                "all count after epoch " + epoch,
                PATIENCE,
                () -> {
                    long latest = latestEpoch();
                    found.set(latest);
                    return latest > epoch
                            && writers.stream().allMatch(writer -> writer.toldUnder(latest) > MANY)
                            && lastToken.get().epoch() == latest;
                },
                this::state);
        return found.get();
    }

    private String state() {
        return writers.stream()
                .map(writer -> writer.getClass().getSimpleName() + ": told " + writer.told.size() + ", redirected "
                        + writer.redirected + ", unanswered " + writer.unanswered + ", " + writer.surprises)
                .toList()
                .toString();
    }

    @Test
    void everyReplyIsRightOrSaysWhoLeadsThroughAKillAndAPause() throws Exception {
        startWriters();
        long first = awaitCountingAfter(0);

        LabProcess killed = leaderOf(first);
        killed.kill();
        long second = awaitCountingAfter(first);

        LabProcess paused = leaderOf(second);
        paused.pause();
        long third = awaitCountingAfter(second);
        try (LateClient late = new LateClient(addressOf(paused))) {
            late.send("INCR n");
            late.send("LEASE.ACQUIRE late me 1000");
            paused.resume();

            assertThat(late.read()).matches("-(NO_LEADER|NOT_LEADER) .*");
            assertThat(late.read()).matches("-(NO_LEADER|NOT_LEADER) .*");
        }
        redisCliIsSentToTheLeader();
        int more = told().size() + MANY;
        Eventually.eventually("counting goes on", PATIENCE, () -> told().size() > more, this::state);
        stopWriters();

        assertThat(writers).allSatisfy(writer -> assertThat(writer.surprises).isEmpty());
        assertThat(AcknowledgedWrites.violations(told())).isEmpty();
        assertThat(List.copyOf(tokens)).isSorted();
        assertThat(tokens.stream().map(FencingToken::epoch).distinct()).contains(first, second, third);
    }

    private void redisCliIsSentToTheLeader() {
        if (!RedisCli.isInstalled()) {
            System.out.println("redis-cli is not installed (Debian: redis-tools): it was left out");
            return;
        }
        Eventually.eventually(
                "redis-cli is told who leads, and is answered there",
                PATIENCE,
                () -> nodes.keySet().stream().anyMatch(this::sendsOnToTheLeader),
                this::state);
    }

    private boolean sendsOnToTheLeader(String follower) {
        if (!nodes.get(follower).isAlive()) {
            return false;
        }
        Matcher told = NOT_LEADER.matcher(RedisCli.ask(port(follower), "GET", "n"));
        return told.matches()
                && nodes.containsKey(told.group(1))
                && RedisCli.ask(port(told.group(1)), "GET", "n").matches("[0-9]+");
    }

    private static int port(String address) {
        return Integer.parseInt(address.substring(address.lastIndexOf(':') + 1));
    }
}
