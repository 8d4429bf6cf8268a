// SPDX-License-Identifier: Apache-2.0
/** Which node gets which partition: a plan from nodes, groups of partitions and the plan before. No time, no chance, no input or output. */
@NullMarked
package dev.baton.allocation;

import org.jspecify.annotations.NullMarked;
