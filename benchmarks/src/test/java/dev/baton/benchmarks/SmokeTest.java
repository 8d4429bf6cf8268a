// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every benchmark still runs. What it finds here means nothing. */
class SmokeTest {
    @TestFactory
    Stream<DynamicTest> everyBenchmarkRuns() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        return Benchmarks.ALL.stream()
                .map(benchmark -> DynamicTest.dynamicTest(
                        benchmark.name(),
                        () -> assertThat(benchmark
                                        .run(new Options(Options.Effort.TINY, nowhere))
                                        .figures())
                                .isNotEmpty()
                                .allSatisfy(figure -> assertThat(figure.value()).isNotNaN())));
    }
}
