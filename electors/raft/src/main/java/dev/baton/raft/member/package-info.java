// SPDX-License-Identifier: Apache-2.0
/**
 * A member of a Raft group on Apache Ratis, and the way to its leader. What Ratis is used for: the log, its elections,
 * its storage and the replication of entries and snapshots. Everything else is here.
 */
@NullMarked
package dev.baton.raft.member;

import org.jspecify.annotations.NullMarked;
