// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.spi.Instants;
import dev.baton.spi.Term;
import java.time.Duration;

/** By when the duties of a leadership that ends must be stopped. */
record StopDeadlines(Duration windDown) {
    /** When duties are told to stop unless the term is renewed. */
    long windDownAt(Term term) {
        return term.certainUntil() - windDown.toNanos();
    }

    long stopBy(Term term, boolean held, boolean hurried, long now) {
        if (!held) {
            return atOnce(now);
        }
        // As long as the term is renewed there is no hurry; a stop that hangs is noticed by the supervisor.
        return hurried ? lastCall(term, now) : Instants.never(now);
    }

    /** Another may lead already: nothing is left of the term but the least that stopping takes. */
    long atOnce(long now) {
        return Instants.plus(now, windDown);
    }

    /**
     * When duties must be stopped although the term cannot be renewed: half-way between the deadline and the instant
     * from which others may lead. After a pause that is in the past, and the duties get the wind-down from now.
     */
    long lastCall(Term term, long now) {
        long halfWay = term.certainUntil() + (term.othersFrom() - term.certainUntil()) / 2;
        return Instants.isBefore(now, halfWay) ? halfWay : atOnce(now);
    }
}
