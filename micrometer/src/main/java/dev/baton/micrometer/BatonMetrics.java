// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Duty;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.spi.Guarantee;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Measures a node. Gauges ask the candidates at the moment of the scrape; the rest is counted as it happens. Any thread
 * may call it.
 *
 * <pre>
 * BatonMetrics metrics = new BatonMetrics(registry);
 * Baton baton = Baton.node("node-1").start(SqlElector.on(pool).timing(metrics::renewed));
 * metrics.watch(baton);
 * metrics.watch(baton.stand("nightly").listener(metrics.listener("nightly")).start());
 * </pre>
 */
public final class BatonMetrics {
    private static final double NANOS = 1e9;

    private final MeterRegistry registry;
    private final Timer renewals;
    private final Map<String, List<Meter>> gauges = new HashMap<>();

    /** Measures into this registry, which its owner closes. */
    public BatonMetrics(MeterRegistry registry) {
        this.registry = registry;
        this.renewals = Timer.builder("baton.renewal")
                .description("time from the sending of a renewal to its answer")
                .serviceLevelObjectives(
                        Duration.ofMillis(1),
                        Duration.ofMillis(5),
                        Duration.ofMillis(25),
                        Duration.ofMillis(100),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(2))
                .register(registry);
    }

    /** How long a renewal took; for electors that tell, as {@code SqlElector.on(pool).timing(metrics::renewed)}. */
    public void renewed(Duration took) {
        renewals.record(took);
    }

    /** Counts what happens to a candidate; give it to the candidate before it starts, so that nothing is missed. */
    public LeadershipListener listener(String election) {
        return new CountingListener(registry, Tags.of("election", election));
    }

    /** Measures what goes for the whole node. */
    public void watch(Baton baton) {
        boolean perPartition = baton.guarantee().exclusivity() == Guarantee.Exclusivity.PER_PARTITION;
        Gauge.builder("baton.guarantee.per.partition", () -> perPartition ? 1 : 0)
                .description("1 if this elector may show one leader per side of a partition")
                .register(registry);
    }

    /** Measures a candidate, in place of an earlier one that stood in the same election. */
    public void watch(Candidate candidate) {
        watch(candidate, true);
    }

    /**
     * Measures a candidate, in place of an earlier one that stood in the same election.
     *
     * @param mayLead false if this node takes part without ever leading, whatever the candidate says of itself
     */
    public synchronized void watch(Candidate candidate, boolean mayLead) {
        String election = candidate.election().value();
        // A registry keeps the first gauge of a name, which would go on asking a candidate that is closed.
        gauges.getOrDefault(election, List.of()).forEach(registry::remove);
        List<Meter> added = new ArrayList<>();
        Tags tags = Tags.of("election", election);
        added.add(gauge("baton.leader", "1 if this node leads", tags, candidate, it -> it.isLeader() ? 1 : 0));
        added.add(gauge("baton.epoch", "the epoch of the leader that is seen", tags, candidate, BatonMetrics::epoch));
        added.add(gauge(
                "baton.lease.left.seconds",
                "how long this node's leadership is certain without further news",
                tags,
                candidate,
                it -> it.status().remaining().toNanos() / NANOS));
        added.add(gauge(
                "baton.eligible",
                "1 if this node may lead",
                tags,
                candidate,
                it -> mayLead && it.status().eligible() ? 1 : 0));
        candidate.status().duties().forEach(duty -> {
            Tags ofDuty = tags.and("duty", duty.name());
            added.add(gauge(
                    "baton.duty.running",
                    "1 if the duty serves",
                    ofDuty,
                    candidate,
                    it -> isRunning(it, duty.name()) ? 1 : 0));
            // There from the start, at zero: an alert on its increase would miss the first restart otherwise.
            registry.counter("baton.duty.restarts", ofDuty);
        });
        gauges.put(election, added);
    }

    private static double epoch(Candidate candidate) {
        return candidate
                .leader()
                .map(Leader::epoch)
                .map(it -> (double) it.value())
                .orElse(0.0);
    }

    private static boolean isRunning(Candidate candidate, String duty) {
        return candidate.status().duties().stream()
                .filter(it -> it.name().equals(duty))
                .map(Duty.Status::state)
                .anyMatch(Duty.State.RUNNING::equals);
    }

    private Gauge gauge(String name, String about, Tags tags, Candidate candidate, ToDoubleFunction<Candidate> value) {
        return Gauge.builder(name, candidate, value)
                .description(about)
                .tags(tags)
                .register(registry);
    }
}
