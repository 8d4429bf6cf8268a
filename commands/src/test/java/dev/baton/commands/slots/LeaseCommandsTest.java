// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import dev.baton.core.Epoch;
import org.junit.jupiter.api.Test;

class LeaseCommandsTest {
    private static final long FIRST = 70_000_000_001L;

    private final SlotsOnTest it = new SlotsOnTest();

    @Test
    void oneOwnerAtATime() {
        assertThat(it.say("LEASE.ACQUIRE l ann 1000")).isEqualTo(Reply.number(FIRST));
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.NIL);

        assertThat(it.say("LEASE.GET l"))
                .isEqualTo(Reply.map(
                        Reply.text("owner"), Reply.text("ann"),
                        Reply.text("token"), Reply.number(FIRST),
                        Reply.text("ttl-ms"), Reply.number(1000)));
    }

    @Test
    void anOwnerThatComesBackIsNotLockedOutAndKeepsItsToken() {
        it.say("LEASE.ACQUIRE l ann 1000");
        it.passMillis(900);

        assertThat(it.say("LEASE.ACQUIRE l ann 1000")).isEqualTo(Reply.number(FIRST));
        it.passMillis(900);
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.NIL);
    }

    @Test
    void theTokenRisesWithEachNewHolder() {
        it.say("LEASE.ACQUIRE l ann 1000");
        it.passMillis(1000);
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.number(FIRST + 1));
        it.say("LEASE.RELEASE l bob " + (FIRST + 1));
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.number(FIRST + 2));
    }

    @Test
    void theTokenRisesAcrossLeaderships() {
        for (int i = 0; i < 1000; i++) {
            it.say("LEASE.ACQUIRE l" + i + " ann 1000");
        }
        long last = ((Reply.Whole) it.say("LEASE.ACQUIRE l ann 1000")).value();

        SlotsOnTest next = new SlotsOnTest(Epoch.of(8), SlotLimits.DEFAULT);
        assertThat(((Reply.Whole) next.say("LEASE.ACQUIRE l ann 1000")).value()).isGreaterThan(last);
    }

    @Test
    void anEpochWithoutTokensIsRefusedAndNotWrapped() {
        SlotsOnTest beyond = new SlotsOnTest(Epoch.of(Long.MAX_VALUE / Tokens.PER_EPOCH), SlotLimits.DEFAULT);

        assertThat(beyond.say("LEASE.ACQUIRE l ann 1000")).isInstanceOf(Reply.Failure.class);
        assertThat(beyond.say("LEASE.GET l")).isEqualTo(Reply.NIL);
    }

    @Test
    void onlyTheOwnerRenewsAndOnlyInTime() {
        it.say("LEASE.ACQUIRE l ann 1000");

        assertThat(it.say("LEASE.RENEW l bob " + FIRST + " 1000")).isEqualTo(Reply.flag(false));
        assertThat(it.say("LEASE.RENEW l ann 1 1000")).isEqualTo(Reply.flag(false));
        it.passMillis(999);
        assertThat(it.say("LEASE.RENEW l ann " + FIRST + " 1000")).isEqualTo(Reply.flag(true));
        it.passMillis(1000);
        assertThat(it.say("LEASE.RENEW l ann " + FIRST + " 1000")).isEqualTo(Reply.flag(false));
    }

    @Test
    void onlyTheOwnerReleases() {
        it.say("LEASE.ACQUIRE l ann 1000");

        assertThat(it.say("LEASE.RELEASE l bob " + FIRST)).isEqualTo(Reply.flag(false));
        assertThat(it.say("LEASE.RELEASE l ann 1")).isEqualTo(Reply.flag(false));
        assertThat(it.say("DEL l")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("SET l mine")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("TICKER.SET l 1 1")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("LEASE.RELEASE l ann " + FIRST)).isEqualTo(Reply.flag(true));
        assertThat(it.say("LEASE.GET l")).isEqualTo(Reply.NIL);
    }

    @Test
    void aLateReleaseDoesNotTakeTheNextHoldersLease() {
        it.say("LEASE.ACQUIRE l ann 1000");
        it.passMillis(1000);
        it.say("LEASE.ACQUIRE l ann 1000");

        assertThat(it.say("LEASE.RELEASE l ann " + FIRST)).isEqualTo(Reply.flag(false));
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.NIL);
    }

    @Test
    void deletingManyKeysStopsBeforeTheFirstIfOneIsALease() {
        it.say("SET a 1");
        it.say("LEASE.ACQUIRE l ann 1000");

        assertThat(it.say("DEL a l")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("EXISTS a l")).isEqualTo(Reply.number(2));
    }
}
