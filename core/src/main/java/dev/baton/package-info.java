// SPDX-License-Identifier: Apache-2.0
/**
 * The API: {@link dev.baton.Baton} is the entry point, {@link dev.baton.Candidate} is this node's role in an election,
 * {@link dev.baton.Duty} is what runs while it leads, {@link dev.baton.Leadership} and {@link dev.baton.Fence} separate
 * its effects from those of another leader.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
