// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The evidence can say no. */
class AcknowledgedWritesTest {
    private static Acknowledged told(String node, long epoch, long value, long sentAt, long heardAt) {
        return new Acknowledged(node, epoch, value, sentAt, heardAt);
    }

    @Test
    void overlappingQuestionsMayBeAnsweredInAnyOrder() {
        assertThat(AcknowledgedWrites.violations(List.of(
                        told("a", 1, 2, 0, 10),
                        told("a", 1, 1, 5, 12),
                        told("b", 2, 1, 11, 20),
                        told("a", 1, 3, 12, 30))))
                .isEmpty();
    }

    @Test
    void anAnswerOfADeposedLeaderIsNoticed() {
        assertThat(AcknowledgedWrites.violations(
                        List.of(told("a", 1, 1, 0, 10), told("b", 2, 1, 11, 20), told("a", 1, 2, 21, 30))))
                .hasSize(1)
                .first()
                .asString()
                .contains("after epoch 2 was seen");
    }

    @Test
    void aCountThatIsGivenTwiceIsNoticed() {
        assertThat(AcknowledgedWrites.violations(List.of(told("a", 1, 1, 0, 10), told("a", 1, 1, 5, 12))))
                .hasSize(1);
    }

    @Test
    void aCountThatFallsBackIsNoticed() {
        assertThat(AcknowledgedWrites.violations(List.of(told("a", 1, 5, 0, 10), told("a", 1, 4, 11, 12))))
                .hasSize(1);
    }

    @Test
    void twoNodesUnderOneEpochAreNoticed() {
        assertThat(AcknowledgedWrites.violations(List.of(told("a", 1, 1, 0, 10), told("b", 1, 2, 11, 12))))
                .hasSize(1);
    }
}
