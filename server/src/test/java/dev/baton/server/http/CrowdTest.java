// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class CrowdTest {
    private final Crowd<String> crowd =
            new Crowd<>(new CrowdLimits(4, 3, Duration.ofSeconds(10), Duration.ofSeconds(30)));

    private static long second(long n) {
        return Duration.ofSeconds(n).toNanos();
    }

    private void open(String connection, String address) {
        assertThat(crowd.opened(connection, address, 0)).isEmpty();
    }

    @Test
    void whoDoesNotAskInTimeIsLate() {
        open("a", "x");

        assertThat(crowd.late(second(10) - 1)).isEmpty();
        assertThat(crowd.late(second(10))).containsExactly("a");
        assertThat(crowd.late(second(11))).isEmpty();
    }

    @Test
    void whoIsAnsweredIsNeverLate() {
        open("stream", "x");
        crowd.asked("stream");

        assertThat(crowd.late(second(1_000_000))).isEmpty();
    }

    @Test
    void afterAnAnswerThereIsTimeForAnotherRequest() {
        open("a", "x");
        crowd.asked("a");
        crowd.answered("a", second(20));

        assertThat(crowd.late(second(60) - 1)).isEmpty();
        assertThat(crowd.late(second(60))).containsExactly("a");
    }

    @Test
    void ofTooManyOfOneAddressTheLongestWaitingOneGoes() {
        open("asking", "x");
        open("first", "x");
        open("second", "x");
        crowd.asked("asking");

        assertThat(crowd.opened("third", "x", 0)).contains("first");
        assertThat(crowd.opened("elsewhere", "y", 0)).isEmpty();
    }

    @Test
    void ofTooManyInAllTheLongestWaitingOneGoes() {
        open("a1", "a");
        open("b1", "b");
        open("c1", "c");
        open("d1", "d");

        assertThat(crowd.opened("e1", "e", 0)).contains("a1");
    }

    @Test
    void whoComesGoesIfAllOthersAreAnswered() {
        for (String connection : new String[] {"a", "b", "c"}) {
            open(connection, "x");
            crowd.asked(connection);
        }

        assertThat(crowd.opened("d", "x", 0)).contains("d");
    }

    @Test
    void whoHasLeftMakesRoom() {
        open("a", "x");
        open("b", "x");
        open("c", "x");
        crowd.closed("b");

        assertThat(crowd.opened("d", "x", 0)).isEmpty();
    }
}
