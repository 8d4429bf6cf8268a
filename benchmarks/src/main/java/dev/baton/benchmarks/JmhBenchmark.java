// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** All JMH methods of one class; mode, unit and parameters come from its annotations. */
record JmhBenchmark(String name, String description, Class<?> methods) implements Benchmark {
    @Override
    public Result run(Options options) throws RunnerException {
        ChainedOptionsBuilder jmh = new OptionsBuilder()
                .include("^" + Pattern.quote(methods.getName()) + "\\.")
                .shouldFailOnError(true);
        if (options.quick()) {
            jmh.forks(1)
                    .warmupIterations(1)
                    .warmupTime(TimeValue.milliseconds(500))
                    .measurementIterations(3)
                    .measurementTime(TimeValue.milliseconds(500));
        } else {
            jmh.forks(3)
                    .warmupIterations(5)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(5)
                    .measurementTime(TimeValue.seconds(2));
        }
        return new Result(figures(new Runner(
                        jmh.build(), OutputFormatFactory.createFormatInstance(options.progress(), VerboseMode.NORMAL))
                .run()));
    }

    private static List<Figure> figures(Collection<RunResult> results) {
        List<Figure> figures = new ArrayList<>();
        for (RunResult result : results) {
            var primary = result.getPrimaryResult();
            figures.add(Figure.of(
                    label(result.getParams()), primary.getScore(), primary.getScoreError(), primary.getScoreUnit()));
        }
        return figures;
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
