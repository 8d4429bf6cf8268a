// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.baton.internal.check.InvariantViolation;
import org.junit.jupiter.api.Test;

class EpochTest {
    @Test
    void eachEpochIsFollowedByAHigherOne() {
        assertThat(Epoch.NONE.next()).isEqualTo(Epoch.of(1));
        assertThat(Epoch.of(41).next()).isEqualTo(Epoch.of(42));
        assertThat(Epoch.of(42).isAfter(Epoch.of(41))).isTrue();
        assertThat(Epoch.of(42).isAfter(Epoch.of(42))).isFalse();
        assertThat(Epoch.of(41).isAfter(Epoch.of(42))).isFalse();
    }

    @Test
    void theHighestEpochHasNoSuccessor() {
        assertThatExceptionOfType(InvariantViolation.class)
                .isThrownBy(() -> Epoch.of(Long.MAX_VALUE).next())
                .withMessage("epoch 9223372036854775807 has no successor");
    }

    @Test
    void aNegativeEpochIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Epoch.of(-1)).withMessage("epoch -1 is negative");
    }

    @Test
    void theLargerOfTwoIsTheirMaximum() {
        assertThat(Epoch.of(3).max(Epoch.of(5))).isEqualTo(Epoch.of(5));
        assertThat(Epoch.of(5).max(Epoch.of(3))).isEqualTo(Epoch.of(5));
        assertThat(Epoch.of(5).max(Epoch.of(5))).isEqualTo(Epoch.of(5));
    }

    @Test
    void epochsAreOrderedAndShownAsNumbers() {
        assertThat(Epoch.of(9)).isLessThan(Epoch.of(10)).hasToString("9");
    }
}
