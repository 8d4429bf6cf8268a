// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.Operation;
import dev.baton.admin.OperationOutcome;
import dev.baton.server.cluster.Operations;
import java.util.ArrayList;
import java.util.List;

/** The calls that change something: each names the epoch that it refers to, and is recorded. */
final class OperationRoutes {
    private final Operations operations;
    private final List<Route> routes = new ArrayList<>();

    OperationRoutes(Operations operations) {
        this.operations = operations;
    }

    List<Route> routes() {
        add("resign", Operation.Resign.class, "Make the leader resign");
        add(
                "transfer",
                Operation.Transfer.class,
                "Let the leader hand over to a node; answers when the next leader is seen");
        add(
                "eligibility",
                Operation.Eligibility.class,
                "Allow a node to lead, or forbid it, until it restarts or reloads");
        return routes;
    }

    private <O extends Operation> void add(String name, Class<O> kind, String summary) {
        String path = "elections/{name}/" + name;
        routes.add(refusing(Route.post(
                "/api/v1/" + path,
                summary,
                kind,
                OperationOutcome.class,
                (call, operation) -> operations.perform(call.path("name"), operation, call.requester()))));
        routes.add(refusing(Route.post(
                "/api/v1/local/" + path,
                summary + ", if that is this node",
                kind,
                OperationOutcome.class,
                (call, operation) -> operations.here(call.path("name"), operation, call.requester()))));
    }

    private static Route refusing(Route route) {
        return route.refuses(404, "no such election or node")
                .refuses(409, "STALE_EPOCH: not the current leadership; NOT_LEADER: no node leads; CONFLICT")
                .refuses(503, "the node concerned cannot be reached")
                .refuses(504, "not finished in time; it may still happen");
    }
}
