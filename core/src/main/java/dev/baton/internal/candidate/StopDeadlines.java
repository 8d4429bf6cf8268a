// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Validity;
import java.time.Duration;

/** Computes by when the duties of an ending leadership must be stopped. */
record StopDeadlines(Duration windDown) {
    /** When duties are told to stop unless the leadership is renewed. */
    long windDownAt(Validity validity) {
        return validity.certainUntil() - windDown.toNanos();
    }

    long stopBy(Validity validity, boolean held, boolean hurried, long now) {
        if (!held) {
            return atOnce(now);
        }
        // While the leadership is renewed there is no hurry; the supervisor notices a stop that hangs.
        return hurried ? lastCall(validity, now) : MonotonicTime.never(now);
    }

    /** Another node may lead already: only the minimum time that stopping takes is left. */
    long atOnce(long now) {
        return MonotonicTime.plus(now, windDown);
    }

    /**
     * When duties must be stopped although the leadership cannot be renewed: half-way between the deadline and the instant
     * from which others may lead. After a pause that is in the past, and the duties get the wind-down from now.
     */
    long lastCall(Validity validity, long now) {
        long halfWay = validity.certainUntil() + (validity.othersFrom() - validity.certainUntil()) / 2;
        return MonotonicTime.isBefore(now, halfWay) ? halfWay : atOnce(now);
    }
}
