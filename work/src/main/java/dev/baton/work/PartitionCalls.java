// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Leadership;
import dev.baton.internal.duty.DutyThread;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.internal.runtime.BlockingCalls;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import java.util.stream.Collectors;

/**
 * Calls the application about the partitions of one session, on separate threads, and reports the outcomes to
 * {@link WorkerRules}. Confined to the thread of its host, except for the calls themselves.
 */
final class PartitionCalls implements AutoCloseable {
    private static final AsyncLog LOG = AsyncLog.of(WorkerHost.class);

    private static final int MAX_CALLS = 64;

    private final WorkerPlan plan;
    private final Leadership leadership;
    private final Session session;
    private final WorkerRules rules;
    private final Consumer<LongFunction<List<WorkerEffect>>> host;
    private final BlockingCalls starts;
    private final BlockingCalls stops;
    private final Map<Release, Partition> partitions = new HashMap<>();
    private final Map<Release, BlockingCalls.Call> calls = new HashMap<>();

    /** @param host runs what it is told on its own thread */
    PartitionCalls(
            WorkerPlan plan,
            Leadership leadership,
            Session session,
            WorkerRules rules,
            Consumer<LongFunction<List<WorkerEffect>>> host) {
        this.plan = plan;
        this.leadership = leadership;
        this.session = session;
        this.rules = rules;
        this.host = host;
        this.starts = new BlockingCalls("baton-work-" + plan.id() + "-assign", MAX_CALLS);
        this.stops = new BlockingCalls("baton-work-" + plan.id() + "-revoke", MAX_CALLS);
    }

    /** Only when half of them are obsolete: the host may have thousands. */
    void forgetAllBut(List<HostedPartition> hosted) {
        if (partitions.size() > 2 * hosted.size() + MAX_CALLS) {
            Set<Release> left = hosted.stream()
                    .map(it -> new Release(it.partition(), it.token()))
                    .collect(Collectors.toSet());
            partitions.keySet().retainAll(left);
            calls.keySet().retainAll(left);
        }
    }

    private Partition partition(Release id) {
        return partitions.computeIfAbsent(id, it -> new Partition(it, session, leadership, cause -> broke(it, cause)));
    }

    private void broke(Release id, Throwable cause) {
        LOG.warn("work on {} of {} failed", id.partition(), plan.id(), cause);
        tell(now -> rules.crashed(id, cause.toString()));
    }

    void start(Release id) {
        partitions.remove(id);
        Partition begun = partition(id);
        try {
            calls.put(id, starts.submit(() -> callAssigned(id, begun)));
        } catch (Throwable noThread) {
            startFailed(id, begun, noThread);
        }
    }

    /** A start that waits for its turn is cancelled at once: the calls before it may take forever. */
    void revoke(Release id) {
        Partition ends = partition(id);
        ends.revoke();
        if (ends.begin()) {
            tell(now -> rules.startFailed(id, "it was revoked before it began", now));
        }
    }

    private void callAssigned(Release id, Partition begun) {
        if (!begun.begin()) {
            return;
        }
        try {
            called(id);
            DutyThread.run(leadership, () -> plan.handler().assigned(begun));
            tell(now -> rules.started(id));
        } catch (Throwable failed) {
            startFailed(id, begun, failed);
        }
    }

    private void startFailed(Release id, Partition begun, Throwable failed) {
        begun.revoke();
        LOG.warn("partition {} could not be started on {}", id.partition(), plan.id(), failed);
        tell(now -> rules.startFailed(id, failed.toString(), now));
    }

    void stop(Release id, boolean hurried) {
        Partition ends = partition(id);
        try {
            BlockingCalls.Call call = stops.submit(() -> callRevoked(id, ends));
            calls.put(id, call);
            if (hurried) {
                call.interrupt();
            }
        } catch (Throwable noThread) {
            stopFailed(id, noThread);
        }
    }

    private void callRevoked(Release id, Partition ends) {
        try {
            called(id);
            Duration left = leadership.remaining();
            Duration within = plan.policy().revokeTimeout();
            Duration bound = left.compareTo(within) < 0 ? left : within;
            DutyThread.run(leadership, () -> plan.handler().revoked(ends, bound));
            tell(now -> rules.stopped(id, now));
        } catch (Throwable failed) {
            stopFailed(id, failed);
        }
    }

    private void stopFailed(Release id, Throwable failed) {
        LOG.error("partition {} could not be stopped on {}", id.partition(), plan.id(), failed);
        tell(now -> rules.stopFailed(id, failed.toString()));
    }

    private void called(Release id) {
        tell(now -> {
            rules.called(id, now);
            return List.of();
        });
    }

    void interrupt(Release id) {
        BlockingCalls.Call call = calls.get(id);
        if (call != null) {
            call.interrupt();
        }
    }

    void interruptAll() {
        calls.values().forEach(BlockingCalls.Call::interrupt);
    }

    void revokeAll() {
        partitions.values().forEach(Partition::revoke);
    }

    private void tell(LongFunction<List<WorkerEffect>> event) {
        host.accept(event);
    }

    @Override
    public void close() {
        starts.close();
        stops.close();
    }
}
