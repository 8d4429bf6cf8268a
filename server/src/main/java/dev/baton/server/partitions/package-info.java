// SPDX-License-Identifier: Apache-2.0
/** Offsets, sizes and rates of partitions, from the nodes that lead them. */
@NullMarked
package dev.baton.server.partitions;

import org.jspecify.annotations.NullMarked;
