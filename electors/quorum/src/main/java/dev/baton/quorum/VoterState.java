// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.HashMap;
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
        Map<ElectionName, Epoch> highest = new HashMap<>(epochs);
        change.epochs.forEach((election, epoch) -> highest.merge(election, epoch, Epoch::max));
        Map<NodeId, String> met = new HashMap<>(voters);
        met.putAll(change.voters);
        return new VoterState(highest, longer(longestLease, change.longestLease), met);
    }

    static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }
}
