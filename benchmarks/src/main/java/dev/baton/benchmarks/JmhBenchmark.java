// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * All JMH methods of one class; mode, unit and parameters come from its annotations.
 *
 * @param baseline the method that the others are compared with, in the same run; then allocation is measured as well
 */
record JmhBenchmark(String name, String description, Class<?> methods, Optional<String> baseline) implements Benchmark {
    private static final String ALLOCATION = "gc.alloc.rate.norm";

    JmhBenchmark(String name, String description, Class<?> methods) {
        this(name, description, methods, Optional.empty());
    }

    JmhBenchmark(String name, String description, Class<?> methods, String baseline) {
        this(name, description, methods, Optional.of(baseline));
    }

    @Override
    public Result run(Options options) throws RunnerException {
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include("^" + Pattern.quote(methods.getName()) + "\\.")
                .shouldFailOnError(true);
        switch (options.effort()) {
            case FULL -> effort(jmh, 3, 5, TimeValue.seconds(1), 5, TimeValue.seconds(2));
            case QUICK -> effort(jmh, 1, 1, TimeValue.milliseconds(500), 3, TimeValue.milliseconds(500));
            case TINY -> effort(jmh, 0, 1, TimeValue.milliseconds(10), 1, TimeValue.milliseconds(10));
        }
        if (baseline.isPresent()) {
            jmh.addProfiler(GCProfiler.class);
        }
        return new Result(figures(new Runner(
                        jmh.build(), OutputFormatFactory.createFormatInstance(options.progress(), VerboseMode.NORMAL))
                .run()));
    }

    private static void effort(
            ChainedOptionsBuilder jmh, int forks, int warmups, TimeValue warmup, int rounds, TimeValue round) {
        jmh.forks(forks)
                .warmupIterations(warmups)
                .warmupTime(warmup)
                .measurementIterations(rounds)
                .measurementTime(round);
    }

    private List<Figure> figures(Collection<RunResult> results) {
        List<Figure> figures = new ArrayList<>();
        for (RunResult result : results) {
            var primary = result.getPrimaryResult();
            figures.add(Figure.of(
                    label(result.getParams()), primary.getScore(), primary.getScoreError(), primary.getScoreUnit()));
        }
        baseline.ifPresent(floor -> figures.addAll(comparison(floor, results)));
        return figures;
    }

    /** By the mean, and by the best iteration: other work on the machine only ever makes an iteration slower. */
    private static List<Figure> comparison(String floor, Collection<RunResult> results) {
        RunResult base = results.stream()
                .filter(result -> label(result.getParams()).equals(floor))
                .findFirst()
                .orElseThrow();
        List<Figure> figures = new ArrayList<>();
        for (RunResult result : results) {
            figures.add(Figure.of(
                    label(result.getParams()) + ", best iteration",
                    best(result),
                    result.getPrimaryResult().getScoreUnit()));
        }
        for (RunResult result : results) {
            String label = label(result.getParams());
            if (!label.equals(floor)) {
                double mean = result.getPrimaryResult().getScore()
                        / base.getPrimaryResult().getScore();
                figures.add(Figure.of(label + " / " + floor, mean, "times"));
                figures.add(Figure.of(label + " / " + floor + ", best iterations", best(result) / best(base), "times"));
            }
        }
        for (RunResult result : results) {
            // JMH hands out raw types here: a variable for one of them would be a warning.
            for (String key : result.getSecondaryResults().keySet()) {
                if (key.endsWith(ALLOCATION)) {
                    figures.add(Figure.of(
                            label(result.getParams()) + ", allocated",
                            result.getSecondaryResults().get(key).getScore(),
                            result.getSecondaryResults().get(key).getScoreUnit()));
                }
            }
        }
        return figures;
    }

    private static double best(RunResult result) {
        return result.getPrimaryResult().getStatistics().getMin();
    }

    /** The method's name, with the values of its parameters if it has any: {@code lookup(size=100)}. */
    private static String label(BenchmarkParams params) {
        String path = params.getBenchmark();
        List<String> arguments = new ArrayList<>();
        for (String key : params.getParamsKeys()) {
            arguments.add(key + "=" + params.getParam(key));
        }
        String method = path.substring(path.lastIndexOf('.') + 1);
        return arguments.isEmpty() ? method : method + "(" + String.join(", ", arguments) + ")";
    }
}
