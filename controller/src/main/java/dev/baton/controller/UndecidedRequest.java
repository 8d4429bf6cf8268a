// SPDX-License-Identifier: Apache-2.0
package dev.baton.controller;

import java.util.List;
import java.util.function.Function;

/** What waits to be decided. */
sealed interface UndecidedRequest {
    /** By a client, once. */
    record Asked(RequestId id, Request request) implements UndecidedRequest {}

    /** By the leader, because of what it noticed; it is looked at again in the state that it is decided in. */
    record Noticed(Function<ControllerState, List<DecisionOutcome>> news) implements UndecidedRequest {
        List<DecisionOutcome> outcomes(ControllerState state) {
            return news.apply(state);
        }
    }
}
