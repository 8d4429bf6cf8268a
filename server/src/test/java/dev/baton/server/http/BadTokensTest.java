// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class BadTokensTest {
    private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 5);
    private final BadTokens bad = new BadTokens(clock::get);

    private void add(String address, int times) {
        for (int i = 0; i < times; i++) {
            bad.add(address);
        }
    }

    @Test
    void enoughIsEnoughForAWhile() {
        add("a", BadTokens.MOST - 1);
        assertThat(bad.areTooMany("a")).isFalse();

        add("a", 1);
        assertThat(bad.areTooMany("a")).isTrue();
        assertThat(bad.areTooMany("b")).isFalse();

        clock.addAndGet(BadTokens.EACH.multipliedBy(BadTokens.MOST).toNanos());
        assertThat(bad.areTooMany("a")).isFalse();
        add("a", BadTokens.MOST - 1);
        assertThat(bad.areTooMany("a")).isFalse();
    }

    @Test
    void whoGuessesIsLookedAtNowAndThenSoThatAGoodTokenGetsThrough() {
        add("a", BadTokens.MOST);

        clock.addAndGet(BadTokens.EACH.toNanos() - 1);
        assertThat(bad.areTooMany("a")).isTrue();
        clock.addAndGet(1);
        assertThat(bad.areTooMany("a")).isFalse();

        add("a", 1);
        assertThat(bad.areTooMany("a")).isTrue();
    }

    @Test
    void strangersCannotFillTheMemoryNorHideBehindEachOther() {
        add("a", BadTokens.MOST);
        for (int i = 0; i < 999; i++) {
            add("stranger-" + i, 1);
        }
        assertThat(bad.areTooMany("a")).isTrue();

        add("one-more", 1);

        assertThat(bad.areTooMany("a")).isFalse();
    }
}
