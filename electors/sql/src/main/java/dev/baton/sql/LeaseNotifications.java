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
 * Decides what the nodes tell each other of their leases in addition to the rows, and when it is worth asking. Where the database
 * passes notices on, a release is told at once, and every few renewals that a lease goes on, so that standbys need not
 * look. Where not, one statement asks for all elections of this node what was given back, as long as it waits for any
 * lease. Knows no database; any thread may use it.
 */
final class LeaseNotifications {
    private static final AsyncLog LOG = AsyncLog.of(LeaseNotifications.class);

    /** How often it asks, and at least: a named successor's head start is 2 s. */
    private static final int ASKED_PER_LEASE = 10;

    private static final Duration MAX_INTERVAL = Duration.ofSeconds(1);
    /** By what part of its pause a question waits for renewals to go with. */
    private static final int WAITS_FOR_RENEWALS = 10;

    /** How often notices are looked for, which costs the database nothing. */
    private static final Duration MAX_LISTENING_PAUSE = Duration.ofMillis(100);
    /** A release is found also if this many answers were missed. */
    private static final int ANSWERS_MISSED = 2;

    private final LeaseTerms terms;
    private final Duration interval;
    /** When this node last looked at a lease that it does not hold. */
    private final Map<ElectionName, Long> standingBy = new HashMap<>();
    /** When this node last announced that a lease that it holds goes on. */
    private final Map<ElectionName, Long> announced = new HashMap<>();

    private final Set<ElectionName> renewed = new LinkedHashSet<>();
    private Map<String, Long> told = Map.of();
    /** By how many nanoseconds this node's ticker is ahead of the database's clock, as of the last row that was read. */
    private OptionalLong ahead = OptionalLong.empty();

    /** When it was last asked what was given back. */
    private OptionalLong asked = OptionalLong.empty();
    /** When leases were last renewed. */
    private OptionalLong renewedAt = OptionalLong.empty();

    LeaseNotifications(LeaseTerms terms) {
        this.terms = terms;
        this.interval = shorter(terms.lease().dividedBy(ASKED_PER_LEASE), MAX_INTERVAL);
    }

    /** How often to ask what was given back. */
    Duration interval() {
        return interval;
    }

    /** It is asked now what was given back. */
    synchronized void asked(long now) {
        asked = OptionalLong.of(now);
    }

    /** Whether a look at rows that is sent anyway should ask what was given back, too. */
    synchronized boolean isWorthAsking(long now) {
        return asked.isEmpty() || hasPassed(interval.dividedBy(2), asked.getAsLong(), now);
    }

    /** How long not to ask by itself; nothing if it is time to. Renewals that come soon take the question with them. */
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

    /** For how far back to ask. */
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

    /** Whether this node waits for any lease. A contest that goes on looks at its row at least once in a lease. */
    synchronized boolean isStandingBy(long now) {
        standingBy.values().removeIf(since -> hasPassed(terms.lease().multipliedBy(2), since, now));
        return !standingBy.isEmpty();
    }

    /**
     * The elections whose renewal is to be announced: those of which standbys would look at the row before they hear of
     * the next renewal.
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
     * The elections to look at, of those that were given back lately, each once per epoch.
     *
     * @param epochs under which they had been held
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
     * A row was read, at {@code micros} by the database's clock and no earlier than {@code sent}: what is said in that
     * clock is taken for a little earlier than it is, and never for later.
     */
    synchronized void clockRead(long micros, long sent) {
        ahead = OptionalLong.of(sent - micros * 1_000);
    }

    /**
     * Passes a notice on: {@code released ELECTION}, or {@code renewed TOKEN EXPIRY ELECTION}, with the expiry in
     * microseconds by the database's clock, so that a notice says the same however late it is read.
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
