// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.NodeId;
import dev.baton.work.PartitionId;
import dev.baton.work.PlacementRule;
import org.junit.jupiter.api.Test;

/** A move takes away its own pin, and no other. */
class TransientPinsTest {
    private static final PlacementRule PIN = PlacementRule.pin(PartitionId.of("jobs/0"), NodeId.of("n1"));

    private final StoredWork work = new StoredWork().list("jobs", 1).worker("n1");
    private final TransientPins pins = new TransientPins();

    @Test
    void thePinOfAMoveGoesWithIt() {
        pins.store(WorkChange.pin("moving", PIN, true), work.store.version(), work.store);
        assertThat(work.state().rules()).containsExactly(PIN);

        pins.over(PIN, work.store, true);

        assertThat(work.state().rules()).isEmpty();
    }

    @Test
    void aPinThatAnOperatorSetsDuringAMoveStays() {
        pins.store(WorkChange.pin("moving", PIN, true), work.store.version(), work.store);
        pins.store(WorkChange.pin("pinned", PIN, false), work.store.version(), work.store);

        pins.over(PIN, work.store, true);

        assertThat(work.state().rules()).containsExactly(PIN);
    }

    @Test
    void aNodeThatNoLongerCoordinatesTakesNoPinAway() {
        pins.store(WorkChange.pin("moving", PIN, true), work.store.version(), work.store);

        pins.over(PIN, work.store, false);

        assertThat(work.state().rules()).containsExactly(PIN);
    }
}
