// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.part;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Endpoints;
import dev.baton.server.http.Route;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;

/** A part of a running node. Its methods are called in this order. */
public interface RunningPart extends AutoCloseable {
    /** A part that does nothing. */
    RunningPart IDLE = new RunningPart() {};

    /** Adds what is published with every leadership of this node. */
    default Endpoints publish(Endpoints others) {
        return others;
    }

    /** The node has started, and does not stand in any election yet. */
    default void started(Baton node) {}

    /** Adds its duties and listeners to a candidate that is about to stand. */
    default void prepare(ElectionPlan plan, Baton node, Baton.CandidateBuilder candidate) {}

    /** A candidate stands now. */
    default void stands(ElectionPlan plan, Candidate candidate) {}

    default void measure(MeterRegistry registry) {}

    /** Its calls in the admin API, if there is one. */
    default List<Route> routes() {
        return List.of();
    }

    /** Gives away what others can take over, before this node hands over its leaderships. Takes bounded time. */
    default void leave() {}

    /** Stops, after this node has handed over its leaderships. */
    @Override
    default void close() {}
}
