// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Thousands of elections at once: three nodes in one JVM, over loopback sockets and with state files, as users have them,
 * each with a candidate in every election, with the default timings. An election is won when its leadership was granted
 * for the first time, and renewed when one was extended. Each round has a new cluster. Rounds before the first one compile the code, and are not counted.
 */
final class ElectionsAtOnce implements Benchmark {
    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    /** Starts a cluster that keeps its files in this folder. */
    private interface Cluster {
        ElectionHerd start(Path folder) throws InterruptedException;
    }

    private record Size(int elections, int rounds) {}

    /** With 10 000 it did not settle; what was changed since has not been measured. */
    private static final int MAX_BULLY_ELECTIONS = 3_000;

    private static final Size WARM_UP = new Size(1_000, 2);

    private static List<Size> sizes(Options.Effort effort) {
        return switch (effort) {
            case FULL -> List.of(new Size(1_000, 3), new Size(3_000, 3), new Size(10_000, 1));
            case QUICK -> List.of(new Size(1_000, 1), new Size(3_000, 1), new Size(10_000, 1));
            case TINY -> List.of(new Size(20, 1));
        };
    }

    @Override
    public String name() {
        return "many-elections";
    }

    @Override
    public String description() {
        return "1 000 and 3 000 elections entered at once, in the registry 10 000 too, three nodes in one JVM (own runs)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        if (options.effort() != Options.Effort.TINY) {
            measure("registry, to warm up", ElectionHerd::registry, WARM_UP, options);
            measure("bully, to warm up", ElectionHerd::bully, WARM_UP, options);
        }
        List<Figure> figures = new ArrayList<>();
        for (Size size : sizes(options.effort())) {
            figures.addAll(measure("registry", ElectionHerd::registry, size, options));
            if (size.elections() <= MAX_BULLY_ELECTIONS) {
                figures.addAll(measure("bully", ElectionHerd::bully, size, options));
            }
        }
        return new Result(figures);
    }

    private static List<Figure> measure(String kind, Cluster cluster, Size size, Options options)
            throws IOException, InterruptedException {
        String what = String.format(Locale.ROOT, "%s, %,d elections: ", kind, size.elections());
        Spread won = new Spread(what + "all won", "ms");
        Spread renewed = new Spread(what + "all renewed", "ms");
        Spread cpu = new Spread(what + "CPU until all are won", "s");
        Spread lost = new Spread(what + "lost", "times");
        Spread alarms = new Spread(what + "alarms", "times");
        Path target = Files.createDirectories(Path.of("target").toAbsolutePath());
        for (int round = 1; round <= size.rounds(); round++) {
            try (ElectionHerd herd = cluster.start(Files.createTempDirectory(target, "herd-"))) {
                long used = SYSTEM.getProcessCpuTime();
                long began = System.nanoTime();
                for (int i = 0; i < size.elections(); i++) {
                    herd.stand("election-" + i);
                }
                long entered = System.nanoTime();
                herd.awaitWon(size.elections());
                won.add((System.nanoTime() - began) / 1e6);
                cpu.add((SYSTEM.getProcessCpuTime() - used) / 1e9);
                herd.awaitRenewed(size.elections());
                renewed.add((System.nanoTime() - began) / 1e6);
                lost.add(herd.lost());
                alarms.add(herd.alarms());
                options.say(String.format(
                        Locale.ROOT,
                        "%sround %d of %d: entered in %.0f ms, won in %.0f ms, renewed in %.0f ms, %.1f s of CPU, %.0f lost, %.0f alarms",
                        what,
                        round,
                        size.rounds(),
                        (entered - began) / 1e6,
                        won.last(),
                        renewed.last(),
                        cpu.last(),
                        lost.last(),
                        alarms.last()));
            }
        }
        List<Figure> figures = new ArrayList<>(won.figures());
        figures.addAll(renewed.figures());
        figures.addAll(cpu.figures().subList(0, 1));
        figures.addAll(lost.figures().subList(0, 1));
        figures.addAll(alarms.figures().subList(0, 1));
        return figures;
    }
}
