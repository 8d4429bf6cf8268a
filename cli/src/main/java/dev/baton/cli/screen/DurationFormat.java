// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.screen;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Lengths of time as people read them, the same in every locale. */
public final class DurationFormat {
    private DurationFormat() {}

    public static String millis(@Nullable Long millis) {
        return millis == null ? "" : show(Duration.ofMillis(millis));
    }

    /** {@code 340 ms}, {@code 4.2 s}, {@code 3m12s}, {@code 5h07m}, {@code 12d3h}. */
    public static String show(Duration span) {
        long millis = Math.max(0, span.toMillis());
        if (millis < 1_000) {
            return millis + " ms";
        }
        if (millis < 60_000) {
            return String.format(Locale.ROOT, "%.1f s", Math.floor(millis / 100.0) / 10);
        }
        if (span.toHours() < 1) {
            return String.format(Locale.ROOT, "%dm%02ds", span.toMinutes(), span.toSecondsPart());
        }
        return span.toDays() < 1
                ? String.format(Locale.ROOT, "%dh%02dm", span.toHours(), span.toMinutesPart())
                : String.format(Locale.ROOT, "%dd%dh", span.toDays(), span.toHoursPart());
    }

    /** The time between two instants; empty if one of them is not known. */
    public static String between(@Nullable Instant from, @Nullable Instant to) {
        return from == null || to == null ? "" : show(Duration.between(from, to));
    }
}
