// SPDX-License-Identifier: Apache-2.0
/**
 * Decides which node gets which partition: a plan from nodes, groups of partitions and the previous plan. Pure: no
 * clock, random numbers, input or output.
 */
@NullMarked
package dev.baton.allocation;

import org.jspecify.annotations.NullMarked;
