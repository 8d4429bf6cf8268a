// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import com.sun.management.ThreadMXBean;
import dev.baton.allocation.Allocation;
import dev.baton.allocation.AllocationNode;
import dev.baton.allocation.PartitionGroup;
import dev.baton.allocation.Plan;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/** How long a plan takes, what it costs in memory, how much it moves and how even it is, in groups of 100 partitions. */
final class AllocationRounds implements Benchmark {
    private static final int GROUP_SIZE = 100;
    private static final int[][] SIZES = {
        {10_000, 10}, {10_000, 100}, {100_000, 100}, {100_000, 1_000}, {1_000_000, 1_000}
    };

    @Override
    public String name() {
        return "allocation";
    }

    @Override
    public String description() {
        return "a plan for up to 1 000 000 partitions on 1 000 nodes: time, bytes, moves, spread (own runs)";
    }

    @Override
    public Result run(Options options) {
        List<Figure> figures = new ArrayList<>();
        int sizes = options.effort() == Options.Effort.TINY ? 1 : SIZES.length;
        int runs = options.effort() == Options.Effort.TINY ? 1 : options.quick() ? 5 : 15;
        for (int[] size : Arrays.copyOf(SIZES, sizes)) {
            List<PartitionGroup> groups = groups(size[0]);
            List<AllocationNode> nodes = nodes(size[1]);
            String what = "%,d x %,d ".formatted(size[0], size[1]).replace(',', ' ');
            Plan plan = Allocation.of(nodes, groups).plan();
            List<AllocationNode> more = nodes(size[1] + 1);
            measure(
                    figures,
                    what + "from nothing",
                    runs,
                    groups,
                    () -> Allocation.of(nodes, groups).plan());
            measure(
                    figures,
                    what + "one joins",
                    runs,
                    groups,
                    () -> Allocation.of(more, groups).after(plan).plan());
            measure(
                    figures,
                    what + "one leaves",
                    runs,
                    groups,
                    () -> Allocation.of(nodes.subList(1, nodes.size()), groups)
                            .after(plan)
                            .plan());
            measure(
                    figures,
                    what + "all restart",
                    runs,
                    groups,
                    () -> Allocation.of(nodes, groups).after(plan).plan());
            options.say(what + "done");
        }
        return new Result(figures);
    }

    /** The median of the second half of the runs; the first half warms up. */
    private static void measure(
            List<Figure> figures, String what, int runs, List<PartitionGroup> groups, Supplier<Plan> plan) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        double[] times = new double[runs];
        long bytes = 0;
        Plan last = plan.get();
        for (int run = 0; run < runs; run++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            long started = System.nanoTime();
            last = plan.get();
            times[run] = (System.nanoTime() - started) / 1e6;
            bytes = threads.getCurrentThreadAllocatedBytes() - before;
        }
        double[] warm = Arrays.copyOfRange(times, runs / 2, runs);
        Arrays.sort(warm);
        int spread = 0;
        for (int group = 0; group < groups.size(); group += Math.max(1, groups.size() / 1_000)) {
            spread = Math.max(spread, last.spread(groups.get(group).id()));
        }
        figures.add(Figure.of(what + ", time", warm[warm.length / 2], "ms"));
        figures.add(Figure.of(what + ", allocated", bytes / 1e6, "MB"));
        figures.add(Figure.of(what + ", moves", last.moves().size(), "partitions"));
        figures.add(Figure.of(what + ", spread within a group", spread, "partitions"));
        figures.add(Figure.of(what + ", spread over all", last.spread(), "partitions"));
    }

    private static List<PartitionGroup> groups(int partitions) {
        List<PartitionGroup> groups = new ArrayList<>();
        for (int group = 0; group < partitions / GROUP_SIZE; group++) {
            groups.add(PartitionGroup.of("list-" + group, GROUP_SIZE));
        }
        return groups;
    }

    private static List<AllocationNode> nodes(int count) {
        List<AllocationNode> nodes = new ArrayList<>();
        for (int node = 0; node < count; node++) {
            nodes.add(AllocationNode.of("node-" + node));
        }
        return nodes;
    }
}
