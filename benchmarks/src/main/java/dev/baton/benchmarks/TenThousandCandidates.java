// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.testkit.memory.InMemoryLeases;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Many elections in one process: 10 000 candidates, which are 4 nodes that stand in the same 2 500 elections on the
 * store in memory, with the default timings (lease 10 s, renewed every 3 s). Settled means that each election has one
 * leader that may act, and that every candidate knows who it is.
 */
final class TenThousandCandidates implements Benchmark {
    private static final int NODES = 4;
    private static final Duration LIMIT = Duration.ofMinutes(2);

    /**
     * @param rounds how often it is measured, after one round that is not counted
     * @param idle how long a settled cluster is watched
     */
    private record Plan(int candidates, int rounds, Duration idle) {
        static Plan of(Options.Effort effort) {
            return switch (effort) {
                case FULL -> new Plan(10_000, 7, Duration.ofSeconds(21));
                case QUICK -> new Plan(10_000, 3, Duration.ofSeconds(6));
                case TINY -> new Plan(200, 1, Duration.ofMillis(50));
            };
        }
    }

    @Override
    public String name() {
        return "ten-thousand-candidates";
    }

    @Override
    public String description() {
        return "threads, heap, time to settle and idle cost of 10 000 candidates in one JVM (own runs)";
    }

    @Override
    public Result run(Options options) throws InterruptedException {
        Plan plan = Plan.of(options.effort());
        Spread settle = new Spread("time until all have settled", "ms");
        Spread threads = new Spread("threads of Baton", "threads");
        Spread heap = new Spread("heap per candidate", "bytes");
        Spread cpu = new Spread("CPU while idle", "% of a core");
        Spread close = new Spread("time to close all", "ms");
        for (int round = 0; round <= plan.rounds(); round++) {
            boolean counts = round > 0;
            long before = heapInUse();
            long started = System.nanoTime();
            Candidates candidates = new Candidates(plan.candidates() / NODES);
            candidates.settle();
            double settled = millisSince(started);
            if (counts) {
                settle.add(settled);
                heap.add((double) (heapInUse() - before) / plan.candidates());
                cpu.add(busyPercent(plan.idle()));
                threads.add((double) threadsOfBaton());
            }
            long closing = System.nanoTime();
            candidates.close();
            if (counts) {
                close.add(millisSince(closing));
                options.say(String.format(
                        Locale.ROOT,
                        "round %d of %d: settled in %.0f ms, %.0f bytes each, %.1f %% of a core, %.0f threads",
                        round,
                        plan.rounds(),
                        settle.last(),
                        heap.last(),
                        cpu.last(),
                        threads.last()));
            } else {
                options.say("warmed up");
            }
        }
        return new Result(Stream.of(threads, heap, settle, cpu, close)
                .flatMap(spread -> spread.figures().stream())
                .toList());
    }

    /** The nodes and their candidates. */
    private static final class Candidates {
        private final List<Baton> nodes = new ArrayList<>();
        private final List<List<Candidate>> elections = new ArrayList<>();

        Candidates(int count) {
            InMemoryLeases leases = new InMemoryLeases();
            for (int i = 0; i < NODES; i++) {
                nodes.add(Baton.node("node-" + i).start(leases.elector()));
            }
            for (int i = 0; i < count; i++) {
                String election = "election-" + i;
                elections.add(
                        nodes.stream().map(node -> node.stand(election).start()).toList());
            }
        }

        void settle() throws InterruptedException {
            long end = System.nanoTime() + LIMIT.toNanos();
            for (List<Candidate> election : elections) {
                while (!isSettled(election)) {
                    if (System.nanoTime() - end > 0) {
                        throw new IllegalStateException("not settled within " + LIMIT + ": "
                                + election.stream().map(Candidate::status).toList());
                    }
                    TimeUnit.MILLISECONDS.sleep(1);
                }
            }
        }

        private static boolean isSettled(List<Candidate> election) {
            return election.stream().filter(Candidate::isLeader).count() == 1
                    && election.stream().map(Candidate::leader).distinct().count() == 1
                    && election.get(0).leader().isPresent();
        }

        void close() {
            nodes.forEach(Baton::close);
        }
    }

    private static double millisSince(long start) {
        return (System.nanoTime() - start) / 1e6;
    }

    private static double busyPercent(Duration time) throws InterruptedException {
        OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
        long cpu = system.getProcessCpuTime();
        long start = System.nanoTime();
        TimeUnit.NANOSECONDS.sleep(time.toNanos());
        return 100.0 * (system.getProcessCpuTime() - cpu) / (System.nanoTime() - start);
    }

    private static long threadsOfBaton() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("baton-"))
                .count();
    }

    /** What is left after several collections, since one may leave what the next can free. */
    private static long heapInUse() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 4; i++) {
            System.gc();
            TimeUnit.MILLISECONDS.sleep(50);
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
