// SPDX-License-Identifier: Apache-2.0
/** Threads and time: the only place that knows them. */
@NullMarked
package dev.baton.runtime;

import org.jspecify.annotations.NullMarked;
