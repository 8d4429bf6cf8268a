// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import dev.baton.spi.Guarantee;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An election.
 *
 * @param candidates the leader first, then in order of succession
 * @param handOvers how many changes of leadership have been seen
 * @param lastGapMs how long the election had no leader before this one
 */
public record ElectionView(
        String name,
        String elector,
        @FieldDoc(oneOf = Guarantee.Exclusivity.class) String guarantee,
        @Nullable LeaderView leader,
        List<CandidateView> candidates,
        int handOvers,

        @FieldDoc("how long the election had no leader before; see Leadership") @Nullable
        Long lastGapMs) {}
