// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import dev.baton.internal.check.Validation;
import dev.baton.spi.Validity;
import java.time.Duration;

/**
 * The timings of a lease.
 *
 * @param lease how long the store keeps a leadership that is not renewed
 * @param renewInterval how often the holder renews
 * @param margin how much earlier than the store the holder considers its leadership over
 * @param requestTimeout how long to wait for an answer; after that the outcome is unknown
 */
public record LeaseTerms(Duration lease, Duration renewInterval, Duration margin, Duration requestTimeout) {
    private static final Duration MIN_RENEWAL = Duration.ofMillis(1);

    public static final LeaseTerms DEFAULT =
            new LeaseTerms(Duration.ofSeconds(10), Duration.ofSeconds(3), Duration.ofSeconds(1), Duration.ofSeconds(2));

    public LeaseTerms {
        Validation.of("lease")
                .positive("lease", lease)
                .positive("renewInterval", renewInterval)
                .positive("margin", margin)
                .positive("requestTimeout", requestTimeout)
                .require(
                        renewInterval.compareTo(MIN_RENEWAL) >= 0,
                        "renewInterval %s must be at least %s",
                        Validation.show(renewInterval),
                        Validation.show(MIN_RENEWAL))
                .check();
        Validation.of("lease")
                .require(
                        renewInterval.multipliedBy(2).compareTo(lease) < 0,
                        "renewInterval %s must be under half of lease %s",
                        Validation.show(renewInterval),
                        Validation.show(lease))
                .require(
                        margin.multipliedBy(2).compareTo(lease) < 0,
                        "margin %s must be under half of lease %s",
                        Validation.show(margin),
                        Validation.show(lease))
                .require(
                        renewInterval.plus(requestTimeout).plus(margin).compareTo(lease) < 0,
                        "renewInterval %s + requestTimeout %s + margin %s must be under lease %s",
                        Validation.show(renewInterval),
                        Validation.show(requestTimeout),
                        Validation.show(margin),
                        Validation.show(lease))
                .check();
    }

    /** Sensible timings for a lease: it is renewed three times, and a tenth of it is the margin. */
    public static LeaseTerms of(Duration lease) {
        return new LeaseTerms(lease, lease.dividedBy(10).multipliedBy(3), lease.dividedBy(10), lease.dividedBy(5));
    }

    /** The minimum time for which a grant is still certain when its renewal is due. */
    public Duration certainty() {
        return lease.minus(margin).minus(renewInterval);
    }

    /**
     * How long the store keeps a claim that is not repeated. A claim is repeated a renewal interval after its answer.
     * One may get lost: that is known after a request timeout, and the next one follows within another renewal
     * interval, even if the first answer and the last request take a request timeout each.
     */
    public Duration claimLength() {
        return renewInterval.multipliedBy(2).plus(requestTimeout.multipliedBy(3));
    }

    /**
     * The validity of a lease that lasts {@code remaining} according to the store, in answer to a request sent at
     * {@code sent}. The store looked at its clock no earlier than the request was sent, so no other node holds the
     * lease before {@code sent + remaining}. A store whose clock was set back reports too much, so more than a whole
     * lease never counts.
     */
    Validity validity(long sent, Duration remaining) {
        Duration believed = remaining.compareTo(lease) < 0 ? remaining : lease;
        long othersFrom = sent + believed.toNanos();
        return new Validity(othersFrom - margin.toNanos(), othersFrom);
    }
}
