// SPDX-License-Identifier: Apache-2.0
/** Partitions on Raft groups: the files of a replica, what is replicated, and which groups a node takes part in. */
@NullMarked
package dev.baton.partitions.replica;

import org.jspecify.annotations.NullMarked;
