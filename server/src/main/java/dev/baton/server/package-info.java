// SPDX-License-Identifier: Apache-2.0
/** A standalone node, assembled from its configuration. */
@NullMarked
package dev.baton.server;

import org.jspecify.annotations.NullMarked;
