// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The list of benchmarks and the program that runs one of them.
 *
 * <p>Called by {@code benchmarks/run}. The table goes to standard output, progress to standard error, the figures to a
 * file in the folder named by the system property {@code results}. Exit codes: 0 measured, 1 failed, 2 usage error.
 */
final class Benchmarks {
    static final List<Benchmark> ALL = List.of(
            new JmhBenchmark("ticker", "what one reading of the monotonic clock costs (JMH)", TickerCost.class),
            new JmhBenchmark(
                    "is-leader",
                    "what asking for leadership costs, next to one reading of the clock (JMH)",
                    IsLeaderCost.class,
                    "nanoTime"),
            new TenThousandCandidates(),
            new ElectionsAtOnce(),
            new SqlFailover(),
            new SqlLoad(),
            new CommandsThroughput(),
            new RegistryFailover(),
            new RegistryStorms(),
            new BullyFailover(),
            new RaftSuite(),
            new RaftStarts(),
            new RaftPuts(),
            new RaftFailover(),
            new RaftIdle(),
            new AllocationRounds(),
            new AllocationConstraints(),
            new WorkLoad(),
            new PeersSuite(),
            new KafkaSuite());

    private static final String QUICK = "--quick";
    private static final String PUBLISH = "--publish";
    private static final String ONLY = "--only=";

    private Benchmarks() {}

    public static void main(String[] arguments) {
        System.exit(run(List.of(arguments), Path.of(System.getProperty("results", "results"))));
    }

    static int run(List<String> arguments, Path results) {
        List<String> names =
                arguments.stream().filter(it -> !it.startsWith("-")).toList();
        List<String> options = arguments.stream()
                .filter(it -> it.startsWith("-") && !it.startsWith(ONLY))
                .toList();
        List<String> only = arguments.stream()
                .filter(it -> it.startsWith(ONLY))
                .flatMap(it -> Stream.of(it.substring(ONLY.length()).split(",")))
                .toList();
        if (arguments.isEmpty()) {
            System.out.print(list());
            return 0;
        }
        if (names.size() != 1 || !List.of(QUICK, PUBLISH).containsAll(options)) {
            System.err.println("usage: benchmarks/run [NAME [--quick] [--publish] [--only=PART,...]]");
            return 2;
        }
        Optional<Benchmark> chosen =
                ALL.stream().filter(it -> it.name().equals(names.get(0))).findFirst();
        if (chosen.isEmpty()) {
            System.err.printf("there is no benchmark '%s'; there are:%n%s", names.get(0), list());
            return 2;
        }
        Options.Effort effort = options.contains(QUICK) ? Options.Effort.QUICK : Options.Effort.FULL;
        return measure(chosen.get(), new Options(effort, System.err, only), options.contains(PUBLISH), results);
    }

    private static int measure(Benchmark benchmark, Options options, boolean publish, Path results) {
        try {
            Instant started = Instant.now();
            Result result = benchmark.run(options);
            String command = "benchmarks/run " + benchmark.name() + (options.quick() ? " --quick" : "")
                    + (options.only().isEmpty() ? "" : " " + ONLY + String.join(",", options.only()));
            Report report =
                    new Report(benchmark.name(), command, options.quick(), Report.Machine.here(), started, result);
            Path file = results.resolve(benchmark.name() + ".json");
            report.write(file);
            System.out.print(report.table());
            System.err.println("figures written to " + file);
            if (publish) {
                Publication.write(Path.of(System.getProperty("root", "..")), command, result.files());
                System.err.println("docs/ has them");
            }
            return 0;
        } catch (Exception | AssertionError failure) {
            System.err.println("benchmark " + benchmark.name() + " failed");
            failure.printStackTrace();
            return 1;
        }
    }

    private static String list() {
        int width = ALL.stream().mapToInt(it -> it.name().length()).max().orElse(1);
        StringBuilder list = new StringBuilder();
        for (Benchmark benchmark : ALL) {
            list.append(String.format("%-" + width + "s  %s%n", benchmark.name(), benchmark.description()));
        }
        return list.toString();
    }
}
