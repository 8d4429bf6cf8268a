// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.sun.net.httpserver.HttpServer;
import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.standalone.StandaloneElector;
import io.micrometer.core.instrument.MeterRegistry;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a collector of OpenTelemetry gets from a node, as OTLP over HTTP. */
class OpenTelemetryTest {
    private final List<ResourceMetrics> received = new CopyOnWriteArrayList<>();
    private HttpServer collector;

    @BeforeEach
    void open() throws IOException {
        collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            try (exchange) {
                received.addAll(ExportMetricsServiceRequest.parseFrom(exchange.getRequestBody())
                        .getResourceMetricsList());
                exchange.sendResponseHeaders(200, -1);
            }
        });
        collector.start();
    }

    @AfterEach
    void close() {
        collector.stop(0);
    }

    @Test
    void aCollectorIsToldWhoLeads() throws Exception {
        MeterRegistry registry = DocumentedOpenTelemetry.sendingTo(
                "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics");
        BatonMetrics metrics = new BatonMetrics(registry);
        try (Baton baton = Baton.node("node-1").start(StandaloneElector.inMemory())) {
            Candidate nightly =
                    baton.stand("nightly").listener(metrics.listener("nightly")).start();
            metrics.watch(baton);
            metrics.watch(nightly);
            nightly.whenLeading().get();
            awaitThat(
                    "the change is counted",
                    () -> registry.find("baton.leader.changes").counters().stream()
                            .anyMatch(it -> it.count() == 1));

            registry.close(); // which sends what there is

            awaitThat("something was received", () -> !received.isEmpty());
        }
        assertThat(received.get(0).getResource().getAttributesList())
                .extracting(KeyValue::getKey, it -> it.getValue().getStringValue())
                .contains(tuple("service.name", "orders"));
        Metric leader = metric("baton.leader");
        NumberDataPoint point = leader.getGauge().getDataPoints(0);
        assertThat(point.getAsDouble()).isEqualTo(1);
        assertThat(point.getAttributesList())
                .extracting(KeyValue::getKey, it -> it.getValue().getStringValue())
                .contains(tuple("election", "nightly"));
        assertThat(metric("baton.leader.changes").getSum().getIsMonotonic()).isTrue();
    }

    private Metric metric(String name) {
        return received.stream()
                .flatMap(it -> it.getScopeMetricsList().stream())
                .flatMap(it -> it.getMetricsList().stream())
                .filter(it -> it.getName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + name + " in " + received));
    }

    private void awaitThat(String fact, BooleanSupplier holds) {
        eventually(fact, Duration.ofSeconds(60), holds, () -> received);
    }
}
