// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql;

import dev.baton.ElectionName;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseLink;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Decides which notices about leases nodes send each other in addition to the rows, and when to poll. If the database
 * delivers notices, a release is announced at once, and every few renewals the new expiry, so that standbys need not
 * read the row. Otherwise one statement polls for released leases of all elections of this node, as long as it waits
 * for any lease. Knows no database; any thread may use it.
 */
final class LeaseNotifications {
    private static final AsyncLog LOG = AsyncLog.of(LeaseNotifications.class);

    /** How often to poll, and the longest pause: a named successor has a head start of 2 s. */
    private static final int ASKED_PER_LEASE = 10;

    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);
    /** The fraction of its pause for which a poll waits to go with renewals. */
    private static final int WAITS_FOR_RENEWALS = 10;

    /** How often to check for notices, which costs the database nothing. */
    private static final Duration MAX_LISTENING_PAUSE = Duration.ofMillis(100);
    /** A release is noticed even if this many answers were missed. */
    private static final int ANSWERS_MISSED = 2;

    private final LeaseTerms terms;
    private final Duration interval;
    /** When this node last read a lease that it does not hold. */
    private final Map<ElectionName, Long> standingBy = new HashMap<>();
    /** When this node last announced a renewal of a lease that it holds. */
    private final Map<ElectionName, Long> announced = new HashMap<>();

    private final Set<ElectionName> renewed = new LinkedHashSet<>();
    private Map<String, Long> told = Map.of();
    /** How many nanoseconds this node's ticker is ahead of the database's clock, as of the last row that was read. */
    private OptionalLong ahead = OptionalLong.empty();

    /** When this node last polled for released leases. */
    private OptionalLong asked = OptionalLong.empty();
    /** When leases were last renewed. */
    private OptionalLong renewedAt = OptionalLong.empty();

    LeaseNotifications(LeaseTerms terms) {
        this.terms = terms;
        this.interval = shorter(terms.lease().dividedBy(ASKED_PER_LEASE), MAX_INTERVAL);
    }

    /** How often to poll for released leases. */
    Duration interval() {
        return interval;
    }

    /** Notes that this node polls for released leases now. */
    synchronized void asked(long now) {
        asked = OptionalLong.of(now);
    }

    /** Whether a read that is sent anyway should also poll for released leases. */
    synchronized boolean isWorthAsking(long now) {
        return asked.isEmpty() || hasPassed(interval.dividedBy(2), asked.getAsLong(), now);
    }

    /** How long until a separate poll is due; zero if it is due now. Renewals that come soon include the poll. */
    synchronized Duration untilQuestion(long now) {
        if (asked.isEmpty()) {
            return Duration.ZERO;
        }
        long due = MonotonicTime.plus(asked.getAsLong(), interval);
        Duration patience = interval.dividedBy(WAITS_FOR_RENEWALS);
        if (renewedAt.isPresent()) {
            long renewal = MonotonicTime.plus(renewedAt.getAsLong(), terms.renewInterval());
            long last = MonotonicTime.plus(due, patience);
            long first = MonotonicTime.plus(due, patience.negated());
            if (MonotonicTime.isBefore(now, last)
                    && MonotonicTime.isBefore(renewal, last)
                    && !MonotonicTime.isBefore(renewal, first)) {
                due = last;
            }
        }
        return Duration.ofNanos(Math.max(0, due - now));
    }

    /** How far back to poll. */
    Duration window() {
        return interval().multipliedBy(ANSWERS_MISSED + 1);
    }

    Duration listeningPause() {
        return shorter(interval(), MAX_LISTENING_PAUSE);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    synchronized void sent(List<LeaseRequest> requests, long now) {
        for (LeaseRequest request : requests) {
            ElectionName election = request.election();
            if (request instanceof LeaseRequest.Renew) {
                standingBy.remove(election);
                renewed.add(election);
                renewedAt = OptionalLong.of(now);
            } else {
                announced.remove(election);
                renewed.remove(election);
                standingBy.put(election, now);
            }
            if (request instanceof LeaseRequest.Release) {
                standingBy.remove(election);
            }
        }
    }

    /** Whether this node waits for any lease. A live contest reads its row at least once per lease. */
    synchronized boolean isStandingBy(long now) {
        standingBy.values().removeIf(since -> hasPassed(terms.lease().multipliedBy(2), since, now));
        return !standingBy.isEmpty();
    }

    /**
     * The elections whose renewal should be announced: those whose row standbys would read before they hear of the next
     * renewal.
     */
    synchronized List<ElectionName> renewalsToAnnounce(long now) {
        Duration heard = terms.lease()
                .minus(terms.renewInterval())
                .minus(terms.renewInterval().dividedBy(4));
        List<ElectionName> due = renewed.stream()
                .filter(it -> !announced.containsKey(it) || hasPassed(heard, announced.get(it), now))
                .toList();
        renewed.clear();
        due.forEach(election -> announced.put(election, now));
        return due;
    }

    private static boolean hasPassed(Duration duration, long since, long now) {
        return !MonotonicTime.isBefore(now, MonotonicTime.plus(since, duration));
    }

    /**
     * The elections to read, of those that were released lately, each once per epoch.
     *
     * @param epochs under which the leases had been held
     */
    synchronized List<ElectionName> released(Map<String, Long> epochs) {
        List<ElectionName> news = standingBy.keySet().stream()
                .filter(it -> epochs.containsKey(it.value()))
                .filter(it -> !Objects.equals(epochs.get(it.value()), told.get(it.value())))
                .toList();
        told = Map.copyOf(epochs);
        return news;
    }

    /**
     * A row was read, at {@code micros} by the database's clock and no earlier than {@code sent}. So instants of that
     * clock are converted to slightly too early, and never to too late.
     */
    synchronized void clockRead(long micros, long sent) {
        ahead = OptionalLong.of(sent - micros * 1_000);
    }

    /**
     * Delivers a notice: {@code released ELECTION}, or {@code renewed TOKEN EXPIRY ELECTION}, with the expiry in
     * microseconds by the database's clock, so that a notice means the same however late it is read.
     */
    synchronized void tell(String notice, LeaseLink.Listener listener) {
        String[] words = notice.split(" ", 4);
        try {
            if (words.length == 2 && words[0].equals("released")) {
                listener.changed(ElectionName.of(words[1]));
            } else if (words.length == 4 && words[0].equals("renewed") && ahead.isPresent()) {
                listener.renewed(
                        ElectionName.of(words[3]),
                        LeaseToken.parse(words[1]),
                        Math.multiplyExact(1_000, Long.parseLong(words[2])) + ahead.getAsLong());
            }
        } catch (IllegalArgumentException | ArithmeticException foreign) {
            // Every user of the database may send one.
            LOG.debug(
                    "a notification that is not Baton's: {}", foreign.getClass().getName());
        }
    }
}
