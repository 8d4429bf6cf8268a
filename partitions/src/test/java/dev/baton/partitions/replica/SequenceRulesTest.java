// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Optional;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.UnknownProducerIdException;
import org.junit.jupiter.api.Test;

class SequenceRulesTest {
    private static final ProducerTable.Batch LAST = new ProducerTable.Batch(4, 6, 40, 43);
    private static final Optional<ProducerTable.Producer> KNOWN =
            Optional.of(new ProducerTable.Producer((short) 2, List.of(new ProducerTable.Batch(0, 3, 10, 14), LAST), 0));

    private static EntryHeader.Sequence batch(int epoch, int first, int last) {
        return new EntryHeader.Sequence(9, (short) epoch, first, last);
    }

    @Test
    void theNextBatchIsNew() {
        assertThat(SequenceRules.check(batch(2, 7, 9), KNOWN, false)).isEmpty();
        assertThat(SequenceRules.check(batch(3, 0, 0), KNOWN, false)).isEmpty();
        assertThat(SequenceRules.check(batch(0, 0, 5), Optional.empty(), false)).isEmpty();
    }

    /** The first one was refused, by a leader that is another one now. */
    @Test
    void aBatchThatOvertookTheFirstOneOfItsProducerIsRefused() {
        assertThatThrownBy(() -> SequenceRules.check(batch(0, 5, 5), Optional.empty(), false))
                .isExactlyInstanceOf(OutOfOrderSequenceException.class)
                .hasMessageContaining("0 is the next");
    }

    @Test
    void aProducerThatMayHaveBeenForgottenIsToldToBeginAnew() {
        assertThatThrownBy(() -> SequenceRules.check(batch(0, 5, 5), Optional.empty(), true))
                .isInstanceOf(UnknownProducerIdException.class);
        assertThat(SequenceRules.check(batch(1, 0, 5), Optional.empty(), true)).isEmpty();
    }

    @Test
    void aBatchThatWasThereIsFound() {
        assertThat(SequenceRules.check(batch(2, 4, 6), KNOWN, false)).contains(LAST);
    }

    @Test
    void aGapOrAnOverlapIsRefused() {
        assertThatThrownBy(() -> SequenceRules.check(batch(2, 8, 8), KNOWN, false))
                .isInstanceOf(OutOfOrderSequenceException.class);
        assertThatThrownBy(() -> SequenceRules.check(batch(2, 4, 5), KNOWN, false))
                .isInstanceOf(OutOfOrderSequenceException.class);
        assertThatThrownBy(() -> SequenceRules.check(batch(3, 7, 7), KNOWN, false))
                .isInstanceOf(OutOfOrderSequenceException.class);
    }

    @Test
    void anOlderEpochIsRefused() {
        assertThatThrownBy(() -> SequenceRules.check(batch(1, 7, 7), KNOWN, false))
                .isInstanceOf(InvalidProducerEpochException.class);
    }

    @Test
    void sequencesBeginAgainAfterTheLargest() {
        Optional<ProducerTable.Producer> full = Optional.of(new ProducerTable.Producer(
                (short) 0, List.of(new ProducerTable.Batch(Integer.MAX_VALUE, Integer.MAX_VALUE, 1, 2)), 0));

        assertThat(SequenceRules.check(batch(0, 0, 3), full, false)).isEmpty();
    }
}
