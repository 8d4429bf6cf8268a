// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation;

import java.time.Duration;

/**
 * How likely a modelled duty is to misbehave, each time it could.
 *
 * @param lingers takes long to stop, though no longer than the stop timeout allows
 * @param slowStart how long a start takes at most
 * @param slowStop how long a stop takes at most, if it behaves
 */
public record DutyFaultRates(
        double failsToStart,
        double hangsInStart,
        double crashes,
        double turnsUnhealthy,
        double hangsInHealth,
        double hangsInStop,
        double failsToStop,
        double lingers,
        Duration slowStart,
        Duration slowStop) {
    static DutyFaultRates good(Duration slowStart, Duration slowStop) {
        return new DutyFaultRates(0, 0, 0, 0, 0, 0, 0, 0, slowStart, slowStop);
    }

    static DutyFaultRates random(SeededRandom chance, Duration slowStop) {
        Duration slowStart = chance.millis(10, 800);
        if (chance.happens(0.5)) {
            return good(slowStart, slowStop);
        }
        return new DutyFaultRates(
                some(chance, 0.3),
                some(chance, 0.05),
                some(chance, 0.8),
                some(chance, 0.2),
                some(chance, 0.05),
                some(chance, 0.1),
                some(chance, 0.05),
                some(chance, 0.3),
                slowStart,
                slowStop);
    }

    private static double some(SeededRandom chance, double most) {
        return chance.happens(0.5) ? 0 : most * chance.generator().nextDouble();
    }

    DutyFaultRates reformed() {
        return good(slowStart, slowStop);
    }
}
