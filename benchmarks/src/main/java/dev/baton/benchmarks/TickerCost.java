// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;

/** The floor under every question about leadership: one look at the monotonic clock. */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class TickerCost {
    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }
}
