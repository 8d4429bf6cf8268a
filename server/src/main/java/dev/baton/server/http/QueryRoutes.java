// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.EventView;
import dev.baton.admin.ListResponses;
import dev.baton.admin.LocalView;
import dev.baton.server.cluster.ClusterOverview;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.ThisNode;
import java.util.List;
import java.util.Locale;

/** The calls that change nothing. */
final class QueryRoutes {
    private static final int MAX_LEADERSHIPS = 200;
    private static final String NO_ELECTION = "no such election";

    private final ThisNode self;
    private final ClusterOverview cluster;
    private final EventLog log;

    QueryRoutes(ThisNode self, ClusterOverview cluster, EventLog log) {
        this.self = self;
        this.cluster = cluster;
        this.log = log;
    }

    List<Route> routes() {
        return List.of(
                Route.get(
                        "/api/v1/cluster", "The whole cluster at a glance", ClusterView.class, call -> cluster.view()),
                Route.get(
                                "/api/v1/elections",
                                "Elections by name, page by page",
                                ListResponses.Elections.class,
                                this::elections)
                        .limit(100, 1_000)
                        .text("cursor", "where the page begins")
                        .text("q", "part of a name"),
                Route.get(
                                "/api/v1/elections/{name}",
                                "One election",
                                ElectionView.class,
                                call -> cluster.election(call.path("name")))
                        .refuses(404, NO_ELECTION),
                Route.get(
                                "/api/v1/elections/{name}/leader",
                                "Who leads, as this node and the leader say; the other nodes are not asked",
                                ListResponses.CurrentLeader.class,
                                call -> cluster.leader(call.path("name")))
                        .refuses(404, NO_ELECTION),
                Route.get(
                                "/api/v1/elections/{name}/leaderships",
                                "Its leaderships, newest first, as the nodes saw them",
                                ListResponses.Leaderships.class,
                                this::leaderships)
                        .limit(50, MAX_LEADERSHIPS)
                        .refuses(404, NO_ELECTION),
                Route.get(
                        "/api/v1/nodes",
                        "The nodes",
                        ListResponses.Nodes.class,
                        call -> new ListResponses.Nodes(cluster.view().nodes())),
                Route.get(
                        "/api/v1/duties",
                        "The duties of all nodes",
                        ListResponses.Duties.class,
                        call -> new ListResponses.Duties(cluster.duties())),
                Route.get(
                                "/api/v1/events",
                                "What happened, as this node saw it",
                                ListResponses.Events.class,
                                this::events)
                        .number("after", "the number of an event; without it the newest are given")
                        .limit(100, 1_000),
                Route.get("/api/v1/whoami", "Who the caller is to this node", ListResponses.WhoAmI.class, this::whoami),
                Route.get(
                        "/api/v1/local",
                        "What this node says of itself; nodes ask each other so",
                        LocalView.class,
                        call -> self.view()),
                Route.get(
                                "/api/v1/local/elections/{name}/leader",
                                "Who leads, by what this node knows",
                                ListResponses.CurrentLeader.class,
                                call -> cluster.localLeader(call.path("name")))
                        .refuses(404, NO_ELECTION),
                Route.get(
                                "/api/v1/local/elections/{name}/leaderships",
                                "What this node saw of an election",
                                ListResponses.Leaderships.class,
                                this::ownLeaderships)
                        .limit(MAX_LEADERSHIPS, MAX_LEADERSHIPS));
    }

    private ListResponses.Elections elections(ApiCall call) {
        int limit = call.limit();
        String cursor = call.query("cursor").orElse("");
        String wanted = call.query("q").orElse("").toLowerCase(Locale.ROOT);
        List<ElectionView> found = cluster.view().elections().stream()
                .filter(it -> it.name().compareTo(cursor) > 0 && it.name().contains(wanted))
                .toList();
        List<ElectionView> shown = found.subList(0, Math.min(limit, found.size()));
        return new ListResponses.Elections(
                shown, shown.size() < found.size() ? shown.get(shown.size() - 1).name() : null);
    }

    private ListResponses.Leaderships leaderships(ApiCall call) {
        int limit = call.limit();
        String name = cluster.election(call.path("name")).name();
        return new ListResponses.Leaderships(cluster.leaderships(name, limit));
    }

    private ListResponses.Leaderships ownLeaderships(ApiCall call) {
        int limit = call.limit();
        return new ListResponses.Leaderships(self.standing(call.path("name"))
                .map(it -> it.watch().history().newest(limit))
                .orElse(List.of()));
    }

    private ListResponses.Events events(ApiCall call) {
        int limit = call.limit();
        List<EventView> events =
                call.number("after").map(seq -> log.after(seq, limit)).orElseGet(() -> log.newest(limit));
        return new ListResponses.Events(events, log.last());
    }

    private ListResponses.WhoAmI whoami(ApiCall call) {
        return new ListResponses.WhoAmI(
                call.caller().role().name().toLowerCase(Locale.ROOT),
                self.node().id().value(),
                self.profile().version());
    }
}
