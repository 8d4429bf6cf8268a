// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Which epochs count as given while they are on their way to the disk, and after a write that failed. */
class EpochMemoryTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final ElectionName BILLING = ElectionName.of("billing");
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final Duration LONGER = Duration.ofSeconds(5);

    private final EpochMemory memory = new EpochMemory(new VoterState(Map.of(ORDERS, Epoch.of(4)), LEASE, Map.of()));

    private VotingEffect.Persist raise(ElectionName election, long epoch, Duration lease) {
        memory.raise(election, Epoch.of(epoch), lease);
        return memory.take();
    }

    @Test
    void itBeginsWithWhatAnEarlierStartHasWritten() {
        assertThat(memory.highest(ORDERS)).isEqualTo(Epoch.of(4));
        assertThat(memory.highest(BILLING)).isEqualTo(Epoch.NONE);
        assertThat(memory.highest()).isEqualTo(Epoch.of(4));
        assertThat(memory.longestLease()).isEqualTo(LEASE);
        assertThat(memory.hasChanged()).isFalse();
        assertThat(memory.batchOf(ORDERS)).isEmpty();
    }

    @Test
    void anEpochCountsFromWhenItWasRaisedAndTheLeaseFromWhenItIsWritten() {
        VotingEffect.Persist batch = raise(ORDERS, 7, LONGER);

        assertThat(memory.highest(ORDERS)).isEqualTo(Epoch.of(7));
        assertThat(memory.highest()).isEqualTo(Epoch.of(7));
        assertThat(memory.longestLease()).isEqualTo(LEASE);
        assertThat(memory.batchOf(ORDERS)).isEqualTo(OptionalLong.of(batch.number()));

        memory.written(batch.number());

        assertThat(memory.longestLease()).isEqualTo(LONGER);
        assertThat(memory.batchOf(ORDERS)).isEmpty();
    }

    @Test
    void aBatchHasWhatWasRaisedSinceTheOneBeforeAndNothingElse() {
        memory.raise(ORDERS, Epoch.of(5), LEASE);
        memory.raise(ORDERS, Epoch.of(6), LEASE);
        memory.raise(BILLING, Epoch.of(2), LONGER);
        VotingEffect.Persist first = memory.take();

        VotingEffect.Persist second = raise(BILLING, 3, LEASE);

        assertThat(first.change())
                .isEqualTo(new VoterState(Map.of(ORDERS, Epoch.of(6), BILLING, Epoch.of(2)), LONGER, Map.of()));
        assertThat(second.change()).isEqualTo(new VoterState(Map.of(BILLING, Epoch.of(3)), LEASE, Map.of()));
        assertThat(second.number()).isGreaterThan(first.number());
        assertThat(memory.hasChanged()).isFalse();
    }

    @Test
    void aLowerEpochIsWrittenAsTheHighestOne() {
        VotingEffect.Persist batch = raise(ORDERS, 2, LONGER);

        assertThat(batch.change().epochs()).containsExactly(Map.entry(ORDERS, Epoch.of(4)));
    }

    @Test
    void anElectionThatIsInALaterBatchAsWellWaitsForThatOne() {
        VotingEffect.Persist first = raise(ORDERS, 5, LEASE);
        VotingEffect.Persist second = raise(ORDERS, 6, LEASE);

        memory.written(first.number());

        assertThat(memory.batchOf(ORDERS)).isEqualTo(OptionalLong.of(second.number()));
        assertThat(memory.highest(ORDERS)).isEqualTo(Epoch.of(6));
    }

    /** Nobody was told of these epochs, so they may be given to others. */
    @Test
    void whatCouldNotBeWrittenIsForgotten() {
        VotingEffect.Persist first = raise(ORDERS, 5, LONGER);
        raise(BILLING, 6, LEASE);
        memory.raise(ORDERS, Epoch.of(7), LEASE);

        memory.forgetUnwritten();

        assertThat(memory.isOnItsWay(first.number())).isFalse();
        assertThat(memory.highest(ORDERS)).isEqualTo(Epoch.of(4));
        assertThat(memory.highest(BILLING)).isEqualTo(Epoch.NONE);
        assertThat(memory.longestLease()).isEqualTo(LEASE);
        assertThat(memory.hasChanged()).isFalse();
    }

    /** The answers of before the failure wait for numbers that must not be those of later batches. */
    @Test
    void noNumberIsUsedTwiceAlsoNotThatOfABatchThatWasNeverTaken() {
        VotingEffect.Persist failed = raise(ORDERS, 5, LEASE);
        memory.raise(BILLING, Epoch.of(6), LEASE);
        long open = memory.batchOf(BILLING).orElseThrow();
        memory.forgetUnwritten();

        VotingEffect.Persist next = raise(ORDERS, 8, LEASE);

        assertThat(next.number()).isNotIn(failed.number(), open);
    }

    @Test
    void aBatchThatIsNotOnItsWayIsNotWritten() {
        assertThatIllegalArgumentException().isThrownBy(() -> memory.written(9)).withMessageContaining("9");
        VotingEffect.Persist batch = raise(ORDERS, 5, LEASE);
        memory.written(batch.number());

        assertThatIllegalArgumentException().isThrownBy(() -> memory.written(batch.number()));
    }

    @Test
    void thereIsRoomForSoManyElectionsWrittenOrNot() {
        for (int i = 1; i < Bounds.MAX_ELECTIONS; i++) {
            memory.raise(ElectionName.of("e" + i), Epoch.of(1), LEASE);
        }
        ElectionName tooMany = ElectionName.of("too-many");

        assertThat(memory.takes(tooMany)).isFalse();
        assertThat(memory.takes(ORDERS)).as("written").isTrue();
        assertThat(memory.takes(ElectionName.of("e1"))).as("not written yet").isTrue();

        memory.forgetUnwritten();
        assertThat(memory.takes(tooMany)).isTrue();
    }
}
