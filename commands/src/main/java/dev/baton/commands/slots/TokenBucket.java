// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

/**
 * A store of permits that is filled up by the period.
 *
 * @param permits what is left
 * @param since when the period began that has not been counted yet
 */
record TokenBucket(long permits, long since) implements SlotContent {
    /** How a bucket is filled; comes with each request, so that nothing needs to be set up. */
    record Rate(long capacity, long refill, long periodNanos) {}

    static TokenBucket full(Rate rate, long now) {
        return new TokenBucket(rate.capacity(), now);
    }

    /** Filled by every period that has passed, however many. */
    TokenBucket at(long now, Rate rate) {
        long periods = (now - since) / rate.periodNanos();
        long room = Math.max(0, rate.capacity() - permits);
        if (periods >= periodsFor(room, rate)) {
            // A full bucket waits: its next period begins with the first permit taken.
            return full(rate, now);
        }
        return new TokenBucket(permits + periods * rate.refill(), since + periods * rate.periodNanos());
    }

    TokenBucket less(long taken) {
        return new TokenBucket(permits - taken, since);
    }

    /** How long until there are {@code wanted} permits, which must not be more than fit. */
    long nanosUntil(long wanted, long now, Rate rate) {
        long missing = wanted - permits;
        return missing <= 0 ? 0 : Spans.times(periodsFor(missing, rate), rate.periodNanos()) - (now - since);
    }

    private static long periodsFor(long permits, Rate rate) {
        return (permits + rate.refill() - 1) / rate.refill();
    }

    @Override
    public String kind() {
        return "token bucket";
    }
}
