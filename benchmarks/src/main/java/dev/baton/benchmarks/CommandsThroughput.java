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
    private static final List<String> TESTS = List.of("set", "get", "incr");

    @Override
    public String name() {
        return "commands-throughput";
    }

    @Override
    public String description() {
        return "commands per second by redis-benchmark, next to redis-server (Debian: redis-server, redis-tools)";
    }

    /** @param cpuMicros of the server, per command */
    private record Rate(double perSecond, double cpuMicros) {}

    @Override
    public Result run(Options options) throws IOException, InterruptedException {
        int rounds = switch (options.effort()) {
            case FULL -> 7;
            case QUICK -> 2;
            case TINY -> 1;
        };
        int requests = options.effort() == Options.Effort.TINY ? 1_000 : 60_000;
        Path log =
                Files.createTempFile(Files.createDirectories(Path.of("target").toAbsolutePath()), "commands-", ".log");
        Map<String, Spread> spreads = new LinkedHashMap<>();
        try (LabProcess baton = LabProcess.start("baton", CommandsHost.class, List.of(), List.of(), log);
                RedisServer redis = RedisServer.start()) {
            int port = Integer.parseInt(baton.await("ready ", PATIENCE).substring("ready ".length()));
            for (int round = 0; round <= rounds; round++) {
                options.say(round == 0 ? "warming up" : "round " + round + " of " + rounds);
                for (int pipeline : PIPELINES) {
                    for (String test : TESTS) {
                        // As long as the others, so that the processor time is more than a few ticks of its clock.
                        int count = requests * (pipeline == 1 ? 1 : 5);
                        Rate ours = measure(port, baton.pid(), test, pipeline, count);
                        Rate theirs = measure(redis.port(), redis.pid(), test, pipeline, count);
                        if (round > 0) {
                            note(spreads, test + ", pipeline " + pipeline, ours, theirs);
                        }
                    }
                }
            }
        }
        List<Figure> figures = new ArrayList<>();
        spreads.values().forEach(spread -> figures.addAll(spread.figures()));
        return new Result(figures);
    }

    private static void note(Map<String, Spread> spreads, String name, Rate ours, Rate theirs) {
        add(spreads, name + ": Baton", "1/s", ours.perSecond());
        add(spreads, name + ": Redis", "1/s", theirs.perSecond());
        add(spreads, name + ": Baton / Redis", "ratio", ours.perSecond() / theirs.perSecond());
        add(spreads, name + ": CPU of Baton", "us", ours.cpuMicros());
        add(spreads, name + ": CPU of Redis", "us", theirs.cpuMicros());
    }

    private static void add(Map<String, Spread> spreads, String name, String unit, double value) {
        spreads.computeIfAbsent(name, unused -> new Spread(name, unit)).add(value);
    }

    private static Rate measure(int port, long pid, String test, int pipeline, int requests)
            throws IOException, InterruptedException {
        Duration before = cpu(pid);
        Process process = new ProcessBuilder(
                        "redis-benchmark",
                        "-p",
                        Integer.toString(port),
                        "-t",
                        test,
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
        // A line of names, and then one of figures: the test, requests per second, and more.
        String[] fields = output.lines()
                .skip(1)
                .findFirst()
                .orElseThrow()
                .replace("\"", "")
                .split(",", -1);
        double cpuMicros = cpu(pid).minus(before).toNanos() / 1e3 / requests;
        return new Rate(Double.parseDouble(fields[1]), cpuMicros);
    }

    private static Duration cpu(long pid) {
        return ProcessHandle.of(pid).orElseThrow().info().totalCpuDuration().orElseThrow();
    }
}
