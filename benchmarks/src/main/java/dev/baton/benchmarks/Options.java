// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.PrintStream;
import java.util.List;

/**
 * How to measure.
 *
 * @param progress where a benchmark tells what it is doing
 * @param only how the names of the parts begin that are measured; empty for all, and of use where a benchmark names its parts
 */
record Options(Effort effort, PrintStream progress, List<String> only) {
    Options(Effort effort, PrintStream progress) {
        this(effort, progress, List.of());
    }

    /** How much to do for a figure. */
    enum Effort {
        /** Minutes: figures to quote. */
        FULL,
        /** Under a minute: shows the size of a figure, not its digits. */
        QUICK,
        /** Seconds: shows that the benchmark still runs, and nothing else. */
        TINY
    }

    /** Less than the full effort. */
    boolean quick() {
        return effort != Effort.FULL;
    }

    boolean wants(String part) {
        return only.isEmpty() || only.stream().anyMatch(part::startsWith);
    }

    void say(String what) {
        progress.println(what);
    }
}
