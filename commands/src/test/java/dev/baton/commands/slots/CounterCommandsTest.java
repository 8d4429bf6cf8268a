// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import org.junit.jupiter.api.Test;

class CounterCommandsTest {
    private final SlotsOnTest it = new SlotsOnTest();

    @Test
    void countsFromZeroAndFromWhatWasSet() {
        assertThat(it.say("INCR n")).isEqualTo(Reply.number(1));
        assertThat(it.say("INCRBY n 41")).isEqualTo(Reply.number(42));
        assertThat(it.say("DECR n")).isEqualTo(Reply.number(41));
        assertThat(it.say("DECRBY n 50")).isEqualTo(Reply.number(-9));
        assertThat(it.say("GET n")).isEqualTo(Reply.text("-9"));

        it.say("SET m 100");
        assertThat(it.say("INCR m")).isEqualTo(Reply.number(101));
    }

    @Test
    void doesNotCountBeyondItsRange() {
        it.say("SET n 9223372036854775807");
        it.say("SET m -9223372036854775808");

        assertThat(it.say("INCR n")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("DECR m")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("DECRBY m -9223372036854775808")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("GET n")).isEqualTo(Reply.text("9223372036854775807"));
        assertThat(it.say("GET m")).isEqualTo(Reply.text("-9223372036854775808"));
    }

    @Test
    void doesNotCountOnWhatIsNoNumber() {
        it.say("SET n twelve");

        assertThat(it.say("INCR n")).isEqualTo(Reply.failure("ERR value is not an integer or out of range"));
        assertThat(it.say("INCRBY m 1.5")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("EXISTS m")).isEqualTo(Reply.number(0));
    }

    @Test
    void aCounterKeepsItsEnd() {
        it.say("SET n 1 PX 100");
        it.say("INCR n");

        assertThat(it.say("PTTL n")).isEqualTo(Reply.number(100));
        it.passMillis(100);
        assertThat(it.say("INCR n")).isEqualTo(Reply.number(1));
    }
}
