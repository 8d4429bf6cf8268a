// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
import dev.baton.spi.Vacancy;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bully's part in one election: before this node asks for votes, it asks all higher peers at once whether one of them
 * stands. Only decides who asks first, so nothing here can make two leaders. Invariants:
 *
 * <ol>
 *   <li>A node that waits for a higher peer waits for a bounded time.
 *   <li>A peer that does not answer costs one request timeout; one that cannot be reached costs nothing, and neither does
 *       a dead one, or one that has just given the leadership up.
 *   <li>A question starts nothing: the higher peer stands by its own candidate's wish or not at all.
 * </ol>
 */
final class HigherPeerRound {
    /** The part of a heartbeat after which one who had not decided is asked again. */
    private static final int SOON = 10;

    private final Duration heartbeat;
    private final Duration answerWithin;
    private final Duration electionTimeout;

    private Priority priority = Priority.DEFAULT;
    private @Nullable Priority wish;
    private @Nullable Round round;
    private boolean passed;
    private boolean staysOut;
    /** When this node's candidate was told that no node leads; nothing while someone does. */
    private @Nullable Long vacantSince;
    /** Who has given the leadership up, and is not asked. */
    private Optional<NodeId> former = Optional.empty();

    private static final class Round {
        private final Set<NodeId> open;
        private final long giveUpAt;
        private CandidateStatus highest = CandidateStatus.STAYS_OUT;
        private long askAgainAt;

        Round(Set<NodeId> open, long askAgainAt, long giveUpAt) {
            this.open = open;
            this.askAgainAt = askAgainAt;
            this.giveUpAt = giveUpAt;
        }
    }

    HigherPeerRound(BullySettings settings) {
        this.heartbeat = settings.heartbeat();
        this.answerWithin = settings.requestTimeout();
        this.electionTimeout = settings.electionTimeout();
    }

    @Nullable
    Priority wish() {
        return wish;
    }

    /** Whether this node stands, and has not asked its peers yet. */
    boolean isToBegin() {
        return wish != null && round == null && !passed;
    }

    /** Whether its peers have been asked, and it waits for what follows. */
    boolean isOpen() {
        return round != null && !passed;
    }

    /** Whether this node asks for votes, as far as its peers are concerned. */
    boolean hasPassed() {
        return passed;
    }

    /** That with which this node stands or, as far as is known, would. */
    Priority priority() {
        return priority;
    }

    void ready(Priority with) {
        priority = with;
    }

    void want(Priority wished) {
        wish = wished;
        priority = wished;
        staysOut = false;
    }

    void end() {
        wish = null;
        round = null;
        passed = false;
    }

    /** It gave leadership up, and will not take it back at once. */
    void resigned() {
        end();
        staysOut = true;
    }

    /** This node's candidate is told that no node leads. */
    void vacant(Vacancy vacancy, long now) {
        vacantSince = now;
        former = vacancy.cause() == Vacancy.Cause.RELEASED
                ? vacancy.former().map(leader -> leader.node().id())
                : Optional.empty();
    }

    /** Someone was elected. */
    void decided(long now) {
        staysOut |= hasLetItPass(now);
        vacantSince = null;
        end();
    }

    /** What a lower node is told that would ask for votes. */
    CandidateStatus stance(long now) {
        if (wish != null) {
            return CandidateStatus.STANDS;
        }
        return staysOut || hasLetItPass(now) ? CandidateStatus.STAYS_OUT : CandidateStatus.UNDECIDED;
    }

    /** Whether this node's candidate had a whole heartbeat to ask, and did not. */
    private boolean hasLetItPass(long now) {
        Long since = vacantSince;
        return wish == null && since != null && !MonotonicTime.isBefore(now, MonotonicTime.plus(since, heartbeat));
    }

    /** @return whom to ask now */
    List<NodeId> tick(List<NodeId> higher, long now) {
        if (wish == null || passed) {
            return List.of();
        }
        Round asked = round;
        if (asked == null) {
            return begin(higher, MonotonicTime.plus(now, electionTimeout), now);
        }
        if (!MonotonicTime.isBefore(now, asked.giveUpAt)) {
            passed = true;
        } else if (!MonotonicTime.isBefore(now, asked.askAgainAt)) {
            if (asked.highest != CandidateStatus.STAYS_OUT) {
                return begin(higher, asked.giveUpAt, now);
            }
            passed = true;
        }
        return List.of();
    }

    private List<NodeId> begin(List<NodeId> higher, long giveUpAt, long now) {
        List<NodeId> toAsk = higher.stream()
                .filter(id -> former.filter(id::equals).isEmpty())
                .toList();
        round = new Round(new HashSet<>(toAsk), MonotonicTime.plus(now, answerWithin), giveUpAt);
        passed = toAsk.isEmpty();
        return toAsk;
    }

    void answered(NodeId from, CandidateStatus stance, long now) {
        Round asked = round;
        if (asked == null || passed || !asked.open.remove(from)) {
            return;
        }
        asked.highest = stance.compareTo(asked.highest) > 0 ? stance : asked.highest;
        if (asked.open.isEmpty()) {
            switch (asked.highest) {
                case STAYS_OUT -> passed = true;
                case UNDECIDED -> asked.askAgainAt = MonotonicTime.plus(now, heartbeat.dividedBy(SOON));
                case STANDS -> asked.askAgainAt = MonotonicTime.plus(now, heartbeat);
            }
        }
    }

    long wakeAt(long now) {
        Round asked = round;
        if (wish == null || passed) {
            return MonotonicTime.never(now);
        }
        return asked == null ? now : MonotonicTime.earlier(asked.askAgainAt, asked.giveUpAt);
    }
}
