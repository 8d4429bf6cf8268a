// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import org.junit.jupiter.api.Test;

class TickerCommandsTest {
    private final SlotsOnTest it = new SlotsOnTest();

    @Test
    void countsDownByThePeriodAndStopsAtZero() {
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.NIL);
        assertThat(it.say("TICKER.SET t 3 100")).isEqualTo(Reply.OK);

        it.passMillis(99);
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.number(3));
        it.passMillis(1);
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.number(2));
        it.passMillis(100_000);
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.number(0));
    }

    @Test
    void isWoundUpAgain() {
        it.say("TICKER.SET t 3 100");
        it.passMillis(250);
        it.say("TICKER.SET t 3 100");

        it.passMillis(50);
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.number(3));
    }

    @Test
    void isNotAValue() {
        it.say("TICKER.SET t 3 100");

        assertThat(it.say("GET t")).isEqualTo(Reply.failure("WRONGTYPE this key holds a ticker"));
        assertThat(it.say("INCR t")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("TICKER.SET t -1 100")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("TICKER.GET t")).isEqualTo(Reply.number(3));
    }
}
