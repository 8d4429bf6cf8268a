// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ListResponses;
import dev.baton.server.view.ThisNode;
import java.util.List;

/** For orchestrators, which have no token; so it reveals nothing but the status. */
final class HealthRoutes {
    private final ThisNode self;

    HealthRoutes(ThisNode self) {
        this.self = self;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                                "/health/live",
                                "Whether the process answers",
                                ListResponses.Health.class,
                                call -> new ListResponses.Health("up"))
                        .open(),
                Route.get("/health/ready", "Whether the node can do its part", ListResponses.Health.class, this::ready)
                        .open()
                        .refuses(503, "it cannot, or is stopping"));
    }

    private ListResponses.Health ready(ApiCall call) {
        boolean ready = self.isReady();
        call.context().status(ready ? 200 : 503);
        return new ListResponses.Health(ready ? "ready" : "not_ready");
    }
}
