// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.CandidateSettings;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LeadershipListener;
import dev.baton.NodeId;
import dev.baton.internal.runtime.AsyncLog;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The elections of sessions that this node is in: those of its own workers, and, while it coordinates, those of all
 * others. A node can be in an election only once, so a watch makes way for a worker. Thread-safe.
 *
 * <p>A watch does not stand while a session lives. To prove that a session has ended, it stands for election, and wins
 * only if the lease has expired, was given back, or was held by a process that is proven gone. Then it gives the
 * leadership back, so that the worker can return.
 */
final class SessionElections {
    private static final AsyncLog LOG = AsyncLog.of(SessionElections.class);

    private final Baton baton;
    private final Map<NodeId, Candidate> own = new HashMap<>();
    private final Map<NodeId, Watch> watches = new HashMap<>();
    private final Set<NodeId> unwatchable = new HashSet<>();
    /** The highest epoch that the election of each of these workers is known to have reached. */
    private final Map<NodeId, Epoch> highest = new ConcurrentHashMap<>();

    private volatile Runnable changed = () -> {};

    SessionElections(Baton baton) {
        this.baton = baton;
    }

    /** A worker of this node enters its election. */
    synchronized Candidate enter(NodeId worker, Supplier<Candidate> start) {
        if (own.containsKey(worker)) {
            throw new IllegalStateException(
                    "worker " + worker + " runs on " + baton.node().id() + " already");
        }
        Watch watch = watches.remove(worker);
        if (watch != null) {
            watch.candidate.close();
        }
        Candidate candidate = start.get();
        own.put(worker, candidate);
        candidate.addListener(new LeadershipListener() {
            @Override
            public void elected(Leadership won) {
                saw(worker, won.epoch());
            }

            @Override
            public void on(CandidateEvent event) {
                if (event instanceof CandidateEvent.LeaderChanged seen) {
                    saw(worker, seen.current().epoch());
                }
                tell(event);
            }
        });
        return candidate;
    }

    private void saw(NodeId worker, Epoch epoch) {
        highest.merge(worker, epoch, Epoch::max);
    }

    private SessionStatus status(NodeId worker, Candidate candidate) {
        Optional<Epoch> led = candidate.leader().map(Leader::epoch);
        led.ifPresent(it -> saw(worker, it));
        return new SessionStatus(highest.getOrDefault(worker, Epoch.NONE), led);
    }

    /** A worker of this node has left its election. */
    synchronized void left(NodeId worker) {
        own.remove(worker);
        changed.run();
    }

    private void tell(CandidateEvent event) {
        if (event instanceof CandidateEvent.LeaderChanged
                || event instanceof CandidateEvent.LeaderDown
                || event instanceof CandidateEvent.BecameLeader
                || event instanceof CandidateEvent.LostLeadership) {
            changed.run();
        }
    }

    /** Watches only the elections of these workers; {@code told} is called when one of them changes. */
    synchronized void watch(Set<NodeId> workers, Runnable told) {
        changed = told;
        watches.values().removeIf(watch -> {
            boolean unwanted = !workers.contains(watch.worker);
            if (unwanted) {
                watch.leave();
            }
            return unwanted;
        });
        for (NodeId worker : workers) {
            if (!own.containsKey(worker) && !watches.containsKey(worker)) {
                watch(worker);
            }
        }
        unwatchable.retainAll(workers);
        highest.keySet().removeIf(it -> !workers.contains(it) && !own.containsKey(it));
    }

    /**
     * A worker whose election cannot be watched keeps what it has and gets nothing new; other workers are not affected.
     */
    private void watch(NodeId worker) {
        try {
            watches.put(worker, new Watch(worker));
            unwatchable.remove(worker);
        } catch (IllegalStateException refused) {
            if (unwatchable.add(worker)) {
                LOG.error(
                        "worker {} gets no partitions, since its session cannot be watched: {}",
                        worker,
                        refused.getMessage());
            }
        }
    }

    SessionStatus status(NodeId worker) {
        return known(worker).orElse(SessionStatus.UNKNOWN);
    }

    /** Empty for a worker whose election this node is not in. */
    synchronized Optional<SessionStatus> known(NodeId worker) {
        Candidate mine = own.get(worker);
        if (mine != null) {
            return Optional.of(status(worker, mine));
        }
        return Optional.ofNullable(watches.get(worker)).map(watch -> status(worker, watch.candidate));
    }

    /** Finds out whether these sessions have ended. */
    synchronized void prove(Set<Session> sessions) {
        Set<NodeId> wanted = new HashSet<>();
        for (Session session : sessions) {
            SessionStatus status = status(session.worker());
            if (status.live().isEmpty() && !status.hasEnded(session.epoch())) {
                wanted.add(session.worker());
            }
        }
        watches.forEach((worker, watch) -> watch.stand(wanted.contains(worker)));
    }

    synchronized void closeWatches() {
        changed = () -> {};
        watches.values().forEach(Watch::leave);
        watches.clear();
    }

    /** One election of another node's worker. */
    private final class Watch implements LeadershipListener {
        private final NodeId worker;
        private final Candidate candidate;
        private boolean standing;

        Watch(NodeId worker) {
            this.worker = worker;
            this.candidate = baton.stand(Session.election(worker).value())
                    .settings(CandidateSettings.builder()
                            .eligible(false)
                            .rest(Duration.ZERO)
                            .successorHeadStart(Duration.ZERO)
                            .build())
                    .listener(this)
                    .quiet()
                    .start();
        }

        @Override
        public void elected(Leadership won) {
            LOG.info("the session of worker {} has ended", worker);
            saw(worker, won.epoch());
            stand(false);
        }

        @Override
        public void on(CandidateEvent event) {
            if (event instanceof CandidateEvent.LeaderChanged seen) {
                saw(worker, seen.current().epoch());
            }
            tell(event);
        }

        void leave() {
            CompletableFuture<?> unused = candidate.closeAsync();
        }

        synchronized void stand(boolean stands) {
            if (stands != standing) {
                standing = stands;
                candidate.setEligible(stands);
            }
        }
    }
}
