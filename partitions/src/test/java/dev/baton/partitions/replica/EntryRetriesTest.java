// SPDX-License-Identifier: Apache-2.0
package dev.baton.partitions.replica;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EntryRetriesTest {
    private final EntryRetries retries = new EntryRetries();

    @Test
    void aGroupIsTriedAtOnceAndThenLessAndLessOften() {
        List<Integer> attempts = new ArrayList<>();
        for (int look = 0; look < 1_000; look++) {
            if (retries.isDue(7)) {
                attempts.add(look);
                retries.failed(7, "no");
            }
        }

        assertThat(attempts).startsWith(0, 2, 6, 14, 30, 62, 126, 254);
        int count = attempts.size();
        assertThat(attempts.get(count - 1) - attempts.get(count - 2)).isEqualTo(EntryRetries.MAX_LOOKS);
    }

    @Test
    void aFailureIsToldOnceForEachReason() {
        assertThat(retries.failed(7, "locked")).isTrue();
        assertThat(retries.failed(7, "locked")).isFalse();
        assertThat(retries.failed(7, "no room")).isTrue();
        assertThat(retries.failed(7, "no room")).isFalse();
        assertThat(retries.failed(8, "locked")).isTrue();
    }

    @Test
    void whatWasEnteredOrIsNotWantedStartsAfresh() {
        retries.failed(7, "locked");
        retries.failed(8, "locked");

        assertThat(retries.entered(7)).isTrue();
        assertThat(retries.entered(7)).isFalse();
        retries.retain(Set.of());
        assertThat(retries.isDue(8)).isTrue();
        assertThat(retries.failed(8, "locked")).isTrue();
    }
}
