// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.doctor;

import dev.baton.cli.screen.DurationFormat;
import dev.baton.server.doctor.Finding;
import dev.baton.spi.lease.LeaseTerms;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** What a measurement means for elections. */
final class Verdicts {
    private static final Duration CLOSE = Duration.ofSeconds(1);

    private Verdicts() {}

    /**
     * @param ahead how far the other clock is ahead of this machine's
     * @param uncertainty what the way to it and back may account for
     */
    static Finding clock(String check, String whose, Duration ahead, Duration uncertainty) {
        Duration off = ahead.abs().minus(uncertainty);
        String said = whose + " is " + DurationFormat.show(ahead.abs()) + (ahead.isNegative() ? " behind" : " ahead of")
                + " this machine (give or take " + DurationFormat.show(uncertainty) + ")";
        return off.compareTo(CLOSE) <= 0
                ? Finding.ok(check, said)
                : Finding.warn(
                        check,
                        said,
                        "elections do not compare the two, but times in logs and events will mislead: run chrony or"
                                + " ntpd on both");
    }

    /** A renewal is two statements, and must fit the request timeout with room for bad moments. */
    static Finding latency(List<Duration> roundTrips, LeaseTerms terms) {
        List<Duration> sorted = roundTrips.stream().sorted().toList();
        Duration median = sorted.get(sorted.size() / 2);
        Duration worst = sorted.get(sorted.size() - 1);
        String said = "median " + micros(median) + ", worst " + micros(worst) + " of " + sorted.size()
                + " round trips; the request timeout is " + DurationFormat.show(terms.requestTimeout())
                + " of a lease of "
                + DurationFormat.show(terms.lease());
        if (worst.multipliedBy(2).compareTo(terms.requestTimeout()) >= 0) {
            return Finding.fail("latency", said, "make the lease longer, or bring the database closer");
        }
        return median.multipliedBy(20).compareTo(terms.requestTimeout()) > 0
                ? Finding.warn("latency", said, "a longer lease would tolerate longer delays")
                : Finding.ok("latency", said);
    }

    private static String micros(Duration span) {
        return String.format(Locale.ROOT, "%.1f ms", span.toNanos() / 1e6);
    }

    static Finding isolation(int level) {
        return switch (level) {
            case Connection.TRANSACTION_SERIALIZABLE ->
                Finding.warn(
                        "isolation",
                        "connections begin as SERIALIZABLE",
                        "the elector sets its own, but fenced transactions of yours will see serialization failures:"
                                + " be ready to try again, or use READ COMMITTED");
            case Connection.TRANSACTION_READ_UNCOMMITTED ->
                Finding.warn(
                        "isolation",
                        "connections begin as READ UNCOMMITTED",
                        "the elector sets its own; use READ COMMITTED or higher for what you fence");
            case Connection.TRANSACTION_REPEATABLE_READ -> Finding.ok("isolation", "REPEATABLE READ");
            default -> Finding.ok("isolation", "READ COMMITTED");
        };
    }
}
