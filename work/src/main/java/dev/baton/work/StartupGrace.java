// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.NodeId;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How long a new coordinator waits before it considers workers missing: until each is seen to live or proven to have
 * ended. It checks soon for a worker that died with the former coordinator, not only at the end of the wait: workers
 * that learned of that death poll often for only a second.
 */
final class StartupGrace {
    static final Duration MAX_WAIT = Duration.ofSeconds(1);

    private final long begun;
    private final Duration debounce;

    /** @param debounce within which living workers are usually seen */
    StartupGrace(long begun, Duration debounce) {
        this.begun = begun;
        this.debounce = debounce;
    }

    boolean isOver(long now, Collection<WorkerRegistration> workers, Function<NodeId, SessionStatus> sessions) {
        return !MonotonicTime.isBefore(now, MonotonicTime.plus(begun, MAX_WAIT))
                || workers.stream().map(WorkerRegistration::session).allMatch(it -> isKnown(it, sessions));
    }

    /** The sessions whose state has to be proven. */
    Set<Session> unproven(long now, Collection<WorkerRegistration> workers, Function<NodeId, SessionStatus> sessions) {
        if (MonotonicTime.isBefore(now, MonotonicTime.plus(begun, debounce))) {
            return Set.of();
        }
        return workers.stream()
                .map(WorkerRegistration::session)
                .filter(it -> !isKnown(it, sessions))
                .collect(Collectors.toSet());
    }

    private static boolean isKnown(Session session, Function<NodeId, SessionStatus> sessions) {
        SessionStatus status = sessions.apply(session.worker());
        return status.isLive(session.epoch()) || status.hasEnded(session.epoch());
    }
}
