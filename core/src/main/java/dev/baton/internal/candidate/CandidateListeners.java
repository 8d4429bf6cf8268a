// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateEvent.BecameLeader;
import dev.baton.CandidateEvent.LostLeadership;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.internal.runtime.AsyncLog;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Calls the listeners of a candidate on a serial executor. A listener that throws is reported, counted, isolated. */
final class CandidateListeners {
    private static final AsyncLog LOG = AsyncLog.of(Candidate.class);

    private final List<LeadershipListener> listeners = new CopyOnWriteArrayList<>();
    private final Executor executor;
    private final AtomicLong failures = new AtomicLong();

    /** Whether there ever was a listener: without one no thread is used. Confined to the lane. */
    private boolean used;

    CandidateListeners(Executor executor) {
        this.executor = executor;
    }

    void add(LeadershipListener listener) {
        used = true;
        listeners.add(listener);
    }

    /** Adds a listener behind queued calls; {@code won} is the leadership it missed, if there is one now. */
    void join(LeadershipListener listener, @Nullable Leadership won) {
        used = true;
        executor.execute(() -> {
            listeners.add(listener);
            if (won != null) {
                guarded(listener, it -> it.elected(won));
            }
        });
    }

    /** Runs the user's code, such as callbacks of a future, in order with the calls of listeners. */
    void queue(Runnable task) {
        executor.execute(task);
    }

    void remove(LeadershipListener listener) {
        listeners.remove(listener);
    }

    long failures() {
        return failures.get();
    }

    /** @param won the leadership that a {@link BecameLeader} is about */
    void tell(CandidateEvent event, @Nullable Leadership won) {
        if (used) {
            executor.execute(() -> listeners.forEach(listener -> guarded(listener, it -> call(it, event, won))));
        }
    }

    private static void call(LeadershipListener listener, CandidateEvent event, @Nullable Leadership won) {
        if (event instanceof BecameLeader && won != null) {
            listener.elected(won);
        } else if (event instanceof LostLeadership lost) {
            listener.revoked(lost.epoch(), lost.reason());
        }
        listener.on(event);
    }

    private void guarded(LeadershipListener listener, Consumer<LeadershipListener> call) {
        try {
            call.accept(listener);
        } catch (RuntimeException | Error thrown) {
            failures.incrementAndGet();
            LOG.error("listener {} failed", listener, thrown);
        }
    }
}
