// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import dev.baton.testkit.lab.ProcessLab;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * What idle processes cost.
 *
 * @param megabytes of memory that is resident, in the mean of them
 * @param threads in the mean of them
 * @param percentOfCore of all of them together
 */
record IdleCosts(double megabytes, double threads, double percentOfCore) {
    static IdleCosts of(List<Long> pids, Duration watched) throws IOException {
        long before = cpu(pids);
        long from = System.nanoTime();
        ProcessLab.let(watched);
        double percent = 100.0 * (cpu(pids) - before) / (System.nanoTime() - from);
        double megabytes = 0;
        double threads = 0;
        for (long pid : pids) {
            megabytes += ProcessCosts.megabytes(pid) / pids.size();
            threads += (double) ProcessCosts.threads(pid) / pids.size();
        }
        return new IdleCosts(megabytes, threads, percent);
    }

    /** What processes have used of the CPU so far, in nanoseconds. */
    static long cpu(List<Long> pids) {
        return pids.stream()
                .mapToLong(pid -> ProcessHandle.of(pid)
                        .orElseThrow()
                        .info()
                        .totalCpuDuration()
                        .orElseThrow()
                        .toNanos())
                .sum();
    }
}
