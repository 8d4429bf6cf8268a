// SPDX-License-Identifier: Apache-2.0
/**
 * State that a Raft group replicates, in named parts: what a part is, what its leader's side may do, and the way to it.
 * Deciding and applying are separate: the leader's side of a part decides and proposes the whole outcome as one entry,
 * every member applies the same function to it.
 */
@NullMarked
package dev.baton.raft.group;

import org.jspecify.annotations.NullMarked;
