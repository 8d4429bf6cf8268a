// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.controller;

import dev.baton.admin.ControllerMembers;
import dev.baton.admin.ControllerOperation;
import dev.baton.admin.ControllerOutcome;
import dev.baton.admin.ControllerReport;
import dev.baton.admin.PartitionFigures;
import dev.baton.admin.TopicReport;
import dev.baton.server.http.Route;
import dev.baton.server.partitions.ClusterFigures;
import dev.baton.server.partitions.LocalFigures;
import java.util.ArrayList;
import java.util.List;

/** Shows topics, nodes and the group, and changes them. */
final class ControllerRoutes {
    static final String PATH = "/api/v1/controller";
    static final String TOPICS = "/api/v1/topics";
    static final String GROUPS = PATH + "/groups";
    private static final String LOCAL_TOPICS = "/api/v1/local/topics";
    private static final int MAX_PAGE = 10_000;
    private static final int MAX_STATE = 16 << 20;
    private static final String NO_MAJORITY = "no majority of the group answers, or this node lags";

    private final ControllerQueries queries;
    private final MemberReports members;
    private final ControllerOperations operations;
    private final LocalFigures figures;
    private final List<Route> routes = new ArrayList<>();

    ControllerRoutes(
            ControllerQueries queries, MemberReports members, ControllerOperations operations, LocalFigures figures) {
        this.queries = queries;
        this.members = members;
        this.operations = operations;
        this.figures = figures;
    }

    List<Route> routes() {
        routes.add(Route.get(
                PATH,
                "The group that has topics and nodes, as this member knows it",
                ControllerReport.class,
                call -> queries.report()));
        routes.add(Route.get(
                PATH + "/members",
                "All members of the group, each as it says itself, and whether their states are equal",
                ControllerMembers.class,
                call -> members.members()));
        routes.add(Route.get(
                        PATH + "/changes",
                        "What this member has applied after a version",
                        ControllerOutcome.Changes.class,
                        call -> queries.changes(call.number("since").orElse(0L)))
                .number("since", "the version of an earlier answer"));
        routes.add(Route.get(
                        PATH + "/state",
                        "The whole state of topics and nodes, to be kept",
                        ControllerOutcome.Saved.class,
                        call -> queries.save())
                .refuses(503, NO_MAJORITY));
        routes.add(Route.get(
                GROUPS,
                "The groups that replicate partitions, as this member knows them",
                TopicReport.Groups.class,
                call -> queries.groups()));
        topics();
        routes.add(Route.get(
                ClusterFigures.PATH,
                "The partitions that this node leads, with their offsets, sizes and rates",
                PartitionFigures.Local.class,
                call -> figures.report()));
        add(
                new ControllerOperation.CreateTopic(null, null, null, null),
                ControllerOperation.CreateTopic.class,
                "Create a topic with all its partitions, or nothing");
        add(
                new ControllerOperation.AlterTopic(null, null, null),
                ControllerOperation.AlterTopic.class,
                "Give a topic more partitions, or other settings");
        add(
                new ControllerOperation.DeleteTopic(null),
                ControllerOperation.DeleteTopic.class,
                "Delete a topic and all its records");
        add(
                new ControllerOperation.MovePartition(null, null, null),
                ControllerOperation.MovePartition.class,
                "Move a partition to other nodes, with all partitions of its group");
        add(
                new ControllerOperation.DrainNode(null, null),
                ControllerOperation.DrainNode.class,
                "Drain a node, or let it take replicas again");
        add(
                new ControllerOperation.RemoveNode(null),
                ControllerOperation.RemoveNode.class,
                "Forget a node that is gone or drained, and remove it from the Raft group");
        add(
                new ControllerOperation.Restore(null),
                ControllerOperation.Restore.class,
                "Replace the current state with a saved one");
        return routes;
    }

    private void topics() {
        routes.add(Route.get(
                        TOPICS,
                        "All topics, with sizes and rates as the leaders of their partitions say",
                        TopicReport.Topics.class,
                        call -> queries.topics())
                .refuses(503, NO_MAJORITY));
        routes.add(Route.get(
                LOCAL_TOPICS,
                "All topics, as far as this member knows",
                TopicReport.Topics.class,
                call -> queries.localTopics()));
        routes.add(page(Route.get(
                        TOPICS + "/{topic}",
                        "A topic and its partitions, page by page, with offsets, sizes and rates as their leaders say",
                        TopicReport.Described.class,
                        call -> queries.describe(
                                call.path("topic"), call.number("from").orElse(0L), call.limit())))
                .refuses(503, NO_MAJORITY));
        routes.add(page(Route.get(
                LOCAL_TOPICS + "/{topic}",
                "A topic and its partitions, page by page, as far as this member knows",
                TopicReport.Described.class,
                call -> queries.describeLocal(
                        call.path("topic"), call.number("from").orElse(0L), call.limit()))));
    }

    private static Route page(Route route) {
        return route.number("from", "the first partition of the page")
                .limit(1_000, MAX_PAGE)
                .refuses(400, "not a name of a topic")
                .refuses(404, "no such topic");
    }

    private <O extends ControllerOperation> void add(O example, Class<O> kind, String summary) {
        Route route = Route.post(
                example.path(),
                summary,
                kind,
                ControllerOutcome.class,
                (call, operation) -> operations.perform(operation, call.requester()));
        routes.add((example instanceof ControllerOperation.Restore ? route.maxBody(MAX_STATE) : route)
                .refuses(400, "invalid name or number; see the message")
                .refuses(404, "no such topic or node")
                .refuses(409, "CONFLICT: not possible in the present state; see the message")
                .refuses(503, "no leader was found; nothing was done")
                .refuses(504, "not answered in time; it may have been done"));
    }
}
