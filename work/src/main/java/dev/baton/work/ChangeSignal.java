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
 * Tells the nodes of a cluster that assignments have changed, by an election of its own: the coordinator holds it, and
 * gives it back when it has stored something. That is told as every release is: by the peer channel or a notice of the
 * database within milliseconds, and otherwise with the next look. It carries no data and proves nothing; those who do
 * not hear it find out by the store's version. Safe for use by several threads.
 */
final class ChangeSignal implements LeadershipListener {
    private static final String ELECTION = "work-changes";
    /**
     * For so long it stays given back: longer than the pause after which nodes ask for such leases where the database
     * does not tell. Nothing can be told meanwhile: workers ask often by themselves for longer than that.
     */
    static final Duration REST = Duration.ofMillis(1_200);

    private final Baton baton;
    private final Set<Runnable> listeners = new CopyOnWriteArraySet<>();
    private @Nullable Candidate candidate;
    /** Something was stored that no node was told of, because the election was not held just then. */
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

    /** This node tells others from now on, or does no longer. */
    void stand(boolean coordinates) {
        candidate().setEligible(coordinates);
    }

    /** Something was stored. */
    synchronized void tell() {
        untold = !candidate().isLeader();
        if (!untold) {
            // Whether it was told is of no interest: those who do not hear it find out by themselves.
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
        // It may have been taken again before others look, so that all they see is a higher epoch.
        if (event instanceof CandidateEvent.LeaderChanged
                || event instanceof CandidateEvent.LeaderDown
                || event instanceof CandidateEvent.LostLeadership) {
            listeners.forEach(Runnable::run);
        }
    }
}
