// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.PrintStream;

/**
 * How to measure.
 *
 * @param quick seconds rather than minutes: shows that it works, not how fast it is
 * @param progress where a benchmark tells what it is doing
 */
record Options(boolean quick, PrintStream progress) {}
