// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Puts to three processes by 1, 16 and 64 clients, once all is warm; beside etcd, each alone on the machine. */
final class RaftPuts implements Benchmark {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final List<Integer> WRITERS = List.of(1, 16, 64);

    @Override
    public String name() {
        return "raft-puts";
    }

    @Override
    public String description() {
        return "raft: values of 256 bytes put into a group of three bare members by 1, 16 and 64 clients; beside etcd";
    }

    @Override
    public Result run(Options options) throws IOException {
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        List<Figure> figures =
                new ArrayList<>(puts(BatonMembers.bare(Files.createTempDirectory(target, "raft-members-")), options));
        if (EtcdServers.isInstalled()) {
            figures.addAll(puts(new EtcdServers(Files.createTempDirectory(target, "raft-etcd-")), options));
        }
        return new Result(figures);
    }

    private static List<Figure> puts(ReplicatedCluster members, Options options) {
        Duration warmUp = switch (options.effort()) {
            case TINY -> Duration.ofSeconds(1);
            case QUICK -> Duration.ofSeconds(5);
            // So long the compiler of a JVM has something to do.
            case FULL -> Duration.ofSeconds(60);
        };
        Duration each = Duration.ofSeconds(
                switch (options.effort()) {
                    case TINY -> 1;
                    case QUICK -> 4;
                    case FULL -> 10;
                });
        try (ReplicatedCluster cluster = members) {
            cluster.nodes().forEach(cluster::start);
            cluster.awaitLeader(PATIENCE);
            return new WriteLoad(cluster, options).run(WRITERS, warmUp, each);
        }
    }
}
