// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Which poll goes to which node: pure, one step after another. Each node gets as many as
 * its weight says, those with fewest for their weight first. A job whose node goes away is handed to another, up to a number of attempts.
 */
final class PollRules {
    private final int mostAttempts;
    private final int mostJobs;
    private final Map<Long, PollJob> jobs = new TreeMap<>();
    private long last;

    PollRules(int mostAttempts, int mostJobs) {
        this.mostAttempts = mostAttempts;
        this.mostJobs = mostJobs;
    }

    List<PollJob> jobs() {
        return List.copyOf(jobs.values());
    }

    Optional<PollJob> job(long number) {
        return Optional.ofNullable(jobs.get(number));
    }

    /** Adds a job; forgets the oldest finished ones. Empty if there are too many unfinished ones. */
    Optional<PollJob> create(String what, NodeRule rule) {
        while (jobs.size() >= mostJobs) {
            Optional<Long> oldest = jobs.values().stream()
                    .filter(job -> job.state().isFinal())
                    .map(PollJob::number)
                    .findFirst();
            if (oldest.isEmpty()) {
                return Optional.empty();
            }
            jobs.remove(oldest.get());
        }
        return Optional.of(put(PollJob.pending(++last, what, rule)));
    }

    /** Takes jobs from nodes that are gone, and picks nodes for what is pending. Returns what is to be dispatched. */
    List<PollJob> assign(Set<ClusterMember> present, Epoch epoch) {
        for (PollJob job : jobs()) {
            boolean away = job.node()
                    .filter(node ->
                            present.stream().noneMatch(member -> member.id().equals(node)))
                    .isPresent();
            if (!job.state().isFinal() && away) {
                again(job, PollError.NODE_DOWN);
            }
        }
        List<PollJob> dispatched = new ArrayList<>();
        for (PollJob job : jobs()) {
            if (job.state() == PollJob.State.PENDING) {
                Optional<NodeId> node = pick(job.rule(), present);
                if (node.isPresent()) {
                    dispatched.add(put(job.dispatching(node.get(), epoch)));
                } else if (job.error().isEmpty()) {
                    put(job.pendingAgain(PollError.NO_NODE));
                }
            }
        }
        return dispatched;
    }

    private Optional<NodeId> pick(NodeRule rule, Set<ClusterMember> present) {
        return present.stream()
                .filter(it -> rule.allows(it) && it.weight() > 0)
                // With this job, so that of idle nodes the heaviest comes first.
                .min(Comparator.comparingDouble((ClusterMember it) -> (load(it.id()) + 1.0) / it.weight())
                        .thenComparing(ClusterMember::id))
                .map(ClusterMember::id);
    }

    private long load(NodeId node) {
        return jobs.values().stream()
                .filter(job -> !job.state().isFinal())
                .filter(job -> job.node().filter(node::equals).isPresent())
                .count();
    }

    /** The node has taken the job. */
    void accepted(PollJob asked) {
        current(asked).filter(job -> job.state() == PollJob.State.DISPATCHING).ifPresent(job -> put(job.running()));
    }

    void completed(PollJob asked) {
        current(asked).ifPresent(job -> put(job.completed()));
    }

    void failed(PollJob asked, PollError why) {
        current(asked).ifPresent(job -> {
            if (why == PollError.EXECUTION_ERROR) {
                put(job.failed(why));
            } else {
                again(job, why);
            }
        });
    }

    /** The job if this is still its latest attempt: an answer of an earlier one is old news. */
    private Optional<PollJob> current(PollJob asked) {
        return job(asked.number())
                .filter(job -> job.attempts() == asked.attempts() && job.epoch().equals(asked.epoch()))
                .filter(job -> !job.state().isFinal());
    }

    private void again(PollJob job, PollError why) {
        put(job.attempts() >= mostAttempts ? job.failed(PollError.TOO_MANY_ATTEMPTS) : job.pendingAgain(why));
    }

    private PollJob put(PollJob job) {
        jobs.put(job.number(), job);
        return job;
    }
}
