// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.baton.Node.Incarnation;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IncarnationTest {
    @ParameterizedTest
    @ValueSource(longs = {1, -1, Long.MAX_VALUE, Long.MIN_VALUE, 0xdeadbeefL})
    void textIsReadBack(long value) {
        Incarnation written = new Incarnation(value);

        assertThat(Incarnation.parse(written.toString())).isEqualTo(written);
        assertThat(written.toString()).hasSize(16);
    }

    @Test
    void randomOnesAreReadBack() {
        RandomGenerator chance = new SplittableRandom(7);

        for (int i = 0; i < 1_000; i++) {
            Incarnation written = Incarnation.random(chance);
            assertThat(Incarnation.parse(written.toString())).isEqualTo(written);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "00000000000000001",
                "000000000000000g",
                "00000000DEADBEEF",
                "+00000000000000f",
                "-00000000000000f",
                "000000000000000\u0661",
                "00000000 0000001"
            })
    void otherTextIsRefused(String bad) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Incarnation.parse(bad))
                .withMessageStartingWith("incarnation \"")
                .withMessageEndingWith("is not 16 lower-case hex digits");
    }

    @Test
    void missingTextIsRefusedByName() {
        assertThatNullPointerException()
                .isThrownBy(() -> Incarnation.parse(null))
                .withMessage("incarnation");
    }

    @Test
    void zeroIsReservedForNone() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Incarnation(0))
                .withMessage("incarnation 0 is reserved for none");
        assertThatIllegalArgumentException().isThrownBy(() -> Incarnation.parse("0000000000000000"));
    }

    @Test
    void chanceIsAskedAgainWhenItGivesZero() {
        Iterator<Long> numbers = List.of(0L, 0L, 42L).iterator();

        Incarnation drawn = Incarnation.random(numbers::next);

        assertThat(drawn).isEqualTo(new Incarnation(42));
    }

    @Test
    void aNodeIsItsIdAndItsIncarnation() {
        assertThat(Sample.ALPHA).hasToString("alpha#000000000000000a");
        assertThat(Sample.node("alpha", 1)).isNotEqualTo(Sample.node("alpha", 2));
    }
}
