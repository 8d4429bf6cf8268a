// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.partitions;

/**
 * How fast a number grows, as an average in which the last seconds count most.
 *
 * @param at when the value was read, by a monotonic clock
 */
record GrowthRate(long at, long value, double perSecond) {
    /** After this time, an earlier rate counts a third. */
    private static final double MEMORY_SECONDS = 5;

    private static final double NANOS = 1e9;

    static GrowthRate from(long now, long value) {
        return new GrowthRate(now, value, 0);
    }

    /** Returns the next rate. A number that fell does not show how fast it grew meanwhile: then the rate stays. */
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
