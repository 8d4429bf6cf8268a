// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.work;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.WorkForecast;
import dev.baton.admin.WorkMap;
import dev.baton.admin.WorkOperation;
import dev.baton.admin.WorkOutcome;
import dev.baton.admin.WorkPartitions;
import dev.baton.admin.WorkView;
import dev.baton.server.http.ApiCall;
import dev.baton.server.http.Route;
import dev.baton.work.TaskList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Shows the work, and changes it. */
final class WorkRoutes {
    static final String PATH = "/api/v1/work";
    static final String LOCAL = "/api/v1/local/work";

    private static final int MAX_PAGE = 10_000;
    private static final String UNAVAILABLE = "the database or the coordinator does not answer";

    private final WorkQueries queries;
    private final WorkOperations operations;
    private final List<Route> routes = new ArrayList<>();

    WorkRoutes(WorkQueries queries, WorkOperations operations) {
        this.queries = queries;
        this.operations = operations;
    }

    List<Route> routes() {
        show();
        add("create-list", WorkOperation.CreateList.class, "Create a task list");
        add(
                "change-list",
                WorkOperation.ChangeList.class,
                "Change how many partitions a task list has, or their weight");
        add("retire-list", WorkOperation.RetireList.class, "Release all partitions of a task list for good");
        add("drain", WorkOperation.Drain.class, "Drain a worker, or allow it to take partitions again");
        add(
                "move",
                WorkOperation.MovePartition.class,
                "Move a partition to a worker; answers when it is there. The balance is kept, so another one may move"
                        + " back for it");
        add("pin", WorkOperation.Pin.class, "Let a partition be on one worker or on none");
        add("unpin", WorkOperation.Unpin.class, "Let a partition be on any worker again");
        add("ban", WorkOperation.Ban.class, "Keep a partition, or a whole task list, off a worker");
        add("unban", WorkOperation.Unban.class, "Let a partition or task list be on that worker again");
        return routes;
    }

    private void show() {
        routes.add(Route.get(
                        PATH,
                        "Task lists, workers and moves, as the coordinator says, or as it is stored while"
                                + " there is none",
                        WorkView.class,
                        call -> queries.view())
                .refuses(503, UNAVAILABLE));
        routes.add(Route.get(LOCAL, "The same, by what this node knows", WorkView.class, call -> queries.own())
                .refuses(503, UNAVAILABLE));
        routes.add(Route.get(
                        PATH + "/map",
                        "Who owns which partition, in compact form",
                        WorkMap.class,
                        call -> queries.map(call.query("since")))
                .text("since", "the cursor of an earlier answer, to get only what has changed")
                .refuses(503, UNAVAILABLE));
        routes.add(Route.get(
                        PATH + "/lists/{domain}/{list}/partitions",
                        "The partitions of a task list, page by page",
                        WorkPartitions.class,
                        this::partitions)
                .number("from", "the first partition of the page")
                .limit(1_000, MAX_PAGE)
                .refuses(404, "no such task list")
                .refuses(503, UNAVAILABLE));
        plan(PATH, "What would move if workers left; changes nothing", queries::forecast);
        plan(LOCAL, "The same, by what this node knows", queries::ownForecast);
    }

    private void plan(String path, String summary, BiFunction<String, Integer, WorkForecast> forecast) {
        routes.add(Route.get(
                        path + "/plan",
                        summary,
                        WorkForecast.class,
                        call -> forecast.apply(call.query("without").orElse(""), call.limit()))
                .text("without", "the ids of workers, with commas between them; without it, what would move now")
                .limit(WorkViews.MAX_NAMED, MAX_PAGE)
                .refuses(404, "no such worker")
                .refuses(503, UNAVAILABLE));
    }

    private WorkPartitions partitions(ApiCall call) {
        long from = call.number("from").orElse(0L);
        if (from > TaskList.MAX_PARTITIONS) {
            throw new ApiException(ApiError.BAD_REQUEST, "from is beyond the last partition that can be");
        }
        return queries.partitions(call.path("domain") + "/" + call.path("list"), (int) from, call.limit());
    }

    private <O extends WorkOperation> void add(String name, Class<O> kind, String summary) {
        routes.add(refusing(Route.post(
                PATH + "/" + name,
                summary,
                kind,
                WorkOutcome.class,
                (call, operation) -> operations.perform(operation, call.requester()))));
        routes.add(refusing(Route.post(
                LOCAL + "/" + name,
                summary + ", if this node coordinates",
                kind,
                WorkOutcome.class,
                (call, operation) -> operations.performHere(operation, call.requester()))));
    }

    private static Route refusing(Route route) {
        return route.refuses(400, "invalid name or number; see the message")
                .refuses(404, "no such task list, partition or worker")
                .refuses(
                        409,
                        "NOT_LEADER: no node coordinates; CONFLICT: not possible in the present state; see the message")
                .refuses(429, WaitingOperations.MAX + " changes are under way on this node already")
                .refuses(503, UNAVAILABLE)
                .refuses(504, "not finished in time; it may still happen");
    }
}
