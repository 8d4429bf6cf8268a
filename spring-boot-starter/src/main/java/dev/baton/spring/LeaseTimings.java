// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.spi.lease.LeaseTerms;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The timings of a lease, of which properties may leave out some. */
final class LeaseTimings {
    private LeaseTimings() {}

    /** What is left out follows from the lease, in the proportion that the usual timings have. */
    static LeaseTerms of(
            LeaseTerms usual,
            Duration lease,
            @Nullable Duration renewInterval,
            @Nullable Duration margin,
            @Nullable Duration requestTimeout) {
        double scale = (double) lease.toNanos() / usual.lease().toNanos();
        return new LeaseTerms(
                lease,
                part(renewInterval, usual.renewInterval(), scale),
                part(margin, usual.margin(), scale),
                part(requestTimeout, usual.requestTimeout(), scale));
    }

    private static Duration part(@Nullable Duration given, Duration usual, double scale) {
        return given == null ? Duration.ofNanos(Math.round(usual.toNanos() * scale)) : given;
    }
}
