// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class ValueCommandsTest {
    private final SlotsOnTest it = new SlotsOnTest();

    @Test
    void whatWasSetIsRead() {
        assertThat(it.say("SET k v")).isEqualTo(Reply.OK);

        assertThat(it.say("GET k")).isEqualTo(Reply.text("v"));
        assertThat(it.say("GET other")).isEqualTo(Reply.NIL);
    }

    @Test
    void keysAndValuesAreAnyBytes() {
        byte[] key = {0, '\r', '\n', (byte) 0xff};
        byte[] value = {(byte) 0x80, 0};

        it.say(new Arguments("SET".getBytes(StandardCharsets.US_ASCII), key, value));

        assertThat(it.say(new Arguments("GET".getBytes(StandardCharsets.US_ASCII), key)))
                .isEqualTo(Reply.bulk(new Bytes(value)));
        assertThat(it.say(new Arguments(
                        "GET".getBytes(StandardCharsets.US_ASCII), new byte[] {0, '\r', '\n', (byte) 0xfe})))
                .isEqualTo(Reply.NIL);
    }

    @Test
    void aValueIsGoneAtTheTimeItEndsAndNotBefore() {
        it.say("SET k v PX 100");

        it.passMillis(99);
        assertThat(it.say("GET k")).isEqualTo(Reply.text("v"));
        assertThat(it.say("PTTL k")).isEqualTo(Reply.number(1));

        it.passMillis(1);
        assertThat(it.say("GET k")).isEqualTo(Reply.NIL);
        assertThat(it.say("PTTL k")).isEqualTo(Reply.number(-2));
        assertThat(it.slots.size()).isZero();
        assertThat(it.slots.bytes()).isZero();
    }

    @Test
    void timeLeftIsToldInSecondsAndInMilliseconds() {
        it.say("SET k v EX 10");
        it.say("SET ever v");

        assertThat(it.say("TTL k")).isEqualTo(Reply.number(10));
        assertThat(it.say("PTTL k")).isEqualTo(Reply.number(10_000));
        assertThat(it.say("TTL ever")).isEqualTo(Reply.number(-1));
        assertThat(it.say("TTL none")).isEqualTo(Reply.number(-2));
    }

    @Test
    void settingAgainTakesTheEndAway() {
        it.say("SET k v PX 100");
        it.say("SET k w");

        it.passMillis(1000);
        assertThat(it.say("GET k")).isEqualTo(Reply.text("w"));
    }

    @Test
    void conditionsAreKept() {
        assertThat(it.say("SET k v XX")).isEqualTo(Reply.NIL);
        assertThat(it.say("SET k v NX")).isEqualTo(Reply.OK);
        assertThat(it.say("SET k w NX")).isEqualTo(Reply.NIL);
        assertThat(it.say("SET k x XX EX 5")).isEqualTo(Reply.OK);

        assertThat(it.say("GET k")).isEqualTo(Reply.text("x"));
    }

    @Test
    void whatIsDeletedIsCounted() {
        it.say("SET a 1");
        it.say("TICKER.SET b 5 100");

        assertThat(it.say("EXISTS a b c a")).isEqualTo(Reply.number(3));
        assertThat(it.say("DEL a b c a")).isEqualTo(Reply.number(2));
        assertThat(it.slots.size()).isZero();
    }

    @Test
    void aRefusedSetChangesNothing() {
        it.say("SET k v");

        for (String words : new String[] {
            "SET k w EX",
            "SET k w EX 0",
            "SET k w EX -1",
            "SET k w PX x",
            "SET k w EX 9223372036854775807",
            "SET k w EX 1 PX 1",
            "SET k w NX XX",
            "SET k w KEEPALL"
        }) {
            assertThat(it.say(words)).as(words).isInstanceOf(Reply.Failure.class);
        }
        assertThat(it.say("GET k")).isEqualTo(Reply.text("v"));
        assertThat(it.say("TTL k")).isEqualTo(Reply.number(-1));
    }
}
