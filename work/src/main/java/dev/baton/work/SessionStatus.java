// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import java.util.Objects;
import java.util.Optional;

/**
 * What is known about the sessions of one worker.
 *
 * @param highest the highest epoch that its election is known to have reached
 * @param live the epoch that is held now, as last seen; empty if none is, or it is not known
 */
public record SessionStatus(Epoch highest, Optional<Epoch> live) {
    /** Nothing is known yet. */
    public static final SessionStatus UNKNOWN = new SessionStatus(Epoch.NONE, Optional.empty());

    public SessionStatus {
        Objects.requireNonNull(highest, "highest");
        Objects.requireNonNull(live, "live");
    }

    public static SessionStatus live(Epoch epoch) {
        return new SessionStatus(epoch, Optional.of(epoch));
    }

    /** Whether this session has provably ended. */
    public boolean hasEnded(Epoch session) {
        return highest.isAfter(session);
    }

    public boolean isLive(Epoch session) {
        return live.isPresent() && live.get().equals(session) && !hasEnded(session);
    }
}
