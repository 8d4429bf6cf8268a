// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.AdminJson;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The routes for machines: the description of this API, and the metrics. */
final class MetaRoutes {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Supplier<String> metrics;

    MetaRoutes(Supplier<String> metrics) {
        this.metrics = metrics;
    }

    /** @param others all routes but these, for the description */
    List<Route> routes(List<Route> others) {
        List<Route> all = new ArrayList<>(others);
        all.add(Route.file(
                "/metrics",
                "Metrics for Prometheus",
                "text/plain",
                call -> call.context().contentType(PROMETHEUS).result(metrics.get())));
        all.add(Route.file(
                "/openapi.json",
                "This document",
                "application/json",
                call -> call.context().contentType(ApiCall.JSON).result(AdminJson.write(OpenApi.document(all)))));
        return all;
    }
}
