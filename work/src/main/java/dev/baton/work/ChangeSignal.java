// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.LeadershipListener;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArraySet;
import org.jspecify.annotations.Nullable;

/**
 * Signals to the nodes of a cluster that assignments have changed, through a separate election: the coordinator holds
 * it, and gives it back when it has stored something. Nodes learn of that as of every release: by the peer channel or a
 * notice of the database within milliseconds, and otherwise by the next poll. The signal carries no data and proves
 * nothing; nodes that miss it find out by the store's version. Thread-safe.
 */
final class ChangeSignal implements LeadershipListener {
    private static final String ELECTION = "work-changes";
    /**
     * How long the election stays released: longer than the pause between polls for released leases. Nothing can be
     * signalled meanwhile, but workers poll often for longer than that.
     */
    static final Duration REST = Duration.ofMillis(1_200);

    private final Baton baton;
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private @Nullable Candidate candidate;
    /** Whether something was stored without a signal, because the election was not held just then. */
    private boolean untold;

    ChangeSignal(Baton baton) {
        this.baton = baton;
    }

    /** @return ends it */
    Runnable listen(Runnable changed) {
        candidate();
        listeners.add(changed);
        return () -> listeners.remove(changed);
    }

    private synchronized Candidate candidate() {
        if (candidate == null) {
            candidate = start();
        }
        return candidate;
    }

    private Candidate start() {
        try {
            return baton.stand(ELECTION)
                    .settings(CandidateSettings.builder()
                            .eligible(false)
                            .rest(REST)
                            .build())
                    .listener(this)
                    .quiet()
                    .start();
        } catch (IllegalStateException taken) {
            throw new IllegalStateException(
                    "a node has one Work, for all its workers, and "
                            + baton.node().id() + " has another one: " + taken,
                    taken);
        }
    }

    /** This node sends signals from now on, or no longer does. */
    void stand(boolean coordinates) {
        candidate().setEligible(coordinates);
    }

    /** Something was stored. */
    synchronized void tell() {
        untold = !candidate().isLeader();
        if (!untold) {
            // The outcome does not matter: nodes that miss the signal find out by themselves.
            CompletableFuture<?> unused = candidate().resign();
        }
    }

    private synchronized void tellUntold() {
        if (untold) {
            tell();
        }
    }

    @Override
    public void on(CandidateEvent event) {
        if (event instanceof CandidateEvent.BecameLeader) {
            tellUntold();
        }
        // It may be taken again before other nodes read it, so that they only see a higher epoch.
        if (event instanceof CandidateEvent.LeaderChanged
                || event instanceof CandidateEvent.LeaderDown
                || event instanceof CandidateEvent.LostLeadership) {
            listeners.forEach(Runnable::run);
        }
    }
}
