// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.security.ConnectionLimit;
import dev.baton.security.FailureThrottle;
import dev.baton.server.cluster.ClusterOverview;
import dev.baton.server.cluster.KnownPeers;
import dev.baton.server.cluster.Operations;
import dev.baton.server.metrics.NodeMetrics;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.ThisNode;
import dev.baton.spi.Ticker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Assembles the admin API.
 *
 * @param cluster the whole cluster, as seen from this node
 * @param ofParts the routes of the node's parts
 * @param dashboard with the pages of the parts
 */
public record Admin(
        ThisNode self,
        ClusterOverview cluster,
        Operations operations,
        KnownPeers known,
        List<Route> ofParts,
        Dashboard dashboard,
        EventLog log,
        NodeMetrics metrics,
        Ticker ticker) {
    static final ConnectionLimit.Limits MAX_CONNECTIONS =
            new ConnectionLimit.Limits(512, 256, Duration.ofSeconds(10), Duration.ofSeconds(30));
    static final FailureThrottle.Limits MAX_BAD_TOKENS =
            new FailureThrottle.Limits(30, Duration.ofSeconds(2), Duration.ZERO, 1_000);

    public AdminServer start(AdminSettings settings, AdminSocket socket) {
        Guard guard = new Guard(
                new AllowedHosts(settings), AccessControl.of(settings), new FailureThrottle(MAX_BAD_TOKENS, ticker));
        AdminServer server =
                new AdminServer(settings, socket, guard, MAX_CONNECTIONS, ticker, routes(), metrics::requested);
        server.start();
        return server;
    }

    List<Route> routes() {
        List<Route> routes = new ArrayList<>();
        routes.addAll(new QueryRoutes(self, cluster, log).routes());
        routes.addAll(new OperationRoutes(operations).routes());
        routes.addAll(ofParts);
        routes.addAll(new PeerRoutes(known).routes());
        routes.addAll(new EventStream(log).routes());
        routes.addAll(new HealthRoutes(self).routes());
        routes.addAll(dashboard.routes());
        return new MetaRoutes(() -> metrics.scrape()).routes(routes);
    }
}
