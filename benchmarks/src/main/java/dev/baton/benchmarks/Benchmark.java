// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

/** One named measurement. */
interface Benchmark {
    /** What the user types after {@code benchmarks/run}. */
    String name();

    /** One line for the list. */
    String description();

    /** Measures, telling its progress on {@link Options#progress()}, and returns what it found. */
    Result run(Options options) throws Exception;
}
