// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What a plan costs, and how good it is: from nothing, when a node joins, when one leaves, and when nothing has changed.
 * Beside it the assigners of Apache Helix and Apache Kafka, on the same input in the same run. The median of the second
 * half of the runs counts; the first half warms up.
 */
final class AllocationRounds implements Benchmark {
    private static final List<Size> SIZES = List.of(
            new Size(10_000, 10),
            new Size(10_000, 100),
            new Size(100_000, 100),
            new Size(100_000, 1_000),
            new Size(1_000_000, 1_000));
    /** An assigner that can be expected to take longer for one plan is left out at that size and above. */
    private static final Duration MAX_EXPECTED = Duration.ofSeconds(150);
    /** No further runs of one kind after this time. */
    private static final Duration MAX_RUNS = Duration.ofSeconds(5);

    private record Size(int partitions, int nodes) {
        String describe() {
            return String.format(Locale.ROOT, "%,d x %,d", partitions, nodes).replace(',', ' ');
        }
    }

    @Override
    public String name() {
        return "allocation";
    }

    @Override
    public String description() {
        return "a plan for up to 1 000 000 partitions on 1 000 nodes, beside Helix and Kafka (own runs)";
    }

    @Override
    public Result run(Options options) {
        List<Figure> figures = new ArrayList<>();
        int sizes = options.effort() == Options.Effort.TINY ? 1 : SIZES.size();
        int runs = options.effort() == Options.Effort.TINY ? 1 : options.quick() ? 3 : 9;
        List<Assigner> assigners = List.of(
                new BatonAssigner(),
                HelixAssigners.crushed(),
                HelixAssigners.auto(),
                new HelixWagedAssigner(),
                KafkaAssigners.cooperativeSticky(),
                KafkaAssigners.sticky(),
                new KafkaUniformAssigner());
        for (Assigner assigner : assigners) {
            measure(assigner, SIZES.subList(0, sizes), runs, figures, options);
        }
        return new Result(figures);
    }

    private static void measure(Assigner assigner, List<Size> sizes, int runs, List<Figure> figures, Options options) {
        double slowest = 0;
        Size last = sizes.get(0);
        for (Size size : sizes) {
            // At worst with the square of the partitions and in proportion to the nodes, as seen with Helix.
            double more = Math.pow((double) size.partitions() / last.partitions(), 2) * size.nodes() / last.nodes();
            if (slowest * more > MAX_EXPECTED.toMillis()) {
                options.say(String.format(
                        Locale.ROOT,
                        "%s is left out from %s on: %.0f ms of CPU at %s, so more than %d s can be expected",
                        assigner.name(),
                        size.describe(),
                        slowest,
                        last.describe(),
                        MAX_EXPECTED.toSeconds()));
                return;
            }
            slowest = measure(assigner, size, runs, figures);
            last = size;
            options.say(assigner.name() + ", " + size.describe() + " done");
        }
    }

    private static double measure(Assigner assigner, Size size, int runs, List<Figure> figures) {
        int lists = size.partitions() / AllocationCase.LIST_SIZE;
        int[] nodes = IntStream.range(0, size.nodes()).toArray();
        AllocationCase nothing = new AllocationCase("from nothing", lists, nodes, Optional.empty());
        Measured first = runs(assigner, nothing, runs);
        String what = assigner.name() + ", " + size.describe() + " ";
        add(figures, what, nothing, first);
        double slowest = first.cpuMillis;
        for (AllocationCase change : List.of(
                new AllocationCase(
                        "one joins",
                        lists,
                        IntStream.rangeClosed(0, size.nodes()).toArray(),
                        Optional.empty()),
                new AllocationCase("one leaves", lists, Arrays.copyOfRange(nodes, 1, nodes.length), Optional.empty()),
                new AllocationCase("all restart", lists, nodes, Optional.empty()))) {
            AllocationCase input = change.after(first.plan);
            Measured measured = runs(assigner, input, runs);
            slowest = Math.max(slowest, measured.cpuMillis);
            add(figures, what, input, measured);
        }
        return slowest;
    }

    /** What one kind of plan cost, and the last plan. */
    private static final class Measured {
        private final double millis;
        /** Of the whole process, which a busy machine changes less than the time. */
        private final double cpuMillis;
        /** What one run allocated on its own thread. */
        private final long bytes;

        private final int[] plan;

        Measured(double millis, double cpuMillis, long bytes, int[] plan) {
            this.millis = millis;
            this.cpuMillis = cpuMillis;
            this.bytes = bytes;
            this.plan = plan;
        }
    }

    private static Measured runs(Assigner assigner, AllocationCase input, int runs) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        List<Double> times = new ArrayList<>();
        List<Double> cpu = new ArrayList<>();
        long bytes = 0;
        int[] plan = {};
        long until = System.nanoTime() + MAX_RUNS.toNanos();
        while (times.size() < runs && (times.isEmpty() || System.nanoTime() < until)) {
            Assigner.Prepared prepared = assigner.prepare(input);
            long before = threads.getCurrentThreadAllocatedBytes();
            long used = system.getProcessCpuTime();
            long started = System.nanoTime();
            prepared.assign();
            times.add((System.nanoTime() - started) / 1e6);
            cpu.add((system.getProcessCpuTime() - used) / 1e6);
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
            plan = prepared.plan();
        }
        return new Measured(median(times), median(cpu), bytes, plan);
    }

    /** Of the second half. */
    private static double median(List<Double> values) {
        double[] warm = values.subList(values.size() / 2, values.size()).stream()
                .mapToDouble(it -> it)
                .sorted()
                .toArray();
        return warm[warm.length / 2];
    }

    private static void add(List<Figure> figures, String begin, AllocationCase input, Measured measured) {
        String what = begin + input.name();
        figures.add(Figure.of(what + ", time", measured.millis, "ms"));
        figures.add(Figure.of(what + ", CPU", measured.cpuMillis, "ms"));
        figures.add(Figure.of(what + ", allocated", measured.bytes / 1e6, "MB"));
        figures.add(Figure.of(what + ", moves", input.moves(measured.plan), "partitions"));
        figures.add(Figure.of(what + ", spread within a list", input.spreadInAList(measured.plan), "partitions"));
        figures.add(Figure.of(what + ", spread over all", input.spreadOverAll(measured.plan), "partitions"));
    }
}
