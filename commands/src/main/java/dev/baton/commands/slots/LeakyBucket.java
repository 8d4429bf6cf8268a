// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.slots;

/**
 * A bucket that runs out drop by drop and takes what fits in.
 *
 * @param level what is in it
 * @param since when the drop began to fall that has not been counted yet
 */
record LeakyBucket(long level, long since) implements SlotContent {
    static LeakyBucket empty(long now) {
        return new LeakyBucket(0, now);
    }

    /** Less every drop that has fallen, however many. */
    LeakyBucket at(long now, long dropNanos) {
        long drops = (now - since) / dropNanos;
        return drops >= level ? empty(now) : new LeakyBucket(level - drops, since + drops * dropNanos);
    }

    LeakyBucket with(long added) {
        return new LeakyBucket(level + added, since);
    }

    /** How long until the level is down to {@code wanted}. */
    long nanosUntil(long wanted, long now, long dropNanos) {
        return level <= wanted ? 0 : Spans.times(level - wanted, dropNanos) - (now - since);
    }

    @Override
    public String kind() {
        return "leaky bucket";
    }
}
