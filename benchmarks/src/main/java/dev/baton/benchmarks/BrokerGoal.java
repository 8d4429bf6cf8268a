// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import static java.lang.Double.NaN;

import dev.baton.benchmarks.BrokerFigures.Contender;
import dev.baton.benchmarks.BrokerFigures.Row;
import java.util.OptionalDouble;

/** What Baton wants to reach with a figure. Beside a peer that was not measured, no goal is met: comparisons with NaN are false. */
enum BrokerGoal {
    NONE("") {
        @Override
        boolean met(double baton, OptionalDouble forced, OptionalDouble kafka) {
            return true;
        }
    },
    RATE("≥ 2 × fsync, ≥ ½ × default") {
        @Override
        boolean met(double baton, OptionalDouble forced, OptionalDouble kafka) {
            return baton >= 2 * forced.orElse(NaN) && baton >= kafka.orElse(NaN) / 2;
        }
    },
    LATENCY("≤ ½ × fsync") {
        @Override
        boolean met(double baton, OptionalDouble forced, OptionalDouble kafka) {
            return baton <= forced.orElse(NaN) / 2;
        }
    },
    START("< 4 s") {
        @Override
        boolean met(double baton, OptionalDouble forced, OptionalDouble kafka) {
            return baton < 4;
        }
    },
    KILL("< 1 000 ms") {
        @Override
        boolean met(double baton, OptionalDouble forced, OptionalDouble kafka) {
            return baton < 1_000;
        }
    };

    final String text;

    BrokerGoal(String text) {
        this.text = text;
    }

    abstract boolean met(double baton, OptionalDouble forced, OptionalDouble kafka);

    /** What is written beside the figure. */
    static String verdict(BrokerFigures figures, Row row) {
        OptionalDouble baton = figures.median(Contender.BATON, row);
        if (row.goal == NONE || baton.isEmpty()) {
            return "";
        }
        boolean met = row.goal.met(
                baton.getAsDouble(), figures.median(Contender.KAFKA_FORCED, row), figures.median(Contender.KAFKA, row));
        return met ? "met" : "**not met**";
    }
}
