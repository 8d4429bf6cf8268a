// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.sql.Servers;
import dev.baton.sql.TestDatabase;
import dev.baton.testkit.Eventually;
import dev.baton.testkit.lab.LabProcess;
import dev.baton.work.lab.WorkHistories;
import dev.baton.work.lab.WorkLab;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * What partitions cost on a real database: giving 100 000 of them out, the statements of nodes that do nothing, and how
 * long the partitions of a worker that was killed are without one that acts on them.
 */
final class WorkLoad implements Benchmark {
    private static final Duration LEASE = Duration.ofSeconds(10);
    private static final int NODES = 10;
    private static final int WORKERS = 4;
    private static final int LISTS = 40;

    /**
     * @param settled how long nothing is counted after all partitions are acted on
     * @param kills with the peer channel, after one round that is not counted
     * @param waits the same without it, each of which takes a lease
     */
    private record Plan(int partitions, Duration settled, Duration watched, int kills, int waits) {
        static Plan of(Options.Effort effort) {
            return switch (effort) {
                case FULL -> new Plan(100_000, Duration.ofSeconds(15), Duration.ofSeconds(60), 10, 3);
                case QUICK, TINY -> new Plan(100_000, Duration.ofSeconds(15), Duration.ofSeconds(30), 3, 1);
            };
        }
    }

    @Override
    public String name() {
        return "work";
    }

    @Override
    public String description() {
        return "100 000 partitions on PostgreSQL and MariaDB: giving out, idle load, kill -9 of a worker (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        Plan plan = Plan.of(options.effort());
        List<Figure> figures = new ArrayList<>();
        TestDatabase postgres = Servers.postgres();
        // The embedded server comes with it off; a real one would not.
        postgres.run("ALTER DATABASE baton SET synchronous_commit = on");
        figures.addAll(on("PostgreSQL", postgres, plan, options));
        figures.addAll(on("MariaDB", Servers.mariaDb(), plan, options));
        return new Result(figures);
    }

    private static List<Figure> on(String name, TestDatabase database, Plan plan, Options options)
            throws IOException, InterruptedException {
        List<Figure> figures = new ArrayList<>();
        figures.addAll(load(name, database, plan, true, options));
        figures.addAll(load(name, database, plan, false, options));
        figures.addAll(kills(name, database, plan.kills(), true, options));
        figures.addAll(kills(name, database, plan.waits(), false, options));
        return figures;
    }

    private static String with(boolean peers) {
        return peers ? ", with the channel" : ", without the channel";
    }

    private static List<Figure> load(String name, TestDatabase database, Plan plan, boolean peers, Options options)
            throws InterruptedException {
        String cluster = "load-" + (peers ? "peers" : "alone");
        try (WorkNodes nodes = new WorkNodes(database, cluster, NODES, peers)) {
            Duration took = nodes.giveOut(plan.partitions());
            TimeUnit.NANOSECONDS.sleep(plan.settled().toNanos());
            long start = System.nanoTime();
            long before = nodes.source().statements();
            TimeUnit.NANOSECONDS.sleep(plan.watched().toNanos());
            double seconds = (System.nanoTime() - start) / 1e9;
            double each = (nodes.source().statements() - before) / seconds / NODES;
            options.say(String.format(
                    Locale.ROOT,
                    "%s%s: given out in %s, then %.2f statements/s and node",
                    name,
                    with(peers),
                    took,
                    each));
            return List.of(
                    Figure.of(name + ": giving 100 000 partitions out" + with(peers), (double) took.toMillis(), "ms"),
                    Figure.of(name + ": idle, each of " + NODES + " nodes" + with(peers), each, "statements/s"));
        }
    }

    /** Four processes with a worker of 1 000 partitions each; one that does not coordinate is killed, again and again. */
    private static List<Figure> kills(String name, TestDatabase database, int rounds, boolean peers, Options options)
            throws IOException, InterruptedException {
        String what = name + ": kill -9 of a worker to all of its 1 000 partitions acted on" + with(peers);
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        Path folder = Files.createTempDirectory(target, "work-");
        try (WorkLab lab = new WorkLab(database, folder, folder.getFileName().toString(), LEASE, peers, false)) {
            for (int list = 0; list < LISTS; list++) {
                lab.define("load/list-" + list, 100);
            }
            List<LabProcess> processes = new ArrayList<>();
            for (int i = 0; i < WORKERS; i++) {
                processes.add(lab.start("p" + i));
            }
            lab.awaitReady();
            processes.forEach(it -> it.say("add w" + it.name()));
            // The uncounted round warms up, where rounds are short.
            return Spread.ofRounds(what, peers ? 1 : 0, rounds, options, () -> {
                        awaitShared(lab);
                        return kill(lab, processes);
                    })
                    .figures();
        }
    }

    /** Every worker acts on as many partitions as the others. */
    private static void awaitShared(WorkLab lab) {
        Eventually.eventually(
                "every worker has its share",
                WorkLab.PATIENCE,
                () -> shares(lab).size() == WORKERS
                        && shares(lab).values().stream().distinct().count() == 1,
                () -> shares(lab));
        lab.awaitSettled(WorkLab.PATIENCE);
    }

    private static Map<String, Long> shares(WorkLab lab) {
        return lab.histories().newest().values().stream()
                .filter(WorkHistories.Spell::isOpen)
                .collect(Collectors.groupingBy(WorkHistories.Spell::worker, Collectors.counting()));
    }

    private static double kill(WorkLab lab, List<LabProcess> processes) {
        String coordinator = lab.coordinator();
        LabProcess killed = processes.stream()
                .filter(it -> !it.name().equals(coordinator))
                .findFirst()
                .orElseThrow();
        String worker = "w" + killed.name();
        Set<String> lost = lab.histories().newest().values().stream()
                .filter(it -> it.worker().equals(worker))
                .map(WorkHistories.Spell::partition)
                .collect(Collectors.toSet());
        long start = System.nanoTime();
        killed.kill();
        Eventually.eventually(
                "others act on what " + worker + " had",
                WorkLab.PATIENCE,
                () -> startedAfter(lab, lost, start).size() == lost.size(),
                () -> startedAfter(lab, lost, start).size() + " of " + lost.size());
        long last = startedAfter(lab, lost, start).values().stream()
                .mapToLong(it -> it - start)
                .max()
                .orElseThrow();
        processes.remove(killed);
        LabProcess next = lab.start(killed.name());
        next.await("ready", WorkLab.PATIENCE);
        next.say("add " + worker);
        processes.add(next);
        return last / 1e6;
    }

    /** When others began to act on these partitions. */
    private static Map<String, Long> startedAfter(WorkLab lab, Set<String> lost, long start) {
        return lab.histories().newest().values().stream()
                .filter(it -> lost.contains(it.partition()) && it.started() - start > 0)
                .collect(Collectors.toMap(WorkHistories.Spell::partition, WorkHistories.Spell::started));
    }
}
