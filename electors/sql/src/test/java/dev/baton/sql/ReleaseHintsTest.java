// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.elector.Priority;
import dev.baton.lease.LeaseClaim;
import dev.baton.lease.LeaseRequest.Claim;
import dev.baton.lease.LeaseRequest.Read;
import dev.baton.lease.LeaseRequest.Renew;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReleaseHintsTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final ReleaseHints hints = new ReleaseHints(LEASE);

    @Test
    void aNodeThatWaitsForNobodyDoesNotAsk() {
        assertThat(hints.isNeeded(0)).isFalse();

        hints.sent(acquire(ALICE, FIRST), 0);
        assertThat(hints.isNeeded(1)).isTrue();

        hints.sent(new Renew(ORDERS, FIRST, HOUR), 2);
        assertThat(hints.isNeeded(3)).as("it leads").isFalse();
    }

    @Test
    void aPreferredNodeThatClaimsWaitsForTheRelease() {
        hints.sent(new Claim(ORDERS, FIRST, new LeaseClaim(ALICE.self(), Priority.DEFAULT), HOUR), 0);

        assertThat(hints.isNeeded(1)).isTrue();
    }

    @Test
    void anElectionThatWasLeftIsForgotten() {
        hints.sent(new Read(ORDERS), 0);

        assertThat(hints.isNeeded(LEASE.toNanos())).isTrue();
        assertThat(hints.isNeeded(LEASE.multipliedBy(2).toNanos())).isFalse();
    }

    @Test
    void aReleaseIsToldOncePerEpoch() {
        hints.sent(new Read(ORDERS), 0);

        assertThat(hints.news(Map.of("orders", 7L), List.of())).containsExactly(ORDERS);
        assertThat(hints.news(Map.of("orders", 7L), List.of())).isEmpty();
        assertThat(hints.news(Map.of("orders", 8L), List.of())).containsExactly(ORDERS);
    }

    @Test
    void whatTheDatabaseTellsIsNewsEveryTime() {
        hints.sent(new Read(ORDERS), 0);

        assertThat(hints.news(Map.of(), List.of("orders", "theirs"))).containsExactly(ORDERS);
        assertThat(hints.news(Map.of(), List.of("orders"))).containsExactly(ORDERS);
    }

    @Test
    void electionsOfOthersDoNotMatter() {
        hints.sent(new Read(ORDERS), 0);

        assertThat(hints.news(Map.of("theirs", 7L), List.of())).isEmpty();
    }
}
