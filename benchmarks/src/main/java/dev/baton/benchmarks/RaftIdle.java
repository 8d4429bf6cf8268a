// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.raft.RaftElector;
import dev.baton.raft.elections.ElectionsPart;
import dev.baton.raft.member.MemberAddress;
import dev.baton.raft.member.MemberSettings;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.FreePorts;
import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What elections cost a Raft group in which nothing happens: three members in this process, each in all elections. */
final class RaftIdle implements Benchmark {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration SETTLING = Duration.ofSeconds(12);

    @Override
    public String name() {
        return "raft-idle";
    }

    @Override
    public String description() {
        return "raft, lease 10 s: rounds of the group per second and CPU of 1000 elections on three members that stay as they are";
    }

    @Override
    public Result run(Options options) throws IOException {
        int elections = options.effort() == Options.Effort.TINY ? 10 : 1_000;
        Duration watched = Duration.ofSeconds(options.effort() == Options.Effort.FULL ? 60 : 20);
        Path folder = Files.createTempDirectory(
                Files.createDirectories(Path.of("target").toAbsolutePath()), "raft-idle-");
        List<MemberAddress> members = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            members.add(MemberAddress.of("node" + i, "127.0.0.1", FreePorts.take()));
        }
        List<Baton> nodes = new ArrayList<>();
        try {
            for (MemberAddress self : members) {
                nodes.add(Baton.node(self.node().value())
                        .start(RaftElector.member(MemberSettings.bootstrap(
                                self, folder.resolve(self.node().value()), members))));
            }
            return measure(nodes, elections, watched, options);
        } finally {
            nodes.forEach(Baton::close);
        }
    }

    private static Result measure(List<Baton> nodes, int elections, Duration watched, Options options) {
        long began = System.nanoTime();
        List<List<Candidate>> all = new ArrayList<>();
        for (int i = 0; i < elections; i++) {
            List<Candidate> candidates = new ArrayList<>();
            for (int n = 0; n < nodes.size(); n++) {
                // Another node is first each time.
                candidates.add(
                        nodes.get((n + i) % nodes.size()).stand("election-" + i).start());
            }
            all.add(candidates);
        }
        Eventually.eventually(
                "all are led",
                PATIENCE,
                () -> all.stream().allMatch(it -> it.stream().anyMatch(Candidate::isLeader)),
                () -> elections);
        double led = (System.nanoTime() - began) / 1e9;
        options.say("all " + elections + " elections are led");
        ProcessLab.let(SETTLING);
        long rounds = rounds(nodes);
        long cpu = cpu();
        long from = System.nanoTime();
        ProcessLab.let(watched);
        double seconds = (System.nanoTime() - from) / 1e9;
        return new Result(List.of(
                Figure.of("raft: " + elections + " elections, start to all led", led, "s"),
                Figure.of("raft: rounds of the group", (rounds(nodes) - rounds) / seconds, "1/s"),
                Figure.of("raft: CPU of three members", 100 * (cpu() - cpu) / 1e9 / seconds, "% of a core")));
    }

    private static long rounds(List<Baton> nodes) {
        return nodes.stream()
                .flatMap(it -> it.elector(RaftElector.class).part(ElectionsPart.class).stream())
                .mapToLong(ElectionsPart::rounds)
                .sum();
    }

    private static long cpu() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }
}
