// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.util.OptionalDouble;

/** One measured number. The error, where there is one, is half the width of the 99.9 % confidence interval. */
record Figure(String name, double value, OptionalDouble error, String unit) {
    Figure {
        if (name.isBlank() || unit.isBlank()) {
            throw new IllegalArgumentException(
                    "a figure needs a name and a unit, got '" + name + "' in '" + unit + "'");
        }
    }

    static Figure of(String name, double value, String unit) {
        return new Figure(name, value, OptionalDouble.empty(), unit);
    }

    /** A figure with its error; not a number means that there were too few samples to tell. */
    static Figure of(String name, double value, double error, String unit) {
        return new Figure(name, value, Double.isNaN(error) ? OptionalDouble.empty() : OptionalDouble.of(error), unit);
    }
}
