// SPDX-License-Identifier: Apache-2.0
/** Partitions of task lists, spread over live workers by the coordinator, and handed over safely. */
@NullMarked
package dev.baton.work;

import org.jspecify.annotations.NullMarked;
