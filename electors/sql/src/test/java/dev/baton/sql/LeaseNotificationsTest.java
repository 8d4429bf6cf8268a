// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import static dev.baton.sql.LeaseStoreContract.ALICE;
import static dev.baton.sql.LeaseStoreContract.FIRST;
import static dev.baton.sql.LeaseStoreContract.HOUR;
import static dev.baton.sql.LeaseStoreContract.ORDERS;
import static dev.baton.sql.LeaseStoreContract.SECOND;
import static dev.baton.sql.LeaseStoreContract.acquire;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseClaim;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseRequest.Claim;
import dev.baton.spi.lease.LeaseRequest.Read;
import dev.baton.spi.lease.LeaseRequest.Release;
import dev.baton.spi.lease.LeaseRequest.Renew;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class LeaseNotificationsTest {
    private static final Duration LEASE = Duration.ofSeconds(10);

    private final LeaseNotifications news = new LeaseNotifications(LeaseTerms.of(LEASE));

    @Test
    void aNodeThatWaitsForNobodyDoesNotAsk() {
        assertThat(news.isStandingBy(0)).isFalse();

        news.sent(List.of(acquire(ALICE, FIRST)), 0);
        assertThat(news.isStandingBy(1)).isTrue();

        news.sent(List.of(new Renew(ORDERS, FIRST, HOUR)), 2);
        assertThat(news.isStandingBy(3)).as("it leads").isFalse();
    }

    @Test
    void aPreferredNodeThatClaimsWaitsForTheRelease() {
        news.sent(List.of(new Claim(ORDERS, FIRST, new LeaseClaim(ALICE.self(), Priority.DEFAULT), HOUR)), 0);

        assertThat(news.isStandingBy(1)).isTrue();
    }

    @Test
    void anElectionThatWasLeftIsForgotten() {
        news.sent(List.of(new Read(ORDERS)), 0);

        assertThat(news.isStandingBy(LEASE.toNanos())).isTrue();
        assertThat(news.isStandingBy(LEASE.multipliedBy(2).toNanos())).isFalse();
    }

    @Test
    void aReleaseIsToldOncePerEpoch() {
        news.sent(List.of(new Read(ORDERS)), 0);

        assertThat(news.released(Map.of("orders", 7L))).containsExactly(ORDERS);
        assertThat(news.released(Map.of("orders", 7L))).isEmpty();
        assertThat(news.released(Map.of("orders", 8L))).containsExactly(ORDERS);
    }

    @Test
    void electionsOfOthersDoNotMatter() {
        news.sent(List.of(new Read(ORDERS)), 0);

        assertThat(news.released(Map.of("theirs", 7L))).isEmpty();
    }

    // ---- announcing renewals

    @Test
    void everyThirdRenewalIsAnnounced() {
        Duration interval = LeaseTerms.of(LEASE).renewInterval();
        List<Integer> announced = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            long now = interval.multipliedBy(i).toNanos();
            news.sent(List.of(new Renew(ORDERS, FIRST, HOUR)), now);
            if (news.renewalsToAnnounce(now).contains(ORDERS)) {
                announced.add(i);
            }
        }

        assertThat(announced).containsExactly(1, 4, 7, 10);
    }

    @Test
    void aNewLeadershipIsAnnouncedWithItsFirstRenewal() {
        news.sent(List.of(new Renew(ORDERS, FIRST, HOUR)), 0);
        news.renewalsToAnnounce(0);
        news.sent(List.of(new Release(ORDERS, FIRST, Optional.empty())), 1);
        assertThat(news.renewalsToAnnounce(1)).isEmpty();

        news.sent(List.of(new Renew(ORDERS, SECOND, HOUR)), 2);

        assertThat(news.renewalsToAnnounce(2)).containsExactly(ORDERS);
        assertThat(news.renewalsToAnnounce(3)).as("once").isEmpty();
    }

    // ---- notices

    @Test
    void noticesArePassedOnInTheTimeOfThisNode() {
        news.clockRead(1_700_000_000_000_000L, 500);
        assertThat(heard("released orders", "renewed " + FIRST + " 1700000002500000 orders"))
                .containsExactly("changed orders", "renewed orders " + FIRST + " 2500000500");
    }

    @Test
    void aRenewalMeansNothingBeforeTheClockOfTheDatabaseWasRead() {
        assertThat(heard("renewed " + FIRST + " 1700000002500000 orders")).isEmpty();
    }

    @Test
    void noticesThatAreNoneOfOursAreIgnored() {
        news.clockRead(0, 0);
        assertThat(heard(
                        "",
                        "released",
                        "renewed x y",
                        "renewed x 1 orders",
                        "renewed " + FIRST + " soon orders",
                        "renewed " + FIRST + " 9223372036854775807 orders",
                        "released \u0000"))
                .isEmpty();
    }

    private List<String> heard(String... notices) {
        List<String> heard = new ArrayList<>();
        for (String notice : notices) {
            news.tell(notice, new LeaseLink.Listener() {
                @Override
                public void changed(ElectionName election) {
                    heard.add("changed " + election);
                }

                @Override
                public void renewed(ElectionName election, LeaseToken holder, long until) {
                    heard.add("renewed " + election + " " + holder + " " + until);
                }
            });
        }
        return heard;
    }
}
