// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.Answers;
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
                                Answers.Health.class,
                                call -> new Answers.Health("up"))
                        .open(),
                Route.get("/health/ready", "Whether the node can do its part", Answers.Health.class, this::ready)
                        .open()
                        .refuses(503, "it cannot, or is leaving"));
    }

    private Answers.Health ready(Call call) {
        boolean ready = self.isReady();
        call.context().status(ready ? 200 : 503);
        return new Answers.Health(ready ? "ready" : "not_ready");
    }
}
