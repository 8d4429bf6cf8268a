// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.Duty;
import dev.baton.Leadership;
import dev.baton.NodeId;
import dev.baton.internal.check.Validation;
import dev.baton.internal.runtime.AsyncLog;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Knows who is in the cluster, since when, and whether a node is missing; tells joins, leaves, partition and merge.
 * Looks every interval, and whenever {@link #checkNow()} is called. Before its node leads, the report is unknown.
 */
public final class ClusterHealth implements Duty {
    private static final AsyncLog LOG = AsyncLog.of(ClusterHealth.class);

    /** How often it looks, unless told otherwise. */
    public static final Duration INTERVAL = Duration.ofSeconds(30);

    private final Members members;
    private final Set<NodeId> expected;
    private final Clock clock;
    private final Duty looking;
    private final List<Consumer<HealthEvent>> listeners = new CopyOnWriteArrayList<>();
    private HealthRules rules;
    private boolean running;

    /** @param expected the expected nodes; empty, if any number is fine */
    public ClusterHealth(Members members, Set<NodeId> expected, Duration interval, Clock clock) {
        this.members = Objects.requireNonNull(members, "members");
        this.expected = Set.copyOf(expected);
        this.clock = Objects.requireNonNull(clock, "clock");
        Validation.of("cluster health").positive("interval", interval).check();
        this.rules = new HealthRules(this.expected);
        this.looking = Duty.every("cluster-health", interval, leadership -> checkNow());
    }

    @Override
    public String name() {
        return looking.name();
    }

    /** Told of every event while this node leads; one that throws is reported and does no harm. */
    public void listen(Consumer<HealthEvent> listener) {
        listeners.add(listener);
    }

    public synchronized HealthReport report() {
        return rules.report();
    }

    /** Looks at once. Does nothing unless this duty runs. */
    public void checkNow() {
        Set<NodeId> present = members.present().stream().map(ClusterMember::id).collect(Collectors.toUnmodifiableSet());
        List<HealthEvent> events;
        synchronized (this) {
            events = running ? rules.look(present, clock.instant()) : List.of();
        }
        events.forEach(this::tell);
    }

    private void tell(HealthEvent event) {
        LOG.info("cluster health: {}", event);
        for (Consumer<HealthEvent> listener : listeners) {
            try {
                listener.accept(event);
            } catch (RuntimeException failed) {
                LOG.error("a cluster health listener failed", failed);
            }
        }
    }

    @Override
    public void start(Leadership leadership, Crash crash) throws Exception {
        synchronized (this) {
            rules = new HealthRules(expected);
            running = true;
        }
        looking.start(leadership, crash);
    }

    @Override
    public void stop() throws Exception {
        synchronized (this) {
            running = false;
            rules = new HealthRules(expected);
        }
        looking.stop();
    }
}
