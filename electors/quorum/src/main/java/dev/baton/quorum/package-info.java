// SPDX-License-Identifier: Apache-2.0
/**
 * Elections by a majority of promises (ADR 20), for electors that bring their own members and network (ADR 21).
 *
 * <p>An elector makes one {@link dev.baton.quorum.Voting} per node, tells it on one lane what happens, performs the
 * {@link dev.baton.quorum.VotingEffect}s that come back in their order, and calls {@code tick} at {@code wakeAt}. Who
 * may vote and how many decide is the elector's: an {@link dev.baton.quorum.Electorate}. How a
 * {@link dev.baton.quorum.VotingMessage} travels is the elector's too; it may arrive late, twice or not at all. What
 * must outlast the process is in a {@link dev.baton.quorum.Ledger}.
 */
@NullMarked
package dev.baton.quorum;

import org.jspecify.annotations.NullMarked;
