// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoginPenaltyTest {
    private final LoginPenalty penalty = new LoginPenalty();

    private void fail(String address, int times, long now) {
        for (int i = 0; i < times; i++) {
            penalty.failed(address, now);
        }
    }

    @Test
    void tenFailuresAreForgivenAndTheNextHasToWait() {
        fail("a", 9, 0);
        assertThat(penalty.allows("a", 0)).isTrue();

        fail("a", 1, 0);
        assertThat(penalty.allows("a", Duration.ofMillis(5999).toNanos())).isFalse();
        assertThat(penalty.allows("a", Duration.ofSeconds(6).toNanos())).isTrue();
    }

    @Test
    void anotherAddressDoesNotSuffer() {
        fail("a", 100, 0);

        assertThat(penalty.allows("b", 0)).isTrue();
        assertThat(penalty.allows("a", 0)).isFalse();
    }

    @Test
    void allIsForgivenAfterAWhile() {
        fail("a", 20, 0);
        long later = Duration.ofMinutes(2).toNanos();

        fail("a", 9, later);
        assertThat(penalty.allows("a", later)).isTrue();
    }

    @Test
    void manyAddressesAreNotRememberedForEver() {
        fail("a", 10, 0);
        for (int i = 0; i < 5000; i++) {
            penalty.failed("other" + i, 0);
        }

        assertThat(penalty.allows("a", 0)).isTrue();
        assertThat(penalty.allows("other4999", 0)).isTrue();
    }
}
