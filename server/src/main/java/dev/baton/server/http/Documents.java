// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.function.Supplier;

/** What machines read: the description of this API, and the metrics. */
final class Documents {
    private static final String PROMETHEUS = "text/plain; version=0.0.4; charset=utf-8";

    private final Supplier<String> metrics;

    Documents(Supplier<String> metrics) {
        this.metrics = metrics;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/openapi.json", Documents::openapi),
                Route.get(
                        "/metrics",
                        call -> call.context().contentType(PROMETHEUS).result(metrics.get())));
    }

    private static void openapi(Call call) throws IOException {
        try (InputStream in = Documents.class.getResourceAsStream("openapi.json")) {
            if (in == null) {
                throw new IllegalStateException("the jar lacks openapi.json");
            }
            call.context().contentType(Call.JSON).result(in.readAllBytes());
        }
    }
}
