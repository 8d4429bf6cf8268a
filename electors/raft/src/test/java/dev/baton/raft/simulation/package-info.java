// SPDX-License-Identifier: Apache-2.0
/** A Raft group on virtual time, for simulations of replicated parts. */
@NullMarked
package dev.baton.raft.simulation;

import org.jspecify.annotations.NullMarked;
