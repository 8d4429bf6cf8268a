// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

/**
 * How fast a number grows, as an average in which the last seconds count most.
 *
 * @param at when it was looked at, by a monotonic clock
 */
record GrowthRate(long at, long value, double perSecond) {
    /** After so long, an earlier rate counts a third. */
    private static final double MEMORY_SECONDS = 5;

    private static final double NANOS = 1e9;

    static GrowthRate from(long now, long value) {
        return new GrowthRate(now, value, 0);
    }

    /** A number that fell says nothing of how fast it grew meanwhile: then the rate stays. */
    GrowthRate to(long now, long next) {
        double seconds = (now - at) / NANOS;
        if (seconds <= 0) {
            return this;
        }
        if (next < value) {
            return new GrowthRate(now, next, perSecond);
        }
        double weight = 1 - Math.exp(-seconds / MEMORY_SECONDS);
        return new GrowthRate(now, next, perSecond + weight * ((next - value) / seconds - perSecond));
    }
}
