// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.internal.check.Validation;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Decides what a worker does with the partitions of one session: the stored rows and the outcomes of callbacks come in;
 * what to call next comes out. Confined to one thread.
 *
 * <ol>
 *   <li>A partition is started only under an assignment to exactly this session, and under each token only until it is
 *       released: when it comes back, it has a higher token.
 *   <li>It is released only after the callback that stops it has returned.
 *   <li>A callback that fails to start is tried again. If one throws while it stops, it is called once more when all
 *       others have stopped; if that fails, the session ends.
 * </ol>
 */
public final class WorkerRules {
    private final Session session;
    private final WorkerPolicy policy;
    private final Map<PartitionId, Hosted> hosted = new TreeMap<>();
    /** The last token of each partition that was given up. */
    private final Map<PartitionId, Long> over;

    private final Map<PartitionId, Release> toRelease = new TreeMap<>();
    private final List<WorkerEffect> effects = new ArrayList<>();
    private boolean ending;

    public WorkerRules(Session session, WorkerPolicy policy) {
        this(session, policy, new HashMap<>());
    }

    /** @param over what this session gave up before a failure; kept up to date */
    WorkerRules(Session session, WorkerPolicy policy, Map<PartitionId, Long> over) {
        this.session = session;
        this.policy = policy;
        this.over = over;
    }

    /** One partition that the application has, or is about to get. */
    private static final class Hosted {
        final Release id;
        HostedState state = HostedState.STARTING;
        /** Whether it ends with the next stop. */
        boolean ends;
        /** Whether the store is told when it has ended. */
        boolean releases;
        /** Whether only this run of the session ends: the next one may start it again. */
        boolean pauses;

        int failures;
        String detail = "";
        long retryAt;
        /**
         * Whether the call into the application has begun. Before that it waits for a thread, and that time does not
         * count.
         */
        boolean called;

        /** Whether the callback that stops it threw. */
        boolean stopFailed;

        /** Whether it failed before its start was over. */
        boolean broken;

        long deadline;
        int overdue;

        Hosted(Release id) {
            this.id = id;
        }
    }

    // ---- what can happen

    /**
     * What the store says about this worker.
     *
     * @param complete whether these are all of its assignments; otherwise they are those that have changed
     */
    public List<WorkerEffect> stored(List<Assignment> rows, boolean complete, long now) {
        Set<PartitionId> seen = new HashSet<>();
        for (Assignment row : rows) {
            if (row.isOwnedBy(session)) {
                seen.add(row.partition());
                stored(row, now);
            }
        }
        if (complete) {
            for (Hosted one : List.copyOf(hosted.values())) {
                if (!seen.contains(one.id.partition())) {
                    // The row was edited by hand: this worker did not release the partition, but no longer owns it.
                    end(one, false, now);
                }
            }
        }
        return drain();
    }

    private void stored(Assignment row, long now) {
        Release id = new Release(row.partition(), row.token());
        Hosted one = hosted.get(row.partition());
        if (one != null && one.id.token() != row.token()) {
            end(one, false, now);
        } else if (row.state() == AssignmentState.RELEASING) {
            if (one != null) {
                end(one, true, now);
            } else {
                toRelease.put(row.partition(), id);
            }
        } else if (one == null && !ending) {
            if (row.token() > over.getOrDefault(row.partition(), -1L)) {
                Hosted begun = new Hosted(id);
                hosted.put(row.partition(), begun);
                effects.add(new WorkerEffect.Start(id));
            } else {
                // The row was restored to an earlier state. Once released, the partition comes back with a higher
                // token.
                toRelease.put(row.partition(), id);
            }
        }
    }

    /** A call into the application, to start or to stop, has begun. */
    public void called(Release id, long now) {
        Hosted one = find(id);
        if (one != null) {
            one.called = true;
            limit(
                    one,
                    one.state == HostedState.STARTING && !one.ends ? policy.startTimeout() : policy.revokeTimeout(),
                    now);
        }
    }

    public List<WorkerEffect> started(Release id) {
        Hosted one = find(id);
        if (one != null && one.state == HostedState.STARTING) {
            one.state = HostedState.RUNNING;
            if (one.ends || one.broken) {
                stop(one);
            }
        }
        return drain();
    }

    /** The callback threw: the application does not have the partition. */
    public List<WorkerEffect> startFailed(Release id, String why, long now) {
        Hosted one = find(id);
        if (one != null && one.state == HostedState.STARTING) {
            fail(one, why, now);
        }
        return drain();
    }

    /** The application reports that a running partition failed. */
    public List<WorkerEffect> crashed(Release id, String why) {
        Hosted one = find(id);
        if (one != null && one.state == HostedState.RUNNING) {
            one.detail = why;
            stop(one);
        } else if (one != null && one.state == HostedState.STARTING) {
            // Its thread may be faster than the callback that began it.
            one.detail = why;
            one.broken = true;
        }
        return drain();
    }

    public List<WorkerEffect> stopped(Release id, long now) {
        Hosted one = find(id);
        if (one != null && one.state == HostedState.STOPPING) {
            fail(one, one.detail, now);
        }
        return drain();
    }

