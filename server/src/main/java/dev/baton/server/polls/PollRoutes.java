// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.admin.ApiError;
import dev.baton.admin.ApiException;
import dev.baton.server.http.Route;
import dev.baton.server.polls.PollView.Order;
import dev.baton.server.polls.PollView.Polls;
import dev.baton.server.polls.PollView.Result;
import java.util.List;
import java.util.concurrent.CompletionException;

/** Shows the polls, and receives the leader's orders. */
final class PollRoutes {
    static final String PATH = "/api/v1/polls";
    static final String LOCAL = "/api/v1/local/polls";

    private final RunningPolls polls;

    PollRoutes(RunningPolls polls) {
        this.polls = polls;
    }

    List<Route> routes() {
        return List.of(
                Route.get(PATH, "The latest polls, newest first, as the leader says", Polls.class, call -> polls.all())
                        .refuses(503, "the leader does not answer"),
                Route.get(LOCAL, "The same, by what this node knows", Polls.class, call -> polls.own()),
                Route.post(
                                LOCAL,
                                "Poll now, for the leader; answers when it is done",
                                Order.class,
                                Result.class,
                                (call, order) -> perform(order))
                        .refuses(404, "this node has no poll of that name")
                        .refuses(409, "STALE_EPOCH: another node leads by now")
                        .refuses(503, "the URL does not answer, or with an error"));
    }

    private Result perform(Order order) {
        try {
            return polls.perform(order).join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof ApiException told ? told : failed;
        }
    }

    static ApiException failed(String why) {
        return new ApiException(ApiError.UNAVAILABLE, why);
    }
}
