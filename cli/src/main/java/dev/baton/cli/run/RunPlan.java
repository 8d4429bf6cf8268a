// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.run;

import dev.baton.CandidateSettings;
import dev.baton.DutyPolicy;
import dev.baton.internal.check.Rules;
import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What to run, and the timings that keep it from running twice.
 *
 * @param grace how long the command may take to end after it was told to; KILL follows
 * @param patience how long to wait for leadership before giving up
 */
record RunPlan(
        String election,
        String node,
        List<String> command,
        LeaseTerms terms,
        Duration grace,
        OnExit onExit,
        Optional<Duration> patience) {
    /** What signals and looking at processes may take on a busy machine, beside the grace time; no more of a short lease than a part. */
    private static final Duration HANDLING = Duration.ofMillis(500);

    private static final int HANDLING_SHARE = 4;

    private static final Duration LEAST_GRACE = Duration.ofMillis(10);

    RunPlan {
        command = List.copyOf(command);
        Duration certain = terms.lease().minus(terms.margin());
        Rules.of("run")
                .require(!command.isEmpty(), "there is no command: write it after --")
                .require(grace.compareTo(LEAST_GRACE) >= 0, "grace %s is too short", Rules.show(grace))
                // Or an ordinary renewal, not a lost one, would find the command already told to end.
                .require(
                        terms.renewInterval()
                                        .plus(terms.requestTimeout())
                                        .plus(grace)
                                        .plus(handling(terms))
                                        .compareTo(certain)
                                < 0,
                        "grace %s does not fit a lease of %s: the command must end before another machine may lead;"
                                + " grace can be %s at most",
                        Rules.show(grace),
                        Rules.show(terms.lease()),
                        Rules.show(longestGrace(terms)))
                .check();
    }

    private static Duration handling(LeaseTerms terms) {
        Duration part = terms.lease().dividedBy(HANDLING_SHARE);
        return part.compareTo(HANDLING) < 0 ? part : HANDLING;
    }

    static Duration longestGrace(LeaseTerms terms) {
        Duration longest = terms.lease()
                .minus(terms.margin())
                .minus(terms.renewInterval())
                .minus(terms.requestTimeout())
                .minus(handling(terms))
                .minusMillis(1);
        return longest.isNegative() ? Duration.ZERO : longest;
    }

    CandidateSettings candidate() {
        return CandidateSettings.builder().windDown(grace.plus(handling(terms))).build();
    }

    /** Stopping may take its time: the keepers end the command by the deadline, whether or not it is seen to end. */
    DutyPolicy duty() {
        return DutyPolicy.DEFAULT.withStopTimeout(grace.plus(LateStop.LIMIT));
    }
}
