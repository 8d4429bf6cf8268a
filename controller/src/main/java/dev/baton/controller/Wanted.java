// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.List;
import java.util.function.Function;

/** What waits to be decided. */
sealed interface Wanted {
    /** By a client, once. */
    record Asked(RequestId id, Request request) implements Wanted {}

    /** By the leader, because of what it noticed; it is looked at again in the state that it is decided in. */
    record Noticed(Function<State, List<Outcome>> news) implements Wanted {
        List<Outcome> outcomes(State state) {
            return news.apply(state);
        }
    }
}
