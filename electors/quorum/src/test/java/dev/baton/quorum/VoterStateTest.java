// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Changes of what a voter must not forget: what only rises, and what is replaced. */
class VoterStateTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final ElectionName BILLING = ElectionName.of("billing");
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONGER = Duration.ofSeconds(5);
    private static final NodeId OTHER = NodeId.of("b");

    private static VoterState epochs(Map<ElectionName, Epoch> epochs, Duration lease) {
        return new VoterState(epochs, lease, Map.of());
    }

    @Test
    void epochsAndTheLongestLeaseOnlyRise() {
        VoterState state = epochs(Map.of(ORDERS, Epoch.of(5)), LONGER);

        assertThat(state.with(epochs(Map.of(ORDERS, Epoch.of(4), BILLING, Epoch.of(1)), LEASE)))
                .isEqualTo(epochs(Map.of(ORDERS, Epoch.of(5), BILLING, Epoch.of(1)), LONGER));
    }

    @Test
    void theLastMarkOfAVoterCounts() {
        VoterState state = VoterState.ofVoters(Map.of(OTHER, "first"));

        assertThat(state.with(VoterState.ofVoters(Map.of(OTHER, "second"))).voters())
                .containsExactly(Map.entry(OTHER, "second"));
    }

    @Test
    void noChangeIsNoChange() {
        VoterState state = new VoterState(Map.of(ORDERS, Epoch.of(5)), LEASE, Map.of(OTHER, "mark"));

        assertThat(state.with(VoterState.EMPTY)).isEqualTo(state);
        assertThat(VoterState.EMPTY.with(state)).isEqualTo(state);
    }

    @Test
    void manyChangesTogetherAreWhatTheyAreOneAfterTheOther() {
        List<VoterState> changes = List.of(
                epochs(Map.of(ORDERS, Epoch.of(5)), LEASE),
                VoterState.ofVoters(Map.of(OTHER, "first")),
                epochs(Map.of(ORDERS, Epoch.of(3), BILLING, Epoch.of(9)), LONGER),
                VoterState.ofVoters(Map.of(OTHER, "second")));

        assertThat(VoterState.EMPTY.with(changes))
                .isEqualTo(changes.stream().reduce(VoterState.EMPTY, VoterState::with))
                .isEqualTo(new VoterState(
                        Map.of(ORDERS, Epoch.of(5), BILLING, Epoch.of(9)), LONGER, Map.of(OTHER, "second")));
        assertThat(changes.get(0).with(List.of())).isEqualTo(changes.get(0));
    }
}
