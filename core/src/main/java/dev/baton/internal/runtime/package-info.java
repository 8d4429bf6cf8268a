// SPDX-License-Identifier: Apache-2.0
/** Not API: threads and time: the only place that knows them. */
@NullMarked
package dev.baton.internal.runtime;

import org.jspecify.annotations.NullMarked;
