// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Renewals whose answers take long. */
class SlowLinkTest {
    private static int lostOver(Duration delay) {
        LeaseTerms terms = new LeaseTerms(
                Duration.ofSeconds(3), Duration.ofMillis(10), Duration.ofMillis(500), Duration.ofMillis(600));
        SlowPair pair = new SlowPair(terms, delay);
        pair.run(Duration.ofSeconds(20));
        return pair.lost;
    }

    @Test
    void aLeaderThatRenewsOftenKeepsItsLeadershipOverAQuickLink() {
        assertThat(lostOver(Duration.ofMillis(20))).isZero();
    }

    /** Eight renewals are remembered, and the answer to each comes after it was forgotten. */
    @Test
    void aLeaderThatRenewsOftenKeepsItsLeadershipOverASlowLink() {
        assertThat(lostOver(Duration.ofMillis(50))).isZero();
    }
}
