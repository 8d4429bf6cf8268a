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

    /** Sensible timings around a lease: renewed three times in it, with a tenth of it as margin. */
    public static LeaseTerms of(Duration lease) {
        return new LeaseTerms(lease, lease.dividedBy(10).multipliedBy(3), lease.dividedBy(10), lease.dividedBy(5));
    }

    /** How long a grant is still certain, at least, when its renewal is due. */
    public Duration certainty() {
        return lease.minus(margin).minus(renewInterval);
    }

    /**
     * How long a claim is kept that is not repeated. It is repeated a renewal interval after it was answered. One may get
     * lost: that is known after a request timeout, and the next one follows within another renewal interval, also if
     * the first answer and the last request take a request timeout each.
     */
    public Duration claimLength() {
        return renewInterval.multipliedBy(2).plus(requestTimeout.multipliedBy(3));
    }

    /**
     * How long a lease is valid that the store said to last {@code remaining}, answering a request sent at {@code sent}.
     * The store looked at its clock no earlier than the request was sent, so no other node holds the lease before
     * {@code sent + remaining}. A store whose clock was set back says too much; more than a whole lease is never
     * believed.
     */
    Validity validity(long sent, Duration remaining) {
        Duration believed = remaining.compareTo(lease) < 0 ? remaining : lease;
        long othersFrom = sent + believed.toNanos();
        return new Validity(othersFrom - margin.toNanos(), othersFrom);
    }
}
