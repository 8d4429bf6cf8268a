// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.api.Operation;
import dev.baton.server.cluster.Audit;
import dev.baton.server.cluster.LocalOperations;
import dev.baton.server.cluster.NodeClient;
import dev.baton.server.cluster.Operations;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The calls that change something: each names the epoch that it refers to, and is noted. */
final class Operates {
    private static final Map<String, Class<? extends Operation>> KINDS = Map.of(
            "resign", Operation.Resign.class,
            "transfer", Operation.Transfer.class,
            "eligibility", Operation.Eligibility.class);

    private final Operations operations;
    private final LocalOperations local;
    private final Audit audit;

    Operates(Operations operations, LocalOperations local, Audit audit) {
        this.operations = operations;
        this.local = local;
        this.audit = audit;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        KINDS.forEach((name, kind) -> {
            routes.add(Route.post("/api/v1/elections/{name}/" + name, call -> anywhere(call, kind)));
            routes.add(Route.post("/api/v1/local/elections/{name}/" + name, call -> here(call, kind)));
        });
        return routes;
    }

    private void anywhere(Call call, Class<? extends Operation> kind) {
        Operation operation = call.body(kind);
        String election = call.path("name");
        String actor = actor(call);
        call.answer(audit.of(actor, election, operation, () -> operations.perform(election, operation, actor)));
    }

    private void here(Call call, Class<? extends Operation> kind) {
        Operation operation = call.body(kind);
        String election = call.path("name");
        call.answer(audit.of(actor(call), election, operation, () -> local.perform(election, operation)));
    }

    /** Whoever calls; another node says for whom it does. */
    private static String actor(Call call) {
        String behalf = call.context().header(NodeClient.ACTOR);
        boolean believed = call.caller().node() && behalf != null && behalf.matches("[A-Za-z0-9._@-]{1,64}");
        return believed && behalf != null ? behalf : call.caller().name();
    }
}
