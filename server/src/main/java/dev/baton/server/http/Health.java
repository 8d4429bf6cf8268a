// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.view.ThisNode;
import java.util.List;
import java.util.Map;

/** For orchestrators, which have no token; so it reveals nothing but the status. */
final class Health {
    private final ThisNode self;

    Health(ThisNode self) {
        this.self = self;
    }

    List<Route> routes() {
        return List.of(
                Route.open("/health/live", call -> call.answer(Map.of("status", "up"))),
                Route.open("/health/ready", this::ready));
    }

    private void ready(Call call) {
        boolean ready = self.isReady();
        Call.json(call.context(), ready ? 200 : 503, Map.of("status", ready ? "ready" : "not_ready"));
    }
}
