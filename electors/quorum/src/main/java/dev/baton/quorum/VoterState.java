// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a voter must not forget, not even across a power cut; or the part of it that a step has changed.
 *
 * @param epochs the highest epoch that was ever promised in each election
 * @param longestLease the longest lease that was ever promised; what an earlier start promised may last so long
 * @param voters the marks of the voters that were met, for electors that have no other list of them
 */
public record VoterState(Map<ElectionName, Epoch> epochs, Duration longestLease, Map<NodeId, String> voters) {
    public static final VoterState EMPTY = new VoterState(Map.of(), Duration.ZERO, Map.of());

    public VoterState {
        epochs = Map.copyOf(epochs);
        voters = Map.copyOf(voters);
    }

    /** A change of which voter has which mark. */
    public static VoterState ofVoters(Map<NodeId, String> voters) {
        return new VoterState(Map.of(), Duration.ZERO, voters);
    }

    /** This state after a change. Epochs and the longest lease only rise. */
    public VoterState with(VoterState change) {
        return with(List.of(change));
    }

    /** This state after all of these changes, in their order. */
    VoterState with(List<VoterState> changes) {
        Map<ElectionName, Epoch> highest = new HashMap<>(epochs);
        Map<NodeId, String> met = new HashMap<>(voters);
        Duration longest = longestLease;
        for (VoterState change : changes) {
            change.epochs.forEach((election, epoch) -> highest.merge(election, epoch, Epoch::max));
            met.putAll(change.voters);
            longest = longer(longest, change.longestLease);
        }
        return new VoterState(highest, longest, met);
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
