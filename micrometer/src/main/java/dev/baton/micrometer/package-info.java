// SPDX-License-Identifier: Apache-2.0
/** Metrics of a node, in any Micrometer registry. */
@NullMarked
package dev.baton.micrometer;

import org.jspecify.annotations.NullMarked;
