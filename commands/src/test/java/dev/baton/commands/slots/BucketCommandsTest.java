// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.commands.resp.Reply;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BucketCommandsTest {
    private final SlotsOnTest it = new SlotsOnTest();

    private static Reply yes(long more) {
        return Reply.list(Reply.flag(true), Reply.number(more), Reply.number(0));
    }

    private static Reply no(long more, long retryMillis) {
        return Reply.list(Reply.flag(false), Reply.number(more), Reply.number(retryMillis));
    }

    @Test
    void permitsRunOutAndAreFilledUp() {
        assertThat(it.say("BUCKET.TAKE b 2 1 1000")).isEqualTo(yes(1));
        assertThat(it.say("BUCKET.TAKE b 2 1 1000")).isEqualTo(yes(0));
        assertThat(it.say("BUCKET.TAKE b 2 1 1000")).isEqualTo(no(0, 1000));

        it.passMillis(999);
        assertThat(it.say("BUCKET.TAKE b 2 1 1000")).isEqualTo(no(0, 1));
        it.passMillis(1);
        assertThat(it.say("BUCKET.TAKE b 2 1 1000")).isEqualTo(yes(0));
    }

    @Test
    void everyPeriodThatPassedCounts() {
        assertThat(it.say("BUCKET.TAKE b 10 2 1000 10")).isEqualTo(yes(0));

        it.passMillis(3500);
        assertThat(it.say("BUCKET.TAKE b 10 2 1000")).isEqualTo(yes(5));
        it.passMillis(500);
        assertThat(it.say("BUCKET.TAKE b 10 2 1000")).isEqualTo(yes(6));
    }

    @Test
    void aFullBucketIsForgotten() {
        it.say("BUCKET.TAKE b 10 2 1000 3");

        it.passMillis(1999);
        assertThat(it.say("EXISTS b")).isEqualTo(Reply.number(1));
        it.passMillis(1);
        assertThat(it.say("EXISTS b")).isEqualTo(Reply.number(0));
    }

    @Test
    void moreThanFitsIsRefused() {
        assertThat(it.say("BUCKET.TAKE b 2 1 1000 3")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("BUCKET.TAKE b 0 1 1000")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("BUCKET.TAKE b 1 0 1000")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("BUCKET.TAKE b 1 1 0")).isInstanceOf(Reply.Failure.class);
        assertThat(it.say("LEAKY.ADD l 2 1000 3")).isInstanceOf(Reply.Failure.class);
        assertThat(it.slots.size()).isZero();
    }

    @Test
    void hugeBucketsDoNotOverflow() {
        String huge = "BUCKET.TAKE b 1000000000000 1 31622400000 1000000000000";

        assertThat(it.say(huge)).isEqualTo(yes(0));
        Reply.Listing refused = (Reply.Listing) it.say(huge);

        assertThat(((Reply.Whole) refused.items().get(2)).value()).isPositive();
    }

    @Test
    void aLeakyBucketTakesWhatHasRunOut() {
        assertThat(it.say("LEAKY.ADD l 3 100 3")).isEqualTo(yes(0));
        assertThat(it.say("LEAKY.ADD l 3 100")).isEqualTo(no(0, 100));

        it.passMillis(250);
        assertThat(it.say("LEAKY.ADD l 3 100 2")).isEqualTo(yes(0));
        it.passMillis(50);
        assertThat(it.say("LEAKY.ADD l 3 100")).isEqualTo(yes(0));
        it.passMillis(300);
        assertThat(it.say("EXISTS l")).isEqualTo(Reply.number(0));
    }

    /** A twin that looks at every single millisecond. */
    @Test
    void bucketsAgreeWithATwinThatCountsEveryMillisecond() {
        Random random = new Random(42);
        for (int round = 0; round < 200; round++) {
            SlotsOnTest tested = new SlotsOnTest();
            int capacity = 1 + random.nextInt(8);
            int refill = 1 + random.nextInt(4);
            int period = 1 + random.nextInt(30);
            long permits = capacity;
            int untilRefill = period;
            for (int step = 0; step < 100; step++) {
                int wait = random.nextInt(40);
                tested.passMillis(wait);
                for (int i = 0; i < wait && permits < capacity; i++) {
                    untilRefill--;
                    if (untilRefill == 0) {
                        permits = Math.min(capacity, permits + refill);
                        untilRefill = period;
                    }
                }
                if (permits == capacity) {
                    untilRefill = period;
                }
                int wanted = 1 + random.nextInt(capacity);
                boolean allowed = permits >= wanted;
                permits -= allowed ? wanted : 0;

                Reply.Listing reply = (Reply.Listing)
                        tested.say("BUCKET.TAKE b " + capacity + " " + refill + " " + period + " " + wanted);

                assertThat(reply.items().subList(0, 2))
                        .as("round %s, step %s", round, step)
                        .containsExactly(Reply.flag(allowed), Reply.number(permits));
            }
        }
    }
}
