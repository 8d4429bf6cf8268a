// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Ticker;
import dev.baton.security.ConnectionLimit;
import dev.baton.security.FailureThrottle;
import dev.baton.server.cluster.Acquaintances;
import dev.baton.server.cluster.Audit;
import dev.baton.server.cluster.Cluster;
import dev.baton.server.cluster.LocalOperations;
import dev.baton.server.cluster.Operations;
import dev.baton.server.loan.LoanDesk;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.ThisNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Puts the admin API together.
 *
 * @param cluster the whole of it, as seen from this node
 */
public record Admin(
        ThisNode self,
        Cluster cluster,
        Operations operations,
        LocalOperations local,
        Acquaintances acquaintances,
        Map<String, LoanDesk> desks,
        EventLog log,
        Supplier<String> metrics,
        Ticker ticker) {
    static final ConnectionLimit.Limits MAX_CONNECTIONS =
            new ConnectionLimit.Limits(512, 256, Duration.ofSeconds(10), Duration.ofSeconds(30));
    static final FailureThrottle.Limits MAX_BAD_TOKENS =
            new FailureThrottle.Limits(30, Duration.ofSeconds(2), Duration.ZERO, 1_000);

    public AdminServer start(AdminSettings settings, AdminSocket socket) {
        Guard guard =
                new Guard(new AllowedHosts(settings), Access.of(settings), new FailureThrottle(MAX_BAD_TOKENS, ticker));
        AdminServer server = new AdminServer(
                settings,
                socket,
                guard,
                MAX_CONNECTIONS,
                ticker,
                routes(self.node().id().value()));
        server.start();
        return server;
    }

    List<Route> routes(String node) {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new Reads(self, cluster, log).routes());
        Audit audit = new Audit(log, node);
        routes.addAll(new Operates(operations, local, audit).routes());
        routes.addAll(new Loans(desks, audit).routes());
        routes.addAll(new Visits(acquaintances).routes());
        routes.addAll(new EventStream(log).routes());
        routes.addAll(new Health(self).routes());
        routes.addAll(new Documents(metrics).routes());
        routes.addAll(new Dashboard().routes());
        return routes;
    }
}
