// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.core.Instants;
import dev.baton.core.NodeId;
import dev.baton.elector.Priority;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The bully's part in one election: before this node asks for votes, it asks all higher peers at once whether one of them
 * stands. Only decides who asks first, so nothing here can make two leaders. What it keeps:
 *
 * <ol>
 *   <li>Whoever waits for a higher peer waits for a bounded time.
 *   <li>A peer that does not answer costs one request timeout, a dead one nothing.
 *   <li>A question starts nothing: the higher peer stands by its own candidate's wish or not at all.
 * </ol>
 */
final class PreCheck {
    private final Duration answerWithin;
    private final Duration askAgainAfter;
    private final Duration electionTimeout;

    private Priority priority = Priority.DEFAULT;
    private @Nullable Priority wish;
    private @Nullable Round round;
    private boolean passed;
    /**
     * Whether this node will probably stand in the next vacancy, as it did in the last one. One that has just entered is
     * believed to: it may only be the last to notice.
     */
    private boolean willing = true;

    private static final class Round {
        private final Set<NodeId> open;
        private final long giveUpAt;
        private boolean taken;
        private long askAgainAt;

        Round(Set<NodeId> open, long askAgainAt, long giveUpAt) {
            this.open = open;
            this.askAgainAt = askAgainAt;
            this.giveUpAt = giveUpAt;
        }
    }

    PreCheck(BullySettings settings) {
        this.answerWithin = settings.requestTimeout();
        this.askAgainAfter = settings.heartbeat();
        this.electionTimeout = settings.electionTimeout();
    }

    @Nullable
    Priority wish() {
        return wish;
    }

    /** Whether this node asks for votes, as far as its peers are concerned. */
    boolean hasPassed() {
        return passed;
    }

    /** That of the present wish, or else of the last one. */
    Priority priority() {
        return priority;
    }

    void want(Priority wished) {
        wish = wished;
        priority = wished;
        willing = true;
    }

    void end() {
        wish = null;
        round = null;
        passed = false;
    }

    /** It gave leadership up, and will not take it back at once. */
    void tired() {
        end();
        willing = false;
    }

    /** Another was elected. */
    void decided() {
        willing &= wish != null;
        end();
    }

    /** Whether this node, asked by a lower one, would rather stand itself. */
    boolean takes() {
        return wish != null || willing;
    }

    /** @return whom to ask now */
    List<NodeId> tick(List<NodeId> higher, long now) {
        if (wish == null || passed) {
            return List.of();
        }
        Round asked = round;
        if (asked == null) {
            return begin(higher, Instants.plus(now, electionTimeout), now);
        }
        if (!Instants.isBefore(now, asked.giveUpAt)) {
            passed = true;
        } else if (!Instants.isBefore(now, asked.askAgainAt)) {
            if (asked.taken) {
                return begin(higher, asked.giveUpAt, now);
            }
            passed = true;
        }
        return List.of();
    }

    private List<NodeId> begin(List<NodeId> higher, long giveUpAt, long now) {
        round = new Round(new HashSet<>(higher), Instants.plus(now, answerWithin), giveUpAt);
        passed = higher.isEmpty();
        return higher;
    }

    void answered(NodeId from, boolean taken, long now) {
        Round asked = round;
        if (asked == null || passed || !asked.open.remove(from)) {
            return;
        }
        if (taken) {
            asked.taken = true;
            asked.askAgainAt = Instants.plus(now, askAgainAfter);
        }
        passed = asked.open.isEmpty() && !asked.taken;
    }

    long wakeAt(long now) {
        Round asked = round;
        if (wish == null || passed) {
            return Instants.never(now);
        }
        return asked == null ? now : Instants.earlier(asked.askAgainAt, asked.giveUpAt);
    }
}
