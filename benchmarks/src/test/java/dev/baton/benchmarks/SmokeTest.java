// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every benchmark still runs, but for those left out. What it finds here means nothing. */
class SmokeTest {
    /**
     * A database server and processes of their own take half a minute to come and go. The labs that they are made of
     * run in the builds of the electors.
     */
    private static final Set<String> TOO_LONG = Set.of("sql-failover", "sql-load", "registry-failover");

    @TestFactory
    Stream<DynamicTest> everyBenchmarkRuns() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Benchmarks.ALL.stream()
                .filter(benchmark -> !TOO_LONG.contains(benchmark.name()))
                .map(benchmark -> DynamicTest.dynamicTest(
                        benchmark.name(),
                        () -> assertThat(benchmark
                                        .run(new Options(Options.Effort.TINY, nowhere))
                                        .figures())
                                .isNotEmpty()
                                .allSatisfy(figure -> assertThat(figure.value()).isNotNaN())));
    }
}
