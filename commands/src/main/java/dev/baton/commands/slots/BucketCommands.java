// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import java.util.concurrent.TimeUnit;

/**
 * Limits on how often. Both answer three things: whether it may be done, how much more may be done at once, and in how
 * many milliseconds the same request would be let through (zero if it was). A bucket that is as good as new is forgotten.
 */
final class BucketCommands {
    private static final long MAX_NUMBER = 1_000_000_000_000L;
    private static final long MAX_MILLIS = TimeUnit.DAYS.toMillis(366);

    private BucketCommands() {}

    /** {@code BUCKET.TAKE key capacity refill period-ms [permits]} */
    static Reply take(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        long capacity = arguments.between(2, "capacity", 1, MAX_NUMBER);
        long refill = arguments.between(3, "refill", 1, MAX_NUMBER);
        long period = Spans.ofMillis(arguments.between(4, "period-ms", 1, MAX_MILLIS));
        long wanted = arguments.size() == 6 ? arguments.between(5, "permits", 1, capacity) : 1;
        TokenBucket.Rate rate = new TokenBucket.Rate(capacity, refill, period);

        TokenBucket kept = slots.find(key, TokenBucket.class);
        TokenBucket bucket = kept == null ? TokenBucket.full(rate, now) : kept.at(now, rate);
        if (bucket.permits() < wanted) {
            return answer(false, bucket.permits(), bucket.nanosUntil(wanted, now, rate));
        }
        TokenBucket left = bucket.less(wanted);
        slots.put(key, left, now + left.nanosUntil(capacity, now, rate));
        return answer(true, left.permits(), 0);
    }

    /** {@code LEAKY.ADD key capacity drop-ms [drops]} */
    static Reply add(Slots slots, Arguments arguments, long now) {
        Bytes key = slots.key(arguments.bytes(1));
        long capacity = arguments.between(2, "capacity", 1, MAX_NUMBER);
        long drop = Spans.ofMillis(arguments.between(3, "drop-ms", 1, MAX_MILLIS));
        long added = arguments.size() == 5 ? arguments.between(4, "drops", 1, capacity) : 1;

        LeakyBucket kept = slots.find(key, LeakyBucket.class);
        LeakyBucket bucket = kept == null ? LeakyBucket.empty(now) : kept.at(now, drop);
        if (bucket.level() > capacity - added) {
            long free = Math.max(0, capacity - bucket.level());
            return answer(false, free, bucket.nanosUntil(capacity - added, now, drop));
        }
        LeakyBucket fuller = bucket.with(added);
        slots.put(key, fuller, now + fuller.nanosUntil(0, now, drop));
        return answer(true, capacity - fuller.level(), 0);
    }

    private static Reply answer(boolean allowed, long more, long retryNanos) {
        return Reply.list(Reply.flag(allowed), Reply.number(more), Reply.number(Spans.toMillis(retryNanos)));
    }
}
