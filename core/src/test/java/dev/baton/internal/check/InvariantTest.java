// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import org.junit.jupiter.api.Test;

class InvariantTest {
    @Test
    void aBrokenInvariantSaysWhatBroke() {
        assertThatExceptionOfType(InvariantViolation.class)
                .isThrownBy(() -> Invariant.check(false, "held %s, now %s", 7, 8))
                .withMessage("held 7, now 8");
    }

    @Test
    void anInvariantThatHoldsIsSilent() {
        assertThatCode(() -> Invariant.check(true, "held %s", 7)).doesNotThrowAnyException();
    }

    @Test
    void aBrokenInvariantIsNoExceptionThatSomebodyCatchesByHabit() {
        assertThat(AssertionError.class).isAssignableFrom(InvariantViolation.class);
    }
}
