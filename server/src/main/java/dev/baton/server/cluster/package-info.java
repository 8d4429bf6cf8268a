// SPDX-License-Identifier: Apache-2.0
/** Lets any node answer for the whole cluster. */
@NullMarked
package dev.baton.server.cluster;

import org.jspecify.annotations.NullMarked;
