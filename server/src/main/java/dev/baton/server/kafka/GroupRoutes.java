// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.kafka;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.admin.ConsumerGroupReport;
import dev.baton.admin.GroupDeletion;
import dev.baton.server.http.Route;
import java.util.List;

/** Shows consumer groups, and deletes them. */
final class GroupRoutes {
    static final String PATH = "/api/v1/groups";
    static final String LOCAL = "/api/v1/local/groups";
    static final String DELETE_LOCAL = LOCAL + "/delete";

    private GroupRoutes() {}

    static List<Route> of(GroupQueries queries, GroupOperations operations) {
        return List.of(
                Route.get(
                        PATH,
                        "All consumer groups, as the nodes that coordinate them say",
                        ConsumerGroupReport.Groups.class,
                        call -> queries.all()),
                // A name may have any characters, so that it is no part of the path.
                Route.get(
                                PATH + "/describe",
                                "A consumer group with its members and its lag in every partition",
                                ConsumerGroupReport.Described.class,
                                call -> queries.describe(call.query("group")
                                        .orElseThrow(() -> new ApiException(
                                                ApiError.BAD_REQUEST, "the parameter group is missing"))))
                        .text("group", "its name")
                        .refuses(400, "no name was given")
                        .refuses(404, "no such group")
                        .refuses(503, "no node that answers has it, and not all answer"),
                Route.get(
                                LOCAL,
                                "The consumer groups that this node coordinates, without lag",
                                ConsumerGroupReport.Coordinated.class,
                                call -> queries.coordinatedHere())
                        .refuses(503, "it loads them"),
                refusing(Route.post(
                        PATH + "/delete",
                        "Delete a consumer group that has no members, with its offsets",
                        GroupDeletion.class,
                        GroupDeletion.Deleted.class,
                        (call, wanted) -> operations.delete(wanted, call.requester()))),
                refusing(Route.post(
                        DELETE_LOCAL,
                        "The same, if this node coordinates it",
                        GroupDeletion.class,
                        GroupDeletion.Deleted.class,
                        (call, wanted) -> operations.deleteHere(wanted, call.requester()))));
    }

    private static Route refusing(Route route) {
        return route.refuses(400, "no name was given")
                .refuses(404, "no such group")
                .refuses(409, "CONFLICT: it has members")
                .refuses(503, "its coordinator was not found; nothing was done")
                .refuses(504, "not answered in time; it may have been done");
    }
}
