// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SpreadTest {
    private static double[] spreadOf(double... values) {
        Spread spread = new Spread("size", "cm");
        Arrays.stream(values).forEach(spread::add);
        return spread.figures().stream().mapToDouble(Figure::value).toArray();
    }

    @Test
    void medianLeastAndMostAreTold() {
        assertThat(spreadOf(5, 1, 3)).containsExactly(3, 1, 5);
        assertThat(spreadOf(4, 1, 3, 9)).containsExactly(3.5, 1, 9);
        assertThat(spreadOf(7)).containsExactly(7, 7, 7);
    }
}
