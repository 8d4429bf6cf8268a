// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.testkit.Eventually;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What a node says that does not lead, and what becomes of what it kept when it did. */
class RedirectIT {
    private static final Duration LEASE = Duration.ofMillis(200);

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
            assertThat(client.ask("LEASE.ACQUIRE l ann 1000")).isEqualTo("0000000000000000009-0000000000000000001");
            assertThat(client.ask("INFO")).contains("epoch:9");
        }
    }

    @Test
    void listenersHearThatALeadershipEndedThoughNobodyAsks() {
        AtomicLong now = new AtomicLong();
        HeldLeadership tenure = TestLeadership.tenure(7, now::get, LEASE);
        try (TestServer it = new TestServer(CommandSettings.Builder::anonymous, now::get).lead(tenure);
                RawClient listener = it.connect()) {
            assertThat(listener.ask("SUBSCRIBE c")).isEqualTo("[subscribe, c, (1)]");

            now.addAndGet(LEASE.toNanos());

            assertThat(listener.read()).startsWith("-NO_LEADER");
            assertThat(listener.read()).isEqualTo("closed");
        }
    }

    @Test
    void aRenewedLeadershipGoesOn() {
        AtomicLong now = new AtomicLong();
        HeldLeadership tenure = TestLeadership.tenure(7, now::get, LEASE);
        try (TestServer it = new TestServer(CommandSettings.Builder::anonymous, now::get).lead(tenure);
                RawClient listener = it.connect();
                RawClient speaker = it.connect()) {
            assertThat(listener.ask("SUBSCRIBE c")).isEqualTo("[subscribe, c, (1)]");
            assertThat(tenure.extend(LEASE.multipliedBy(3).toNanos())).isTrue();
            now.addAndGet(LEASE.multipliedBy(2).toNanos());
            // The server looks again when the first deadline would have been, by the timers of the machine.
            long looked = System.nanoTime() + LEASE.multipliedBy(2).toNanos();
            Eventually.eventually(
                    "the first deadline is over",
                    TestServer.PATIENCE,
                    () -> System.nanoTime() - looked > 0,
                    System::nanoTime);

            assertThat(speaker.ask("PUBLISH c hello")).isEqualTo("(1)");
            assertThat(listener.read()).isEqualTo("[message, c, hello]");
        }
    }
}
