// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.PrintStream;

/**
 * How to measure.
 *
 * @param progress where a benchmark tells what it is doing
 */
record Options(Effort effort, PrintStream progress) {
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

    void say(String what) {
        progress.println(what);
    }
}
