// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** How many credentials an address can try. */
class GuessesTest {
    private static final long SECOND = 1_000_000_000L;
    /** Readings of the clock may wrap. */
    private static final long START = Long.MAX_VALUE - SECOND;

    private final Guesses guesses = new Guesses(Duration.ofMillis(200), Duration.ofSeconds(5), 100);

    private static InetAddress address(int number) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, (byte) (number >> 8), (byte) number});
        } catch (UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private int triesWithin(long span, int connections) {
        InetAddress guesser = address(1);
        int tries = 0;
        long now = START;
        guesses.wrong(guesser, now);
        for (int i = 0; i < connections; i++) {
            Optional<Duration> turn = guesses.turn(guesser, now);
            if (turn.isPresent() && turn.get().toNanos() <= span) {
                tries++;
                guesses.wrong(guesser, now + turn.get().toNanos());
            }
        }
        return tries;
    }

    @Test
    void whoHasShownNothingWrongDoesNotWait() {
        guesses.wrong(address(1), START);

        assertThat(guesses.turn(address(2), START)).contains(Duration.ZERO);
    }

    @Test
    void moreConnectionsDoNotMakeMoreGuesses() {
        assertThat(triesWithin(2 * SECOND, 500)).isEqualTo(10);
    }

    @Test
    void whoWouldWaitTooLongIsSentAway() {
        triesWithin(2 * SECOND, 500);

        assertThat(guesses.turn(address(1), START)).isEmpty();
    }

    @Test
    void itIsForgivenAfterAWhile() {
        guesses.wrong(address(1), START);

        assertThat(guesses.turn(address(1), START + SECOND)).contains(Duration.ZERO);
    }

    /** As nodes do that share an address with a guesser. */
    @Test
    void thoseWhoAreRightDoNotMakeEachOtherWait() {
        guesses.wrong(address(1), START);
        long now = START;
        for (int i = 0; i < 100; i++) {
            now += guesses.turn(address(1), now).orElseThrow().toNanos();
            guesses.right(address(1));
        }

        assertThat(now - START).isEqualTo(Duration.ofMillis(200).toNanos());
    }

    @Test
    void aBoundedNumberOfAddressesIsRemembered() {
        for (int i = 0; i < 1_000; i++) {
            guesses.wrong(address(i), START);
        }
        assertThat(guesses.turn(address(99), START)).isNotEqualTo(Optional.of(Duration.ZERO));
        assertThat(guesses.turn(address(100), START)).contains(Duration.ZERO);

        guesses.wrong(address(2_000), START + SECOND);
        assertThat(guesses.turn(address(2_000), START + SECOND)).contains(Duration.ofMillis(200));
    }
}
