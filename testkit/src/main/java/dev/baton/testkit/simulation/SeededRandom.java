// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** Everything that is left to chance in a run. One seed, one sequence. */
public final class SeededRandom {
    private final SplittableRandom random;

    public SeededRandom(long seed) {
        this(new SplittableRandom(seed));
    }

    private SeededRandom(SplittableRandom random) {
        this.random = random;
    }

    /** A sequence of its own, so that one more question here does not change the answers elsewhere. */
    public SeededRandom split() {
        return new SeededRandom(random.split());
    }

    public RandomGenerator generator() {
        return random;
    }

    public int number() {
        return random.nextInt();
    }

    /** From {@code least} to {@code most}, both possible. */
    public int between(int least, int most) {
        return random.nextInt(least, most + 1);
    }

    public long nanos(Duration least, Duration most) {
        return nanos(least.toNanos(), most.toNanos());
    }

    public long nanos(long least, long most) {
        return least + (most > least ? random.nextLong(most - least) : 0);
    }

    public Duration millis(int least, int most) {
        return Duration.ofMillis(between(least, most));
    }

    public boolean happens(double probability) {
        return random.nextDouble() < probability;
    }

    public <T> T pick(List<T> from) {
        return from.get(random.nextInt(from.size()));
    }
}
