// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.guarded;

import dev.baton.internal.check.Validation;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;

/**
 * The timings that keep a command from running at the same time as the next leader's.
 *
 * @param grace how long the command may take to end after it was told to; KILL follows
 */
public record CommandTimes(LeaseTerms terms, Duration grace) {
    /**
     * The time that signals and checks of processes may take on a busy machine, besides the grace time; only a part of
     * a short lease.
     */
    private static final Duration HANDLING = Duration.ofMillis(500);

    private static final int HANDLING_SHARE = 4;
    private static final int GRACE_SHARE = 5;

    private static final Duration MIN_GRACE = Duration.ofMillis(10);

    /** The time that a machine may take to end a process after KILL, and a candidate to notice. */
    public static final Duration LATE_STOP = Duration.ofSeconds(10);

    /** Creates times with a fifth of the lease as grace time. */
    public static CommandTimes of(LeaseTerms terms) {
        return new CommandTimes(terms, terms.lease().dividedBy(GRACE_SHARE));
    }

    /** Adds its problems to the validation of its owner. */
    public Validation check(Validation rules) {
        Duration certain = terms.lease().minus(terms.margin());
        return rules.require(grace.compareTo(MIN_GRACE) >= 0, "grace %s is too short", Validation.show(grace))
                // Otherwise the command would be told to end even before an ordinary renewal.
                .require(
                        terms.renewInterval()
                                        .plus(terms.requestTimeout())
                                        .plus(windDown())
                                        .compareTo(certain)
                                < 0,
                        "grace %s does not fit a lease of %s: the command must end before another machine may lead;"
                                + " grace can be %s at most",
                        Validation.show(grace),
                        Validation.show(terms.lease()),
                        Validation.show(longestGrace(terms)));
    }

    private static Duration handling(LeaseTerms terms) {
        Duration part = terms.lease().dividedBy(HANDLING_SHARE);
        return part.compareTo(HANDLING) < 0 ? part : HANDLING;
    }

    public static Duration longestGrace(LeaseTerms terms) {
        Duration longest = terms.lease()
                .minus(terms.margin())
                .minus(terms.renewInterval())
                .minus(terms.requestTimeout())
                .minus(handling(terms))
                .minusMillis(1);
        return longest.isNegative() ? Duration.ZERO : longest;
    }

    /** How long before its deadline a leader that was not renewed tells the command to end. */
    public Duration windDown() {
        return grace.plus(handling(terms));
    }

    /** A stop may take long: the keepers end the command by the deadline, whether or not its end is noticed. */
    public Duration stopTimeout() {
        return grace.plus(LATE_STOP);
    }
}
