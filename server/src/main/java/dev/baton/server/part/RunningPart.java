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
    /** One that does nothing. */
    RunningPart IDLE = new RunningPart() {};

    /** Adds what is published with every leadership of this node. */
    default Endpoints publish(Endpoints others) {
        return others;
    }

    /** The node has started, and stands nowhere yet. */
    default void started(Baton node) {}

    /** Adds its duties and listeners to a candidate that is about to stand. */
    default void prepare(ElectionPlan plan, Baton node, Baton.CandidateBuilder candidate) {}

    /** Is told of a candidate that stands. */
    default void stands(ElectionPlan plan, Candidate candidate) {}

    default void measure(MeterRegistry registry) {}

    /** Its calls in the admin API, if there is one. */
    default List<Route> routes() {
        return List.of();
    }

    /** Gives away what others can take over, before the leaderships of this node are handed over. Bounded. */
    default void leave() {}

    /** Ends, after the leaderships of this node have been handed over. */
    @Override
    default void close() {}
}
