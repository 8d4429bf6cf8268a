// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.http;

import dev.baton.server.api.ApiError;
import dev.baton.server.api.ApiException;
import dev.baton.server.cluster.Cluster;
import dev.baton.server.view.ElectionView;
import dev.baton.server.view.EventLog;
import dev.baton.server.view.EventView;
import dev.baton.server.view.ThisNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The calls that change nothing. */
final class Reads {
    private static final int MOST_ELECTIONS = 1_000;
    private static final int MOST_LEADERSHIPS = 200;
    private static final int MOST_EVENTS = 1_000;

    private final ThisNode self;
    private final Cluster cluster;
    private final EventLog log;

    Reads(ThisNode self, Cluster cluster, EventLog log) {
        this.self = self;
        this.cluster = cluster;
        this.log = log;
    }

    List<Route> routes() {
        return List.of(
                Route.get("/api/v1/cluster", call -> call.answer(cluster.view())),
                Route.get("/api/v1/elections", this::elections),
                Route.get("/api/v1/elections/{name}", this::election),
                Route.get("/api/v1/elections/{name}/leaderships", this::leaderships),
                Route.get(
                        "/api/v1/nodes",
                        call -> call.answer(Map.of("nodes", cluster.view().nodes()))),
                Route.get("/api/v1/duties", call -> call.answer(Map.of("duties", cluster.duties()))),
                Route.get("/api/v1/events", this::events),
                Route.get("/api/v1/whoami", this::whoami),
                Route.get("/api/v1/local", call -> call.answer(self.view())),
                Route.get("/api/v1/local/elections/{name}/leaderships", this::ownLeaderships));
    }

    private void elections(Call call) {
        int limit = call.limit(100, MOST_ELECTIONS);
        String cursor = call.query("cursor").orElse("");
        String wanted = call.query("q").orElse("").toLowerCase(Locale.ROOT);
        List<ElectionView> found = cluster.view().elections().stream()
                .filter(it -> it.name().compareTo(cursor) > 0 && it.name().contains(wanted))
                .toList();
        Map<String, Object> page = new LinkedHashMap<>();
        List<ElectionView> shown = found.subList(0, Math.min(limit, found.size()));
        page.put("elections", shown);
        if (shown.size() < found.size()) {
            page.put("next", shown.get(shown.size() - 1).name());
        }
        call.answer(page);
    }

    private void election(Call call) {
        String name = call.path("name");
        call.answer(cluster.view().elections().stream()
                .filter(it -> it.name().equals(name))
                .findFirst()
                .orElseThrow(Reads::noElection));
    }

    static ApiException noElection() {
        return new ApiException(ApiError.NOT_FOUND, "there is no such election");
    }

    private void leaderships(Call call) {
        int limit = call.limit(50, MOST_LEADERSHIPS);
        String name = call.path("name");
        if (cluster.view().elections().stream().noneMatch(it -> it.name().equals(name))) {
            throw noElection();
        }
        call.answer(Map.of("leaderships", cluster.leaderships(name, limit)));
    }

    private void ownLeaderships(Call call) {
        int limit = call.limit(MOST_LEADERSHIPS, MOST_LEADERSHIPS);
        call.answer(Map.of(
                "leaderships",
                self.standing(call.path("name"))
                        .map(it -> it.watch().history().newest(limit))
                        .orElse(List.of())));
    }

    private void events(Call call) {
        int limit = call.limit(100, MOST_EVENTS);
        List<EventView> events =
                call.number("after").map(seq -> log.after(seq, limit)).orElseGet(() -> log.newest(limit));
        call.answer(Map.of("events", events, "last", log.last()));
    }

    private void whoami(Call call) {
        call.answer(Map.of(
                "role", call.caller().role().name().toLowerCase(Locale.ROOT),
                "node", self.node().id().value(),
                "version", self.profile().version()));
    }
}
