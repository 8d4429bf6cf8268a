// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.ProcessLab;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletionException;

/** How long three processes take to the next write after their leader is killed. */
final class ClusterFailover {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /** For the killed process, to be started again and to catch up. */
    private static final Duration REST = Duration.ofSeconds(6);

    private final ReplicatedCluster cluster;
    private final Options options;
    private long written;

    ClusterFailover(ReplicatedCluster cluster, Options options) {
        this.cluster = cluster;
        this.options = options;
    }

    List<Figure> run(int kills) {
        long start = System.nanoTime();
        cluster.nodes().forEach(cluster::start);
        cluster.awaitLeader(PATIENCE);
        write();
        options.say(String.format(Locale.ROOT, "%s has started: %.0f ms", cluster.name(), millis(start)));
        if (kills == 0) {
            return List.of();
        }
        Spread spread = new Spread(cluster.name() + ": kill -9 of the leader to next write", "ms");
        for (int round = 1; round <= kills; round++) {
            ProcessLab.let(REST);
            write();
            String leader = cluster.awaitLeader(PATIENCE);
            long killed = System.nanoTime();
            cluster.kill(leader);
            write();
            spread.add(millis(killed));
            options.say(String.format(
                    Locale.ROOT, "%s, kill %d of %d: %.0f ms", cluster.name(), round, kills, spread.last()));
            cluster.start(leader);
        }
        return spread.figures();
    }

    private static double millis(long since) {
        return (System.nanoTime() - since) / 1e6;
    }

    /** Again and again, until it is acknowledged. */
    void write() {
        long end = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                cluster.write(++written).join();
                return;
            } catch (CompletionException failed) {
                if (System.nanoTime() > end) {
                    throw failed;
                }
                ProcessLab.let(Duration.ofMillis(5));
            }
        }
    }
}
