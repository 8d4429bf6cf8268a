// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.LeaderSeen;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What this node knows of who leads one election, from what leaders say. Knows nothing before {@code knownFrom}. */
final class LeaderSighting {
    private final long knownFrom;
    private final boolean onlyAfterTheOther;
    private @Nullable Leader leader;
    private @Nullable LeaseToken token;
    private Priority priority = Priority.DEFAULT;
    private @Nullable Vacancy vacancy;
    private long heardAt;
    private long until;

    /** @param onlyAfterTheOther whether a leader is believed only once the one before has ended */
    LeaderSighting(long knownFrom, boolean onlyAfterTheOther) {
        this.knownFrom = knownFrom;
        this.onlyAfterTheOther = onlyAfterTheOther;
    }

    boolean isLive() {
        return leader != null && vacancy == null;
    }

    boolean isOf(Node node) {
        return isLive() && leader != null && leader.node().equals(node);
    }

    /** Of the leadership that {@link #isLive}. */
    LeaseToken token() {
        return Objects.requireNonNull(token);
    }

    /** Whether no node leads because the last leader said or was proven to have ended, and did not just fall silent. */
    boolean isSeenToEnd() {
        Vacancy present = vacancy;
        return present != null && (present.cause() == Vacancy.Cause.RELEASED || present.cause() == Vacancy.Cause.GONE);
    }

    /** The priority under which this node leads after this vacancy, if its own is {@code own}. */
    Priority priorityAfter(NodeId self, Priority own) {
        boolean named =
                vacancy != null && vacancy.successor().filter(self::equals).isPresent();
        return named ? own.asSuccessorOf(priority) : own;
    }

    Epoch epoch() {
        return leader == null ? Epoch.NONE : leader.epoch();
    }

    Optional<ElectorEvent> current() {
        if (vacancy != null) {
            return Optional.of(new Vacant(vacancy));
        }
        return Optional.ofNullable(leader).map(LeaderSeen::new);
    }

    /** A leader was heard. Returns what is new about it. */
    Optional<ElectorEvent> heard(Renew renew, long now) {
        Leader said = renew.leader();
        LeaseToken saidToken = renew.token();
        if (epoch().isAfter(said.epoch())) {
            return Optional.empty();
        }
        boolean same = saidToken.equals(token);
        if (!same && isLive() && onlyAfterTheOther) {
            return Optional.empty();
        }
        if (same && vacancy != null && vacancy.cause() == Vacancy.Cause.RELEASED) {
            // Sent before the end, and overtaken by news of it.
            return Optional.empty();
        }
        boolean news = !same || vacancy != null;
        leader = said;
        token = saidToken;
        priority = renew.priority();
        vacancy = null;
        heardAt = now;
        until = MonotonicTime.plus(now, renew.lease());
        return news ? current() : Optional.empty();
    }

    Optional<ElectorEvent> released(Leader said, LeaseToken saidToken, Optional<NodeId> successor) {
        if (epoch().isAfter(said.epoch()) || (isLive() && !saidToken.equals(token) && onlyAfterTheOther)) {
            return Optional.empty();
        }
        if (!saidToken.equals(token)) {
            priority = Priority.DEFAULT; // Nothing was known of that leadership before.
        }
        leader = said;
        token = saidToken;
        vacancy = new Vacancy(Optional.of(said), Vacancy.Cause.RELEASED, successor);
        return current();
    }

    Optional<ElectorEvent> gone(Node node) {
        return isOf(node) ? end(Vacancy.Cause.GONE, Duration.ZERO) : Optional.empty();
    }

    /** The leadership of {@code held} is over here, whatever others may still believe. */
    Optional<ElectorEvent> lapsed(LeaseToken held) {
        return isLive() && held.equals(token) ? end(Vacancy.Cause.EXPIRED, Duration.ZERO) : Optional.empty();
    }

    Optional<ElectorEvent> tick(long now) {
        if (leader == null && vacancy == null && !MonotonicTime.isBefore(now, knownFrom)) {
            vacancy = Vacancy.fresh();
            return current();
        }
        return isLive() && !MonotonicTime.isBefore(now, until)
                ? end(Vacancy.Cause.EXPIRED, Duration.ofNanos(now - heardAt))
                : Optional.empty();
    }

    private Optional<ElectorEvent> end(Vacancy.Cause cause, Duration silence) {
        vacancy = new Vacancy(Optional.ofNullable(leader), cause, Optional.empty(), silence);
        return current();
    }

    long wakeAt(long now) {
        if (leader == null && vacancy == null) {
            return knownFrom;
        }
        return isLive() ? until : MonotonicTime.never(now);
    }
}
