// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.check;

import dev.baton.ConfigurationException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects the broken rules of one configuration record, so that a user sees all of them at once. */
public final class Validation {
    /** Beyond a day an interval is a mistake, and nanosecond arithmetic stays far from its limits. */
    private static final Duration MAX_DURATION = Duration.ofDays(1);

    private final String what;
    private final List<String> problems = new ArrayList<>();

    private Validation(String what) {
        this.what = what;
    }

    public static Validation of(String what) {
        return new Validation(what);
    }

    public Validation positive(String key, Duration value) {
        Objects.requireNonNull(value, key);
        return require(value.compareTo(Duration.ZERO) > 0, "%s %s must be above 0s", key, show(value))
                .bounded(key, value);
    }

    public Validation notNegative(String key, Duration value) {
        Objects.requireNonNull(value, key);
        return require(!value.isNegative(), "%s %s must not be negative", key, show(value))
                .bounded(key, value);
    }

    private Validation bounded(String key, Duration value) {
        return require(
                value.compareTo(MAX_DURATION) <= 0, "%s %s must be at most %s", key, show(value), show(MAX_DURATION));
    }

    public Validation between(String key, int value, int least, int most) {
        return require(value >= least && value <= most, "%s %s must be from %s to %s", key, value, least, most);
    }

    public Validation under(String key, Duration value, String limitKey, Duration limit) {
        return require(
                value.compareTo(limit) < 0, "%s %s must be under %s %s", key, show(value), limitKey, show(limit));
    }

    /** Adds a problem, worded by {@code format}, unless {@code holds}. */
    public Validation require(boolean holds, String format, Object... values) {
        if (!holds) {
            problems.add(String.format(format, values));
        }
        return this;
    }

    public void check() {
        if (!problems.isEmpty()) {
            throw new ConfigurationException(what, problems);
        }
    }

    /** A duration as people write it: {@code 1.5s}, {@code 200ms}. */
    public static String show(Duration value) {
        if (value.toSeconds() != 0 || value.isZero()) {
            return value.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
        }
        long nanos = value.toNanos();
        return nanos % 1_000_000 == 0 ? nanos / 1_000_000 + "ms" : nanos + "ns";
    }
}
