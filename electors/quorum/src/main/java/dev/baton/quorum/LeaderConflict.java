// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Leader;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of two leaders whose sides meet, which only happens without a quorum. The one with the higher epoch asks
 * which of them stays. Whoever goes is told, has the time to stop, and only then says that its leadership is over, so
 * that its side hears of the other one after what ran there has ended.
 */
final class LeaderConflict {
    private final VotingOutbox outbox;
    /** The leadership of the other side about which a choice is awaited. */
    private @Nullable LeaseToken judged;

    private @Nullable Leaving leaving;

    /** A leadership that was lost to the other side, and when what ran under it has stopped at the latest. */
    private record Leaving(Leader leader, LeaseToken token, Optional<NodeId> successor, long at) {}

    LeaderConflict(VotingOutbox outbox) {
        this.outbox = outbox;
    }

    boolean isLeaving() {
        return leaving != null;
    }

    void met(Leader mine, Renew other) {
        if (mine.epoch().isAfter(other.epoch()) && !other.token().equals(judged)) {
            judged = other.token();
            outbox.effects().accept(new VotingEffect.Resolve(outbox.election(), mine, other.leader()));
        }
    }

    /** One of the two was chosen. */
    void resolved(Leader mine, LeaseToken token, NodeId winner) {
        LeaseToken theirs = judged;
        judged = null;
        if (theirs == null) {
            return;
        }
        if (winner.equals(mine.node().id())) {
            outbox.sendAll(new Verdict(outbox.election(), theirs, Optional.empty()));
        } else {
            // The winner's epoch is the lower one, and epochs do not fall: both end, and the winner is next.
            outbox.sendAll(new Verdict(outbox.election(), theirs, Optional.of(winner)));
            outbox.sendAll(new Verdict(outbox.election(), token, Optional.of(winner)));
        }
    }

    void leave(Leader mine, LeaseToken token, Optional<NodeId> successor, long stoppedBy) {
        leaving = new Leaving(mine, token, successor, stoppedBy);
    }

    void tick(long now) {
        Leaving done = leaving;
        if (done != null && !MonotonicTime.isBefore(now, done.at())) {
            leaving = null;
            outbox.sendAll(new Release(done.leader(), done.token(), done.successor()));
        }
    }

    long wakeAt(long now) {
        return leaving == null ? MonotonicTime.never(now) : leaving.at();
    }
}
