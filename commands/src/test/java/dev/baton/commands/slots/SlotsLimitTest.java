// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Epoch;
import dev.baton.commands.resp.Reply;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SlotsLimitTest {
    private final SlotsOnTest it = new SlotsOnTest(Epoch.of(1), new SlotLimits(3, 8, 100, 700));

    @Test
    void moreKeysThanTheLimitAreRefusedUntilOneEnds() {
        it.say("SET a 1 PX 10");
        it.say("SET b 1");
        it.say("INCR c");

        assertThat(it.say("SET d 1")).isEqualTo(Reply.failure("OOM the limit is 3 keys"));
        assertThat(it.say("SET b 2")).isEqualTo(Reply.OK);
        it.passMillis(10);
        assertThat(it.say("SET d 1")).isEqualTo(Reply.OK);
    }

    @Test
    void moreBytesThanTheLimitAreRefusedAndTheOldValueStays() {
        it.say("SET a " + "x".repeat(100));
        it.say("SET b " + "x".repeat(100));
        it.say("SET c x");

        assertThat(it.say("SET c " + "x".repeat(100))).isEqualTo(Reply.OK);
        assertThat(it.slots.bytes()).isEqualTo(3 * (128 + 101));
        SlotsOnTest smaller = new SlotsOnTest(Epoch.of(1), new SlotLimits(3, 8, 100, 300));
        smaller.say("SET a x");
        smaller.say("SET b x");
        assertThat(smaller.say("SET b " + "x".repeat(100))).isEqualTo(Reply.failure("OOM the limit is 300 bytes"));
        assertThat(smaller.say("GET b")).isEqualTo(Reply.text("x"));
    }

    @Test
    void longKeysValuesAndOwnersAreRefused() {
        assertThat(it.say("SET 123456789 x")).isEqualTo(Reply.failure("ERR key of 9 bytes is longer than 8"));
        assertThat(it.say("GET 123456789")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("SET k " + "x".repeat(101)))
                .isEqualTo(Reply.failure("ERR value of 101 bytes is longer than 100"));
        assertThat(it.say("LEASE.ACQUIRE l 123456789 1000")).isInstanceOf(Reply.Failure.class);
        assertThat(it.slots.size()).isZero();
    }

    @Test
    void bytesAddUpWhateverHappens() {
        SlotsOnTest busy = new SlotsOnTest(Epoch.of(1), new SlotLimits(20, 8, 100, 3000));
        String[] templates = {
            "SET %s vvvv",
            "SET %s v PX 5",
            "INCR %s",
            "DEL %s",
            "LEASE.ACQUIRE %s ann 7",
            "LEASE.ACQUIRE %s bo 3",
            "BUCKET.TAKE %s 5 1 3",
            "LEAKY.ADD %s 5 2",
            "TICKER.SET %s 5 5",
            "SET %s " + "w".repeat(90)
        };
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            busy.say(templates[random.nextInt(templates.length)].formatted("k" + random.nextInt(30)));
            busy.passMillis(random.nextInt(2));

            assertThat(busy.slots.size()).isLessThanOrEqualTo(20);
            assertThat(busy.slots.bytes()).isBetween(0L, 3000L);
        }
        for (int i = 0; i < 30; i++) {
            busy.passMillis(100);
            busy.say("DEL k" + i);
        }
        assertThat(busy.slots.size()).isZero();
        assertThat(busy.slots.bytes()).isZero();
    }
}
