// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.lang.management.ManagementFactory;
import java.util.Locale;

/** How busy a machine is: how many processes want to run at a time, in the mean of the last minute. */
record Load(double average, int cores) {
    static Load now() {
        return new Load(
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.getRuntime().availableProcessors());
    }

    String describe() {
        return String.format(Locale.ROOT, "load average %.1f on %d cores", average, cores);
    }
}
