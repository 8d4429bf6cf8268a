// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.core.Ticker;
import dev.baton.server.cluster.Cluster;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.ThisNode;
import java.util.ArrayList;
import java.util.List;

/** Puts the admin API together. */
public final class Admin {
    private Admin() {}

    public static AdminServer start(
            AdminSettings settings, ThisNode self, Cluster cluster, EventLog log, Ticker ticker) {
        Guard guard = new Guard(new AllowedHosts(settings), Access.of(settings), new BadTokens(ticker));
        List<Route> routes = new ArrayList<>();
        routes.addAll(new Reads(self, cluster, log).routes());
        routes.addAll(new EventStream(log).routes());
        routes.addAll(new Dashboard().routes());
        AdminServer server = new AdminServer(settings, guard, routes);
        server.start();
        return server;
    }
}
