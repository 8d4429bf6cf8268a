// SPDX-License-Identifier: Apache-2.0
/** What Baton costs. Each measurement is a {@link dev.baton.benchmarks.Benchmark} listed in {@code Benchmarks}. */
@NullMarked
package dev.baton.benchmarks;

import org.jspecify.annotations.NullMarked;
