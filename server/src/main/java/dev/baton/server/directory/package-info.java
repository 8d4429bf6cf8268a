// SPDX-License-Identifier: Apache-2.0
/** Who else is in the cluster, and where its admin API is. */
@NullMarked
package dev.baton.server.directory;

import org.jspecify.annotations.NullMarked;