    /** The callback threw: it is not known whether the partition has stopped, so it is not released. */
    public List<WorkerEffect> stopFailed(Release id, String why) {
        Hosted one = find(id);
        if (one != null) {
            one.detail = why;
            one.called = false;
            boolean again = one.stopFailed;
            one.stopFailed = true;
            if (again) {
                effects.add(new WorkerEffect.GiveUp(id, why));
            } else if (ending) {
                stop(one);
            } else {
                effects.add(new WorkerEffect.StopAll(id, why));
            }
        }
        return drain();
    }

    public List<WorkerEffect> tick(long now) {
        for (Hosted one : List.copyOf(hosted.values())) {
            if (one.state == HostedState.FAILED && !MonotonicTime.isBefore(now, one.retryAt)) {
                one.state = HostedState.STARTING;
                one.called = false;
                one.broken = false;
                effects.add(new WorkerEffect.Start(one.id));
            } else if (isOverdue(one, now)) {
                overdue(one, now);
            }
        }
        return drain();
    }

    /** The session ends: everything is stopped, and nothing is started. */
    public List<WorkerEffect> end(long now) {
        ending = true;
        for (Hosted one : List.copyOf(hosted.values())) {
            one.pauses = !one.ends;
            if (one.stopFailed) {
                one.ends = true;
                stop(one);
            } else {
                end(one, false, now);
            }
        }
        return drain();
    }

    /** The store has these releases. */
    public void released(List<Release> told) {
        told.forEach(one -> toRelease.remove(one.partition(), one));
    }

    // ---- what is known

    /** The releases that the store does not have yet. */
    public List<Release> toRelease() {
        return List.copyOf(toRelease.values());
    }

    public boolean isEmpty() {
        return hosted.isEmpty() && toRelease.isEmpty();
    }

    public List<HostedPartition> hosted() {
        return hosted.values().stream()
                .map(one ->
                        new HostedPartition(one.id.partition(), one.id.token(), one.state, one.failures, one.detail))
                .toList();
    }

    /** The next instant at which {@link #tick} has something to do. */
    public long wakeAt(long now) {
        long wake = MonotonicTime.never(now);
        for (Hosted one : hosted.values()) {
            if (one.state == HostedState.FAILED) {
                wake = MonotonicTime.earlier(wake, one.retryAt);
            } else if (isTimed(one)) {
                wake = MonotonicTime.earlier(wake, one.deadline);
            }
        }
        return wake;
    }

    // ---- moves

    private @Nullable Hosted find(Release id) {
        Hosted one = hosted.get(id.partition());
        return one != null && one.id.equals(id) ? one : null;
    }

    private void end(Hosted one, boolean releases, long now) {
        one.releases |= releases;
        if (one.ends) {
            return;
        }
        one.ends = true;
        effects.add(new WorkerEffect.Revoke(one.id));
        switch (one.state) {
            case RUNNING -> stop(one);
            case FAILED -> over(one);
            case STARTING -> limit(one, policy.revokeTimeout(), now);
            case STOPPING -> {}
        }
    }

    private void stop(Hosted one) {
        one.state = HostedState.STOPPING;
        one.called = false;
        effects.add(new WorkerEffect.Revoke(one.id));
        effects.add(new WorkerEffect.Stop(one.id));
    }

    private static void limit(Hosted one, Duration within, long now) {
        one.deadline = MonotonicTime.plus(now, within);
        one.overdue = 0;
    }

    private void fail(Hosted one, String why, long now) {
        if (one.ends) {
            over(one);
            return;
        }
        one.failures++;
        one.detail = why;
        one.state = HostedState.FAILED;
        one.retryAt = MonotonicTime.plus(now, policy.backoff(one.failures));
    }

    private void over(Hosted one) {
        hosted.remove(one.id.partition());
        if (!one.pauses || one.releases) {
            over.merge(one.id.partition(), one.id.token(), Math::max);
        }
        if (one.releases) {
            toRelease.put(one.id.partition(), one.id);
        }
    }

    private static boolean isTimed(Hosted one) {
        boolean waits = one.state == HostedState.STOPPING || one.state == HostedState.STARTING;
        return waits && one.called && one.overdue < (isStartOnly(one) ? 1 : 2);
    }

    /** Whether nothing but the application itself waits for it. */
    private static boolean isStartOnly(Hosted one) {
        return one.state == HostedState.STARTING && !one.ends;
    }

    private static boolean isOverdue(Hosted one, long now) {
        return isTimed(one) && !MonotonicTime.isBefore(now, one.deadline);
    }

    private void overdue(Hosted one, long now) {
        int times = one.overdue + 1;
        one.deadline = MonotonicTime.plus(now, policy.revokeTimeout());
        one.overdue = times;
        if (isStartOnly(one)) {
            one.detail = "onAssigned has not returned within " + Validation.show(policy.startTimeout())
                    + ": it begins the work and returns; loop() has a thread for each partition";
            effects.add(new WorkerEffect.Warn(one.id, one.detail));
            effects.add(new WorkerEffect.Interrupt(one.id));
            return;
        }
        effects.add(
                times == 1 ? new WorkerEffect.Interrupt(one.id) : new WorkerEffect.GiveUp(one.id, "it does not stop"));
    }

    private List<WorkerEffect> drain() {
        List<WorkerEffect> all = List.copyOf(effects);
        effects.clear();
        return all;
    }
}
