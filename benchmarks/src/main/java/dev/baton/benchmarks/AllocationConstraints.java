// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.allocation.Allocation;
import dev.baton.allocation.MoveReason;
import dev.baton.allocation.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.stream.IntStream;

/** What a plan costs, and how good it is, when something is pinned, banned or weighs more than the rest. */
final class AllocationConstraints implements Benchmark {
    private static final List<int[]> SIZES =
            List.of(new int[] {10_000, 100}, new int[] {100_000, 200}, new int[] {100_000, 1_000});
    /** No further runs of one kind after this time. */
    private static final Duration MAX_RUNS = Duration.ofSeconds(5);

    @Override
    public String name() {
        return "allocation-constraints";
    }

    @Override
    public String description() {
        return "a plan for up to 100 000 partitions on 1 000 nodes with pins, bans, weights and capacities (own runs)";
    }

    @Override
    public Result run(Options options) {
        List<Figure> figures = new ArrayList<>();
        int runs = options.effort() == Options.Effort.TINY ? 1 : options.quick() ? 3 : 9;
        for (int[] size : options.effort() == Options.Effort.TINY ? SIZES.subList(0, 1) : SIZES) {
            for (AllocationConstraint constraint : AllocationConstraint.values()) {
                new Rows(constraint, size[0] / AllocationCase.LIST_SIZE, size[1], runs, figures).measure();
                options.say(String.format(Locale.ROOT, "%s, %d x %d done", constraint.label(), size[0], size[1]));
            }
        }
        return new Result(figures);
    }

    /** The plans of one constraint at one size. */
    private static final class Rows {
        private final AllocationConstraint constraint;
        private final int lists;
        private final int usual;
        private final int runs;
        private final List<Figure> figures;

        Rows(AllocationConstraint constraint, int lists, int usual, int runs, List<Figure> figures) {
            this.constraint = constraint;
            this.lists = lists;
            this.usual = usual;
            this.runs = runs;
            this.figures = figures;
        }

        void measure() {
            int[] nodes = IntStream.range(0, usual).toArray();
            Plan plain =
                    AllocationConstraint.NONE.allocation(nodes, usual, lists).plan();
            Plan first = row("from nothing", nodes, Plan.empty());
            row("it is new", nodes, plain);
            row("one joins", IntStream.rangeClosed(0, usual).toArray(), first);
            row("one leaves", Arrays.copyOfRange(nodes, 1, usual), first);
        }

        private Plan row(String what, int[] nodes, Plan before) {
            List<Double> times = new ArrayList<>();
            Plan plan = before;
            long until = System.nanoTime() + MAX_RUNS.toNanos();
            while (times.size() < runs && (times.isEmpty() || System.nanoTime() < until)) {
                Allocation allocation =
                        constraint.allocation(nodes, usual, lists).after(before);
                long started = System.nanoTime();
                plan = allocation.plan();
                times.add((System.nanoTime() - started) / 1e6);
            }
            double[] warm = times.subList(times.size() / 2, times.size()).stream()
                    .mapToDouble(it -> it)
                    .sorted()
                    .toArray();
            String begin = constraint.label() + ", " + lists * AllocationCase.LIST_SIZE + " x " + usual + " " + what;
            figures.add(Figure.of(begin + ", time", warm[warm.length / 2], "ms"));
            figures.add(Figure.of(
                    begin + ", moves",
                    (double) plan.moves().stream()
                            .filter(it -> it.reason() != MoveReason.NOT_PLACED_BEFORE)
                            .count(),
                    "partitions"));
            addSpreads(begin, nodes, plan);
            return plan;
        }

        /** The largest differences between nodes of equal capacity that take the same, in weight. */
        private void addSpreads(String begin, int[] nodes, Plan plan) {
            long[] all = new long[nodes[nodes.length - 1] + 1];
            long inAList = 0;
            for (int list = 0; list < lists; list++) {
                long[] its = new long[all.length];
                for (int partition = 0; partition < AllocationCase.LIST_SIZE; partition++) {
                    int node = AllocationCase.number(
                            plan.node(AllocationCase.list(list), partition).orElseThrow());
                    its[node] += constraint.weight(list);
                    all[node] += constraint.weight(list);
                }
                inAList = Math.max(inAList, spread(its, nodes, list));
            }
            figures.add(Figure.of(begin + ", spread within a list", (double) inAList, "of weight"));
            long overAll = Math.max(spread(all, nodes, 0), spread(all, nodes, lists - 1));
            figures.add(Figure.of(begin + ", spread over all", (double) overAll, "of weight"));
        }

        private long spread(long[] loads, int[] nodes, int list) {
            long most = 0;
            for (int capacity :
                    Arrays.stream(nodes).map(constraint::capacity).distinct().toArray()) {
                LongSummaryStatistics mine = Arrays.stream(nodes)
                        .filter(node -> constraint.capacity(node) == capacity && constraint.takes(list, node, usual))
                        .mapToLong(node -> loads[node])
                        .summaryStatistics();
                most = Math.max(most, mine.getCount() == 0 ? 0 : mine.getMax() - mine.getMin());
            }
            return most;
        }
    }
}
