// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.ConfigurationException;
import dev.baton.Endpoints;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.Sample;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ElectorValuesTest {
    @Test
    void anExclusivePromisePasses() {
        Guarantee guarantee =
                new Guarantee(Guarantee.Exclusivity.EXCLUSIVE, Guarantee.EpochMemory.PROCESS, "one leader");

        assertThatCode(guarantee::requireExclusive).doesNotThrowAnyException();
    }

    @Test
    void aWeakerPromiseIsRefusedInItsOwnWords() {
        Guarantee guarantee = new Guarantee(
                Guarantee.Exclusivity.PER_PARTITION,
                Guarantee.EpochMemory.DURABLE,
                "bully shows one per partition, 100%");

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(guarantee::requireExclusive)
                .withMessage("elector: exclusive leadership is required, but bully shows one per partition, 100%");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 101, Integer.MIN_VALUE, Integer.MAX_VALUE})
    void aPriorityIsFromZeroToAHundred(int bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Priority(bad))
                .withMessage("priority " + bad + " must be from 0 to 100");
    }

    @Test
    void aPriorityStandsStepsBehindTheHighest() {
        assertThat(Priority.DEFAULT.stepsBehind()).isZero();
        assertThat(new Priority(97).stepsBehind()).isEqualTo(3);
        assertThat(new Priority(97)).isLessThan(Priority.DEFAULT);
    }

    @Test
    void certaintyEndsBeforeOthersMayBeElected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Validity(10, 10))
                .withMessage("certainty must end before others may be elected, but it ends 0 ns after");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Validity(15, 10))
                .withMessageContaining("5 ns after");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, Long.MAX_VALUE, Long.MIN_VALUE, -5})
    void anUnlimitedTermLiesAheadOnAnyClock(long now) {
        Validity validity = Validity.unlimited(now);

        assertThat(MonotonicTime.isBefore(now, validity.certainUntil())).isTrue();
        assertThat(MonotonicTime.isBefore(validity.certainUntil(), validity.othersFrom()))
                .isTrue();
    }

    @Test
    void anEntryIsOfOneNodeAndIncarnation() {
        ElectionEntry entry = new ElectionEntry(Sample.ORDERS, Sample.ALPHA, Endpoints.NONE);
        Node restarted = new Node(Sample.ALPHA.id(), new Incarnation(77));

        assertThatCode(() -> entry.requireOf(Sample.ALPHA)).doesNotThrowAnyException();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> entry.requireOf(restarted))
                .withMessage("this elector is that of " + restarted + ", not of " + Sample.ALPHA);
    }

    @Test
    void valuesRefuseWhatIsMissing() {
        assertThatNullPointerException()
                .isThrownBy(() -> new ElectionEntry(null, Sample.ALPHA, Endpoints.NONE))
                .withMessage("election");
        assertThatNullPointerException()
                .isThrownBy(() -> new Vacancy(Optional.empty(), null, Optional.empty()))
                .withMessage("cause");
        assertThatNullPointerException().isThrownBy(() -> new Alarm(null, "")).withMessage("kind");
        assertThatNullPointerException()
                .isThrownBy(() -> new Guarantee(null, Guarantee.EpochMemory.PROCESS, ""))
                .withMessage("exclusivity");
    }
}
