// SPDX-License-Identifier: Apache-2.0
/** Processes that {@code benchmarks/run peers} measures beside Baton's: a candidate for each library, all with the same few lines. */
@NullMarked
package dev.baton.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
