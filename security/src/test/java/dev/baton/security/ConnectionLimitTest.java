// SPDX-License-Identifier: Apache-2.0
package dev.baton.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class ConnectionLimitTest {
    private final ConnectionLimit<String> limit =
            new ConnectionLimit<>(new ConnectionLimit.Limits(4, 3, Duration.ofSeconds(10), Duration.ofSeconds(30)));

    private static long second(long n) {
        return Duration.ofSeconds(n).toNanos();
    }

    private void open(String connection, String address) {
        assertThat(limit.opened(connection, address, 0)).isEmpty();
    }

    @Test
    void whoDoesNotAskInTimeIsLate() {
        open("a", "x");

        assertThat(limit.late(second(10) - 1)).isEmpty();
        assertThat(limit.late(second(10))).containsExactly("a");
        assertThat(limit.late(second(11))).isEmpty();
    }

    @Test
    void whoIsAnsweredIsNeverLate() {
        open("stream", "x");
        limit.asked("stream");

        assertThat(limit.late(second(1_000_000))).isEmpty();
    }

    @Test
    void afterAnAnswerThereIsTimeForAnotherRequest() {
        open("a", "x");
        limit.asked("a");
        limit.answered("a", second(20));

        assertThat(limit.late(second(60) - 1)).isEmpty();
        assertThat(limit.late(second(60))).containsExactly("a");
    }

    @Test
    void ofTooManyOfOneAddressTheLongestWaitingOneGoes() {
        open("asking", "x");
        open("first", "x");
        open("second", "x");
        limit.asked("asking");

        assertThat(limit.opened("third", "x", 0)).contains("first");
        assertThat(limit.opened("elsewhere", "y", 0)).isEmpty();
    }

    @Test
    void ofTooManyInAllTheLongestWaitingOneGoes() {
        open("a1", "a");
        open("b1", "b");
        open("c1", "c");
        open("d1", "d");

        assertThat(limit.opened("e1", "e", 0)).contains("a1");
    }

    @Test
    void whoComesGoesIfAllOthersAreAnswered() {
        for (String connection : new String[] {"a", "b", "c"}) {
            open(connection, "x");
            limit.asked(connection);
        }

        assertThat(limit.opened("d", "x", 0)).contains("d");
    }

    @Test
    void whoHasLeftMakesRoom() {
        open("a", "x");
        open("b", "x");
        open("c", "x");
        limit.closed("b");

        assertThat(limit.opened("d", "x", 0)).isEmpty();
    }
}
