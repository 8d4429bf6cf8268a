// SPDX-License-Identifier: Apache-2.0
/**
 * What a program types: {@link dev.baton.Baton} is the way in, {@link dev.baton.Candidate} is this node's part in an
 * election, {@link dev.baton.Duty} is what runs while it leads, {@link dev.baton.Leadership} and {@link dev.baton.Fence}
 * keep its effects apart from those of another leader.
 */
@NullMarked
package dev.baton;

import org.jspecify.annotations.NullMarked;
