// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.LabProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command server next to Debian's redis-server: the same redis-benchmark against both, in turns. */
final class CommandsThroughput implements Benchmark {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int CLIENTS = 50;
    private static final List<Integer> PIPELINES = List.of(1, 16);

    @Override
    public String name() {
        return "commands-throughput";
    }

    @Override
    public String description() {
        return "commands per second by redis-benchmark, next to redis-server (Debian: redis-server, redis-tools)";
    }

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = switch (options.effort()) {
            case FULL -> 9;
            case QUICK -> 3;
            case TINY -> 1;
        };
        int perPipelined = options.effort() == Options.Effort.TINY ? 1_000 : 60_000;
        Path log =
                Files.createTempFile(Files.createDirectories(Path.of("target").toAbsolutePath()), "commands-", ".log");
        Map<String, Spread> spreads = new LinkedHashMap<>();
        try (LabProcess baton = LabProcess.start("baton", CommandsHost.class, List.of(), List.of(), log);
                RedisServer redis = RedisServer.start()) {
            int port = Integer.parseInt(baton.await("ready ", PATIENCE).substring("ready ".length()));
            for (int round = 0; round <= rounds; round++) {
                options.say(round == 0 ? "warming up" : "round " + round + " of " + rounds);
                for (int pipeline : PIPELINES) {
                    int requests = perPipelined * (pipeline == 1 ? 1 : 5);
                    Map<String, Double> ours = measure(port, pipeline, requests);
                    Map<String, Double> theirs = measure(redis.port(), pipeline, requests);
                    if (round > 0) {
                        note(spreads, pipeline, ours, theirs);
                    }
                }
            }
        }
        List<Figure> figures = new ArrayList<>();
        spreads.values().forEach(spread -> figures.addAll(spread.figures()));
        return new Result(figures);
    }

    private static void note(
            Map<String, Spread> spreads, int pipeline, Map<String, Double> ours, Map<String, Double> theirs) {
        ours.forEach((test, rate) -> {
            String name = test + ", pipeline " + pipeline;
            double other = theirs.getOrDefault(test, Double.NaN);
            add(spreads, name + ": Baton", "1/s", rate);
            add(spreads, name + ": Redis", "1/s", other);
            add(spreads, name + ": Baton / Redis", "ratio", rate / other);
        });
    }

    private static void add(Map<String, Spread> spreads, String name, String unit, double value) {
        spreads.computeIfAbsent(name, unused -> new Spread(name, unit)).add(value);
    }

    /** Requests per second by test. */
    private static Map<String, Double> measure(int port, int pipeline, int requests)
            throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        "redis-benchmark",
                        "-p",
                        Integer.toString(port),
                        "-t",
                        "set,get,incr",
                        "-c",
                        Integer.toString(CLIENTS),
                        "-P",
                        Integer.toString(pipeline),
                        "-n",
                        Integer.toString(requests),
                        "-r",
                        "10000",
                        "--csv")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("redis-benchmark failed: " + output);
        }
        Map<String, Double> rates = new LinkedHashMap<>();
        output.lines().skip(1).forEach(line -> {
            String[] fields = line.replace("\"", "").split(",", -1);
            rates.put(fields[0], Double.parseDouble(fields[1]));
        });
        return rates;
    }
}
