// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReplayWindowTest {
    /** The slow and obvious way: everything is remembered. */
    @ParameterizedTest
    @ValueSource(ints = {64, 4_096})
    void itTakesWhatASetOfAllNumbersWouldTake(int size) {
        ReplayWindow window = new ReplayWindow(size);
        SplittableRandom chance = new SplittableRandom(3);
        Set<Long> taken = new HashSet<>();
        long highest = 0;
        for (int i = 0; i < 20_000; i++) {
            int leap = i % 1_000 == 0 ? 3 * size : 20;
            long number = Math.max(-1, highest + chance.nextLong(-size - 20, leap));
            boolean expected = number > 0 && number > highest - size && taken.add(number);

            assertThat(window.take(number))
                    .as("number %s of %s", number, highest)
                    .isEqualTo(expected);
            highest = Math.max(highest, number);
        }
    }
}
