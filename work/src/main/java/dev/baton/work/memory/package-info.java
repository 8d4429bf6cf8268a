// SPDX-License-Identifier: Apache-2.0
/** A work store in the memory of one process. */
@NullMarked
package dev.baton.work.memory;

import org.jspecify.annotations.NullMarked;
