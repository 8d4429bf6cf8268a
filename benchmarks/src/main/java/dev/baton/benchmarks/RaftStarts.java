// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** How long three processes with empty folders take to their first leader, and to their first write; in turns. */
final class RaftStarts implements Benchmark {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** Makes processes that have never run. */
    private interface Fresh {
        ReplicatedCluster in(Path folder) throws IOException, InterruptedException;
    }

    @Override
    public String name() {
        return "raft-start";
    }

    @Override
    public String description() {
        return "raft: from the start of three servers, or bare members, to their first leader and first write; beside etcd"
                + " and Kafka";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = switch (options.effort()) {
            case TINY -> 1;
            case QUICK -> 3;
            case FULL -> 7;
        };
        List<Fresh> contenders = new ArrayList<>(List.of(BatonMembers::servers, BatonMembers::bare));
        contenders.add(folder ->
                KafkaServers.in(folder, KafkaServers.Setup.DEFAULT, options).formatted());
        if (EtcdServers.isInstalled()) {
            contenders.add(EtcdServers::new);
        }
        List<Figure> figures = new ArrayList<>();
        List<Spread> leaders = new ArrayList<>();
        List<Spread> writes = new ArrayList<>();
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        for (int round = 1; round <= rounds; round++) {
            for (int i = 0; i < contenders.size(); i++) {
                try (ReplicatedCluster cluster =
                        contenders.get(i).in(Files.createTempDirectory(target, "raft-start-"))) {
                    if (round == 1) {
                        leaders.add(new Spread(cluster.name() + ": cold start to first leader", "ms"));
                        writes.add(new Spread(cluster.name() + ": cold start to first write", "ms"));
                    }
                    long start = System.nanoTime();
                    cluster.nodes().forEach(cluster::start);
                    cluster.awaitLeader(PATIENCE);
                    leaders.get(i).add((System.nanoTime() - start) / 1e6);
                    new ClusterFailover(cluster, options).write();
                    writes.get(i).add((System.nanoTime() - start) / 1e6);
                    options.say(String.format(
                            Locale.ROOT,
                            "start of %s, %d of %d: leader after %.0f ms, first write after %.0f ms",
                            cluster.name(),
                            round,
                            rounds,
                            leaders.get(i).last(),
                            writes.get(i).last()));
                }
            }
        }
        leaders.forEach(it -> figures.addAll(it.figures()));
        writes.forEach(it -> figures.addAll(it.figures()));
        return new Result(figures);
    }
}
