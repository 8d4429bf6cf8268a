// SPDX-License-Identifier: Apache-2.0
/** Elections on a Raft group of Baton nodes, for its members and for others. */
@NullMarked
package dev.baton.raft;

import org.jspecify.annotations.NullMarked;
