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
     * Servers, clusters and processes of their own take half a minute to come and go; the labs that they are made of run in the
     * builds of the modules. One needs a redis-server, which not every machine has.
     */
    private static final Set<String> LEFT_OUT = Set.of(
            "sql-failover",
            "sql-load",
            "many-elections",
            "registry-failover",
            "bully-failover",
            "raft",
            "raft-start",
            "raft-puts",
            "raft-failover",
            "raft-idle",
            "commands-throughput",
            "work",
            "peers",
            "kafka");

    @TestFactory
    Stream<DynamicTest> everyBenchmarkRuns() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Benchmarks.ALL.stream()
                .filter(benchmark -> !LEFT_OUT.contains(benchmark.name()))
                .map(benchmark -> DynamicTest.dynamicTest(
                        benchmark.name(),
                        () -> assertThat(benchmark
                                        .run(new Options(Options.Effort.TINY, nowhere))
                                        .figures())
                                .isNotEmpty()
                                .allSatisfy(figure -> assertThat(figure.value()).isNotNaN())));
    }
}
