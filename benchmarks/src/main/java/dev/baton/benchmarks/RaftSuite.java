// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** All figures of the Raft group and its controller, beside etcd and Kafka where these do the same work. */
final class RaftSuite implements Benchmark {
    /** How much to do. */
    private record Size(int kills, int peerKills, int holderRounds, int topics) {
        static Size of(Options.Effort effort) {
            return switch (effort) {
                case TINY -> new Size(1, 1, 1, 10);
                case QUICK -> new Size(3, 2, 3, 1_000);
                case FULL -> new Size(8, 4, 6, 1_000);
            };
        }
    }

    @Override
    public String name() {
        return "raft";
    }

    @Override
    public String description() {
        return "raft and the controller: starts, kills, resigning, writes, elections at rest, many partitions; beside etcd and"
                + " Kafka";
    }

    @Override
    public Result run(Options options) throws Exception {
        Size size = Size.of(options.effort());
        List<Figure> figures = new ArrayList<>(new RaftStarts().run(options).figures());
        try (ReplicatedCluster servers = BatonMembers.servers(folder("servers"))) {
            figures.addAll(new ClusterFailover(servers, options).run(size.kills()));
        }
        try (ReplicatedCluster kafka = KafkaServers.in(folder("kafka"), KafkaServers.Setup.DEFAULT, options)
                .formatted()) {
            figures.addAll(new ClusterFailover(kafka, options).run(size.peerKills()));
        } catch (IOException absent) {
            options.say("without Kafka: " + absent.getMessage());
        }
        if (EtcdServers.isInstalled()) {
            try (ReplicatedCluster etcd = new EtcdServers(folder("etcd"))) {
                figures.addAll(new ClusterFailover(etcd, options).run(size.peerKills()));
            }
        } else {
            options.say("without etcd: install Debian's etcd-server to have it beside Baton");
        }
        figures.addAll(new RaftPuts().run(options).figures());
        figures.addAll(new LargeController(folder("large"), size.topics()).run(options));
        figures.addAll(new RaftFailover().run(size.holderRounds(), options).figures());
        Options quick = options.quick() ? options : new Options(Options.Effort.QUICK, options.progress());
        figures.addAll(new RaftIdle().run(quick).figures());
        return new Result(figures);
    }

    private static Path folder(String name) throws IOException {
        return Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "raft-" + name + "-");
    }
}
