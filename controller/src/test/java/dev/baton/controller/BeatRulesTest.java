// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class BeatRulesTest {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final long MILLI = 1_000_000;

    private final BeatRules rules = new BeatRules(EVERY, 0);

    @Test
    void aLeadThatChangesIsToldAtOnce() {
        rules.begin(0);
        rules.ended(true, false, 10 * MILLI);

        assertThat(rules.leadsChanged()).isTrue();
        assertThat(rules.soon(500 * MILLI)).isZero();
    }

    @Test
    void manyThatChangeTogetherAreToldTogetherAndNoSoonerThanAMomentAfterTheLast() {
        rules.begin(0);
        rules.ended(true, false, 10 * MILLI);

        assertThat(rules.leadsChanged()).isTrue();
        assertThat(rules.leadsChanged()).isFalse();
        assertThat(rules.soon(30 * MILLI)).isEqualTo(Duration.ofMillis(70));
    }

    @Test
    void whatChangesWhileOneIsUnderWayIsToldWhenThatHasEnded() {
        rules.begin(0);

        assertThat(rules.leadsChanged()).isFalse();

        assertThat(rules.ended(true, false, 20 * MILLI)).isEqualTo(Duration.ofMillis(80));
        assertThat(rules.hasNews()).isTrue();
        rules.begin(100 * MILLI);
        assertThat(rules.hasNews()).isFalse();
        assertThat(rules.ended(true, true, 120 * MILLI)).isEqualTo(EVERY);
    }

    @Test
    void newsThatWasNotHeardIsToldAgainSoonerThanWhatIsRepeatedAnyway() {
        rules.begin(0);
        assertThat(rules.ended(false, true, 10 * MILLI)).isEqualTo(Duration.ofMillis(250));
        rules.begin(260 * MILLI);
        assertThat(rules.ended(false, false, 270 * MILLI)).isEqualTo(EVERY);
        BeatRules quick = new BeatRules(Duration.ofMillis(200), 0);
        quick.begin(0);
        assertThat(quick.ended(false, true, 0)).isEqualTo(BeatRules.MIN_INTERVAL);
    }
}
