// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LongSilencesTest {
    private static final Optional<Duration> NOT_A_LEADER = Optional.empty();

    private final LongSilences silences = new LongSilences();
    private long now;

    private void silentFor(Duration silence) {
        long until = now + silence.toNanos();
        while (now < until) {
            silences.silent("other", now);
            now += Math.min(Duration.ofSeconds(1).toNanos(), until - now);
        }
    }

    @Test
    void aMemberThatWasSilentForLongNeedsNewConnectionsOnce() {
        silentFor(LongSilences.LONG);

        assertThat(silences.endsLong("other", NOT_A_LEADER, now)).isTrue();
        assertThat(silences.endsLong("other", NOT_A_LEADER, now)).isFalse();
    }

    @Test
    void oneThatWasSilentForAMomentOrIsAnotherMemberDoesNot() {
        silentFor(LongSilences.LONG.minusNanos(1));

        assertThat(silences.endsLong("third", NOT_A_LEADER, now)).isFalse();
        assertThat(silences.endsLong("other", NOT_A_LEADER, now)).isFalse();
    }

    @Test
    void oneWhoseAnswersAreLateDoesNot() {
        for (int i = 0; i < 10; i++) {
            long asked = now;
            now += Duration.ofSeconds(3).toNanos();
            assertThat(silences.endsLong("other", NOT_A_LEADER, now))
                    .as("a later question was answered")
                    .isFalse();
            now += Duration.ofSeconds(2).toNanos();
            silences.silent("other", asked);
        }
    }

    @Test
    void severalShortSilencesAreNoLongOne() {
        for (int i = 0; i < 5; i++) {
            silentFor(Duration.ofSeconds(3));
            assertThat(silences.endsLong("other", NOT_A_LEADER, now)).isFalse();
        }
    }

    @Test
    void oneThatTheLeaderReachesDoesNot() {
        silentFor(Duration.ofMinutes(1));
        assertThat(silences.endsLong("other", Optional.of(Duration.ofMillis(500)), now))
                .isFalse();

        silentFor(Duration.ofMinutes(1));
        assertThat(silences.endsLong("other", Optional.of(Duration.ofMinutes(1)), now))
                .isTrue();
    }
}
