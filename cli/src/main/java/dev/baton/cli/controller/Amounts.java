// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.controller;

import java.util.List;
import java.util.Locale;

/** Formats bytes and rates for people. */
final class Amounts {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final int STEP = 1024;

    private Amounts() {}

    /** {@code 512 B}, {@code 1.5 KiB}, {@code 20 GiB}. */
    static String bytes(long count) {
        return scaled((double) count);
    }

    private static String scaled(double count) {
        double shown = count;
        int unit = 0;
        while (shown >= STEP && unit < UNITS.size() - 1) {
            shown /= STEP;
            unit++;
        }
        return number(unit == 0 ? Math.rint(shown) : shown) + " " + UNITS.get(unit);
    }

    static String bytesPerSecond(double rate) {
        return scaled(rate) + "/s";
    }

    static String perSecond(double rate) {
        return number(rate) + "/s";
    }

    /** Shows a decimal only where it matters. */
    private static String number(double value) {
        return value >= 10 || Math.rint(value) == value
                ? String.valueOf(Math.round(value))
                : String.format(Locale.ROOT, "%.1f", value);
    }
}
