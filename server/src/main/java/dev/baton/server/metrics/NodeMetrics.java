// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.metrics;

import dev.baton.Baton;
import dev.baton.LeadershipListener;
import dev.baton.micrometer.BatonMetrics;
import dev.baton.server.view.Alarms;
import dev.baton.server.view.ThisNode;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/** Measures a standalone node for Prometheus: what every node measures, and what only a server knows. */
public final class NodeMetrics implements AutoCloseable {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final BatonMetrics elections = new BatonMetrics(registry);

    /** How long a renewal took. */
    public void renewed(Duration took) {
        elections.renewed(took);
    }

    /** A call of the admin API. */
    public void requested(String method, String path) {
        registry.counter("baton.admin.requests", "method", method, "path", path).increment();
    }

    /** Counts what happens to a candidate. */
    public LeadershipListener listener(String election) {
        return elections.listener(election);
    }

    /** Adds what is computed at every scrape. */
    public void watch(Baton baton, ThisNode node, Alarms alarms) {
        Gauge.builder("baton.build.info", () -> 1)
                .tags(
                        "version", node.profile().version(),
                        "elector", node.profile().elector(),
                        "node", node.node().id().value())
                .register(registry);
        Gauge.builder("baton.duplicate.leader", () -> alarms.isRaised(Alarms.DUPLICATE_LEADER) ? 1 : 0)
                .description("1 while two nodes say that they lead the same election")
                .register(registry);
        Gauge.builder("baton.ready", () -> node.isReady() ? 1 : 0).register(registry);
        elections.watch(baton);
        node.standings()
                .forEach(it -> elections.watch(it.candidate(), node.succession().leads()));
    }

    /** The registry, for further metrics of this node. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Returns all metrics in the format of Prometheus. */
    public String scrape() {
        return registry.scrape();
    }

    @Override
    public void close() {
        registry.close();
    }
}
