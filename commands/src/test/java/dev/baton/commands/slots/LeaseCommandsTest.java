// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.commands.resp.Reply;
import org.junit.jupiter.api.Test;

class LeaseCommandsTest {
    private static final FencingToken FIRST = new FencingToken(7, 1);

    private final SlotsOnTest it = new SlotsOnTest();

    @Test
    void oneOwnerAtATime() {
        assertThat(it.say("LEASE.ACQUIRE l ann 1000")).isEqualTo(token(1));
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.NIL);

        assertThat(it.say("LEASE.GET l"))
                .isEqualTo(Reply.map(
                        Reply.text("owner"), Reply.text("ann"),
                        Reply.text("token"), token(1),
                        Reply.text("ttl-ms"), Reply.number(1000)));
    }

    @Test
    void anOwnerThatComesBackIsNotLockedOutAndKeepsItsToken() {
        it.say("LEASE.ACQUIRE l ann 1000");
        it.passMillis(900);

        assertThat(it.say("LEASE.ACQUIRE l ann 1000")).isEqualTo(token(1));
        it.passMillis(900);
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(Reply.NIL);
    }

    @Test
    void theTokenRisesWithEachNewHolder() {
        it.say("LEASE.ACQUIRE l ann 1000");
        it.passMillis(1000);
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(token(2));
        it.say("LEASE.RELEASE l bob " + new FencingToken(7, 2));
        assertThat(it.say("LEASE.ACQUIRE l bob 1000")).isEqualTo(token(3));
    }

    @Test
    void theTokenRisesAcrossLeaderships() {
        for (int i = 0; i < 1000; i++) {
            it.say("LEASE.ACQUIRE l" + i + " ann 1000");
        }
        FencingToken last = acquired(it);

        SlotsOnTest next = new SlotsOnTest(Epoch.of(8), SlotLimits.DEFAULT);
        assertThat(acquired(next)).isGreaterThan(last);
        assertThat(acquired(next).toString()).isGreaterThan(last.toString());
    }

    /** Electors without a quorum give epochs that are large from the start. */
    @Test
    void theHighestEpochHasTokensToo() {
        SlotsOnTest highest = new SlotsOnTest(Epoch.of(Long.MAX_VALUE), SlotLimits.DEFAULT);

        assertThat(acquired(highest)).isEqualTo(new FencingToken(Long.MAX_VALUE, 1));
        assertThat(FencingToken.parse(acquired(highest).toString())).isEqualTo(acquired(highest));
    }

    private static Reply token(long sequence) {
        return Reply.text(new FencingToken(7, sequence).toString());
    }

    private static FencingToken acquired(SlotsOnTest slots) {
        return FencingToken.parse(
                ((Reply.Bulk) slots.say("LEASE.ACQUIRE l ann 1000")).bytes().toString());
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
