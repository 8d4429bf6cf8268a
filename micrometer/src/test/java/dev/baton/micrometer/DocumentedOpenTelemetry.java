// SPDX-License-Identifier: Apache-2.0
package dev.baton.micrometer;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.util.Map;

/** What docs/monitoring.md shows of OpenTelemetry. */
final class DocumentedOpenTelemetry {
    private DocumentedOpenTelemetry() {}

    /** @param collector where OTLP is taken by HTTP, as {@code http://127.0.0.1:4318/v1/metrics} */
    static MeterRegistry sendingTo(String collector) {
        // tag::otlp[]
        Map<String, String> settings = Map.of(
                "otlp.url", collector, // http://127.0.0.1:4318/v1/metrics
                "otlp.step", "10s", // how often it sends
                "otlp.resourceAttributes", "service.name=orders");
        OtlpConfig config = settings::get;
        MeterRegistry registry = new OtlpMeterRegistry(config, Clock.SYSTEM);
        // end::otlp[]
        return registry;
    }
}
