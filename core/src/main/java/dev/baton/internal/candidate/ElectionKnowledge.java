// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.LeaderChanged;
import dev.baton.CandidateEvent.LeaderDown;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.spi.Vacancy;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate knows about an election. News may arrive twice or late: the view only moves forward in epochs, and
 * reports each change once. At first it knows neither a leader nor a vacancy.
 */
final class ElectionKnowledge {
    private Epoch highest = Epoch.NONE;
    private Epoch toldOf = Epoch.NONE;
    private @Nullable Leader leader;
    private @Nullable Leader previous;
    private @Nullable Vacancy vacancy;
    private long vacantSince;

    Epoch highest() {
        return highest;
    }

    Optional<Leader> leader() {
        return Optional.ofNullable(leader);
    }

    /** Present when it is known that no node leads. */
    Optional<Vacancy> vacancy() {
        return Optional.ofNullable(vacancy);
    }

    long vacantSince() {
        return vacantSince;
    }

    /** An epoch was granted to this node, but not used. */
    void declined(Epoch epoch) {
        highest = highest.max(epoch);
    }

    Optional<CandidateEvent> leaderSeen(Leader seen) {
        if (highest.isAfter(seen.epoch()) || seen.equals(leader)) {
            return Optional.empty();
        }
        LeaderChanged change = new LeaderChanged(Optional.ofNullable(leader == null ? previous : leader), seen);
        boolean told = !seen.epoch().isAfter(toldOf);
        highest = seen.epoch();
        toldOf = toldOf.max(seen.epoch());
        leader = seen;
        vacancy = null;
        return told ? Optional.empty() : Optional.of(change);
    }

    Optional<CandidateEvent> vacant(Vacancy seen, long now) {
        if (seen.former().isPresent() && highest.isAfter(seen.former().get().epoch())) {
            return Optional.empty();
        }
        Leader down = leader;
        if (vacancy == null || !vacancy.former().equals(seen.former())) {
            vacantSince = now;
        }
        seen.former().ifPresent(former -> highest = highest.max(former.epoch()));
        vacancy = seen;
        leader = null;
        if (down == null) {
            return Optional.empty();
        }
        previous = down;
        return Optional.of(new LeaderDown(down, seen.cause(), seen.silence()));
    }
}
