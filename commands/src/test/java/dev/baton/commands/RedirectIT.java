// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Tenure;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What a node says that does not lead, and what becomes of what it kept when it did. */
class RedirectIT {
    @Test
    void nobodyLeads() {
        try (TestServer it = TestServer.open();
                RawClient client = it.connect()) {
            assertThat(client.ask("GET a")).startsWith("-NO_LEADER");
            assertThat(client.ask("SUBSCRIBE a")).startsWith("-NO_LEADER");
            assertThat(client.ask("PUBLISH a b")).startsWith("-NO_LEADER");
            assertThat(client.ask("PING")).isEqualTo("PONG");
            assertThat(client.ask("INFO")).contains("role:replica", "epoch:0");
        }
    }

    @Test
    void aFollowerSaysWhoLeadsAndWhereAndSinceWhichEpoch() {
        try (TestServer it = TestServer.open();
                RawClient client = it.connect()) {
            it.follow("node-2", "10.0.0.2:25873", 12);

            assertThat(client.ask("SET a b")).isEqualTo("-NOT_LEADER node-2 10.0.0.2:25873 12");
            assertThat(client.ask("LEASE.ACQUIRE a b 100")).isEqualTo("-NOT_LEADER node-2 10.0.0.2:25873 12");
            assertThat(client.ask("HELLO 3")).contains("role, replica").endsWith("epoch, (12)}");
            assertThat(client.ask("INFO"))
                    .contains("role:replica", "epoch:12", "leader:node-2", "leader_address:10.0.0.2:25873");
            assertThat(it.server.stats().redirected()).isEqualTo(2);
        }
    }

    @Test
    void stateBeginsEmptyWithEachEpoch() {
        try (TestServer it = TestServer.leading();
                RawClient client = it.connect()) {
            assertThat(client.ask("INCR n")).isEqualTo("(1)");
            it.stopLeading();
            assertThat(client.ask("INCR n")).startsWith("-NO_LEADER");

            it.lead(9);

            assertThat(client.ask("INCR n")).isEqualTo("(1)");
            assertThat(client.ask("LEASE.ACQUIRE l ann 1000")).isEqualTo("(90000000001)");
            assertThat(client.ask("INFO")).contains("epoch:9");
        }
    }

    @Test
    void listenersHearThatALeadershipEndedThoughNobodyAsks() {
        Tenure tenure = TestLeadership.tenure(7, System::nanoTime, Duration.ofMillis(300));
        try (TestServer it = TestServer.open().lead(tenure.leadership());
                RawClient listener = it.connect()) {
            assertThat(listener.ask("SUBSCRIBE c")).isEqualTo("[subscribe, c, (1)]");

            assertThat(listener.read()).startsWith("-NO_LEADER");
            assertThat(listener.read()).isEqualTo("closed");
        }
    }

    @Test
    void aRenewedLeadershipGoesOn() {
        Tenure tenure = TestLeadership.tenure(7, System::nanoTime, Duration.ofMillis(500));
        try (TestServer it = TestServer.open().lead(tenure.leadership());
                RawClient listener = it.connect();
                RawClient speaker = it.connect()) {
            assertThat(listener.ask("SUBSCRIBE c")).isEqualTo("[subscribe, c, (1)]");
            assertThat(tenure.extend(System.nanoTime() + Duration.ofDays(1).toNanos()))
                    .isTrue();
            long firstDeadline = System.nanoTime() + Duration.ofMillis(600).toNanos();
            Eventually.eventually(
                    "the first deadline is over",
                    TestServer.PATIENCE,
                    () -> System.nanoTime() - firstDeadline > 0,
                    System::nanoTime);

            assertThat(speaker.ask("PUBLISH c hello")).isEqualTo("(1)");
            assertThat(listener.read()).isEqualTo("[message, c, hello]");
        }
    }
}
