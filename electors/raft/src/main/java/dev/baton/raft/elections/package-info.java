// SPDX-License-Identifier: Apache-2.0
/**
 * Elections as a replicated part: rows that all members agree on, a table of deadlines that only the leader of the group
 * has, and the way of a node to both.
 */
@NullMarked
package dev.baton.raft.elections;

import org.jspecify.annotations.NullMarked;
