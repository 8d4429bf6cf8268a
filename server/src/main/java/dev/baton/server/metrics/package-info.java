// SPDX-License-Identifier: Apache-2.0
/** What a node counts and measures, for Prometheus. */
@NullMarked
package dev.baton.server.metrics;

import org.jspecify.annotations.NullMarked;
