// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.sql.TestDatabase;
import dev.baton.sql.lab.SqlLab;
import dev.baton.sql.lab.SqlLab.Acting;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Three nodes of the SQL elector's lab, one of which leads. What is done to it is done once both others are ready. */
final class SqlTrio implements AutoCloseable {
    private static final int STANDBYS = 2;
    /** Longer than the rest of a candidate that has resigned, so that two standbys compete in every round. */
    private static final Duration BETWEEN_RESIGNATIONS = Duration.ofSeconds(6);

    private final Duration lease;
    private final boolean peers;
    private final SqlLab lab;
    private Acting leader;

    /** @param peers whether the nodes have the peer channel */
    SqlTrio(TestDatabase database, Duration lease, boolean peers) throws IOException {
        this.lease = lease;
        this.peers = peers;
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        this.lab = new SqlLab(database, Files.createTempDirectory(target, "lab-"));
        List.of("a", "b", "c").forEach(node -> lab.start(node, lease, peers));
        lab.awaitReady();
        this.leader = lab.awaitActingAfter(0);
    }

    /** Kills the leader and starts its node again afterwards; how long until the next one acted, in milliseconds. */
    double kill() throws InterruptedException {
        awaitStandbys();
        LabProcess killed = leader.node();
        long start = System.nanoTime();
        killed.kill();
        double took = awaitNext(start);
        lab.start(killed.name(), lease, peers);
        lab.awaitReady();
        return took;
    }

    /** Asks the leader to resign; how long from its call until the next one acted, in milliseconds. */
    double resign() throws InterruptedException {
        awaitStandbys();
        TimeUnit.NANOSECONDS.sleep(leader.atNanos() + BETWEEN_RESIGNATIONS.toNanos() - System.nanoTime());
        LabProcess resigning = leader.node();
        long asked = System.nanoTime();
        resigning.say("resign");
        return awaitNext(said(resigning, "resigning ", 1, asked));
    }

    /** Pauses the leader for longer than its lease; whether it leads, asked when it goes on. */
    boolean pause() throws InterruptedException {
        awaitStandbys();
        LabProcess paused = leader.node();
        long start = System.nanoTime();
        paused.pause();
        awaitNext(start);
        long longEnough = start + lease.plusMillis(500).toNanos();
        TimeUnit.NANOSECONDS.sleep(longEnough - System.nanoTime());
        long resumed = System.nanoTime();
        paused.resume();
        said(paused, "resumed ", 2, resumed);
        return line(paused, "resumed ", 2, resumed).orElseThrow().startsWith("resumed true");
    }

    private double awaitNext(long start) {
        leader = lab.awaitActingAfter(leader.epoch());
        return (leader.atNanos() - start) / 1e6;
    }

    private void awaitStandbys() throws InterruptedException {
        if (peers) {
            lab.awaitWatched(leader, STANDBYS);
        } else {
            // Long enough for a node to have looked at the row, and not in step with the renewals.
            TimeUnit.MILLISECONDS.sleep(500 + System.nanoTime() % 3000);
        }
    }

    /** Waits for a line said after a moment, which is the line's own word number {@code word}. */
    private static long said(LabProcess node, String prefix, int word, long after) {
        Eventually.eventually(
                node.name() + " says " + prefix,
                SqlLab.PATIENCE,
                () -> line(node, prefix, word, after).isPresent(),
                node::lines);
        return nanos(line(node, prefix, word, after).orElseThrow(), word);
    }

    private static Optional<String> line(LabProcess node, String prefix, int word, long after) {
        return node.lines().stream()
                .filter(line -> line.startsWith(prefix) && nanos(line, word) - after >= 0)
                .findFirst();
    }

    private static long nanos(String line, int word) {
        return Long.parseLong(line.split(" ", -1)[word]);
    }

    /** Ends all nodes and checks what they and the database wrote down. */
    void check() {
        lab.check();
    }

    /**
     * The same after pauses, but for the histories: a node that goes on may write down that its duty has stopped
     * before its probe writes down that there was a pause, and the rule about stopping in time takes that for late.
     */
    void checkAfterPauses() {
        lab.checkEffects();
    }

    @Override
    public void close() {
        lab.close();
    }
}
