// SPDX-License-Identifier: Apache-2.0
/** Work as a part of a node: it may coordinate, and it may take partitions. */
@NullMarked
package dev.baton.server.work;

import org.jspecify.annotations.NullMarked;
