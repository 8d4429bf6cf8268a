// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.polls;

import dev.baton.NodeId;
import dev.baton.admin.FieldDoc;
import dev.baton.duties.PollError;
import dev.baton.duties.PollJob;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A poll as the admin API shows it. */
public record PollView(
        String name,
        long number,
        @FieldDoc("the node that has it") @Nullable String node,
        @FieldDoc(oneOf = PollJob.State.class) String state,
        int attempts,
        @FieldDoc("under which it was handed out") long epoch,
        @FieldDoc(oneOf = PollError.class) @Nullable String error) {
    static PollView of(PollJob job) {
        return new PollView(
                job.what(),
                job.number(),
                job.node().map(NodeId::value).orElse(null),
                job.state().name(),
                job.attempts(),
                job.epoch().value(),
                job.error().map(PollError::name).orElse(null));
    }

    /** The newest first. */
    public record Polls(List<PollView> polls) {}

    /** The leader's order to a node. */
    public record Order(
            String name,
            @FieldDoc("of the leader that asks") long epoch) {}

    /** The result of a poll. */
    public record Result(int status, long millis) {}
}
