// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.metrics;

import dev.baton.Candidate;
import dev.baton.CandidateEvent;
import dev.baton.Duty;
import dev.baton.Leader;
import dev.baton.LeadershipListener;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.Standing;
import dev.baton.server.view.ThisNode;
import dev.baton.spi.Promise;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.ToDoubleFunction;

/** Measures a node. Gauges ask the candidates at the moment of the scrape; the rest is counted as it happens. */
public final class NodeMetrics implements AutoCloseable {
    private static final double NANOS = 1e9;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Timer renewals = Timer.builder("baton.renewal")
            .description("time from the sending of a renewal to its answer")
            .serviceLevelObjectives(
                    Duration.ofMillis(1),
                    Duration.ofMillis(5),
                    Duration.ofMillis(25),
                    Duration.ofMillis(100),
                    Duration.ofMillis(500),
                    Duration.ofSeconds(2))
            .register(registry);

    /** How long a renewal took. */
    public void renewed(Duration took) {
        renewals.record(took);
    }

    /** A call of the admin API. */
    public void requested(String method, String path) {
        count("baton.admin.requests", Tags.of("method", method, "path", path));
    }

    /** Counts what happens to a candidate. */
    public LeadershipListener listener(String election) {
        Tags tags = Tags.of("election", election);
        return new LeadershipListener() {
            @Override
            public void on(CandidateEvent event) {
                if (event instanceof CandidateEvent.LostLeadership lost) {
                    count(
                            "baton.leaderships.lost",
                            tags.and("reason", lost.reason().name()));
                } else if (event instanceof CandidateEvent.LeaderChanged) {
                    count("baton.leader.changes", tags);
                } else if (event instanceof CandidateEvent.ElectionCheck) {
                    count("baton.election.checks", tags);
                } else if (event instanceof CandidateEvent.AlarmRaised raised) {
                    count("baton.alarms", tags.and("kind", raised.alarm().kind().name()));
                } else if (event instanceof CandidateEvent.DutyChanged changed
                        && changed.status().state() == Duty.State.BACKING_OFF) {
                    count(
                            "baton.duty.restarts",
                            tags.and("duty", changed.status().name()));
                }
            }
        };
    }

    private void count(String name, Tags tags) {
        registry.counter(name, tags).increment();
    }

    /** Adds what is asked at every scrape. */
    public void watch(ThisNode node, Alarms alarms) {
        Gauge.builder("baton.build.info", () -> 1)
                .tags(
                        "version", node.profile().version(),
                        "elector", node.profile().elector(),
                        "node", node.node().id().value())
                .register(registry);
        boolean perPartition = node.promise().exclusivity() == Promise.Exclusivity.PER_PARTITION;
        Gauge.builder("baton.promise.per.partition", () -> perPartition ? 1 : 0)
                .description("1 if this elector may show one leader per side of a partition")
                .register(registry);
        Gauge.builder("baton.duplicate.leader", () -> alarms.isRaised(Alarms.DUPLICATE_LEADER) ? 1 : 0)
                .description("1 while two nodes say that they lead the same election")
                .register(registry);
        Gauge.builder("baton.ready", () -> node.isReady() ? 1 : 0).register(registry);
        node.standings().forEach(it -> watch(it, node.succession().leads()));
    }

    private void watch(Standing standing, boolean mayLead) {
        Candidate candidate = standing.candidate();
        Tags tags = Tags.of("election", candidate.election().value());
        gauge("baton.leader", "1 if this node leads", tags, candidate, it -> it.isLeader() ? 1 : 0);
        gauge("baton.epoch", "the epoch of the leader that is seen", tags, candidate, NodeMetrics::epoch);
        gauge(
                "baton.lease.left.seconds",
                "how long this node's leadership is certain without further news",
                tags,
                candidate,
                it -> it.status().remaining().toNanos() / NANOS);
        gauge(
                "baton.eligible",
                "1 if this node may lead",
                tags,
                candidate,
                it -> mayLead && it.status().eligible() ? 1 : 0);
        candidate.status().duties().forEach(duty -> {
            Tags ofDuty = tags.and("duty", duty.name());
            gauge(
                    "baton.duty.running",
                    "1 if the duty serves",
                    ofDuty,
                    candidate,
                    it -> isRunning(it, duty.name()) ? 1 : 0);
            // There from the start, at zero: an alert on its increase would miss the first restart otherwise.
            registry.counter("baton.duty.restarts", ofDuty);
        });
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

    private void gauge(String name, String about, Tags tags, Candidate candidate, ToDoubleFunction<Candidate> value) {
        Gauge.builder(name, candidate, value).description(about).tags(tags).register(registry);
    }

    /** For what else this node measures. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Everything, as Prometheus reads it. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
