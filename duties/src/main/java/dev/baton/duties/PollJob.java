// SPDX-License-Identifier: Apache-2.0
package dev.baton.duties;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Objects;
import java.util.Optional;

/**
 * One poll and how far it got.
 *
 * @param number rises with every job
 * @param attempts how often it was handed to a node
 * @param epoch under which it was last handed out; a node does not take one from a former leader
 */
public record PollJob(
        long number,
        String what,
        NodeRule rule,
        State state,
        Optional<NodeId> node,
        int attempts,
        Epoch epoch,
        Optional<PollError> error) {
    /** How far a job got. */
    public enum State {
        /** Waits for a node. */
        PENDING,
        /** A node is asked to take it. */
        DISPATCHING,
        /** A node works on it. */
        RUNNING,
        COMPLETED,
        FAILED;

        public boolean isFinal() {
            return this == COMPLETED || this == FAILED;
        }
    }

    public PollJob {
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(rule, "rule");
        Objects.requireNonNull(state, "state");
        Objects.requireNonNull(node, "node");
        Objects.requireNonNull(epoch, "epoch");
        Objects.requireNonNull(error, "error");
    }

    static PollJob pending(long number, String what, NodeRule rule) {
        return new PollJob(number, what, rule, State.PENDING, Optional.empty(), 0, Epoch.NONE, Optional.empty());
    }

    PollJob dispatching(NodeId to, Epoch under) {
        return new PollJob(
                number, what, rule, State.DISPATCHING, Optional.of(to), attempts + 1, under, Optional.empty());
    }

    PollJob running() {
        return new PollJob(number, what, rule, State.RUNNING, node, attempts, epoch, error);
    }

    PollJob pendingAgain(PollError why) {
        return new PollJob(number, what, rule, State.PENDING, Optional.empty(), attempts, epoch, Optional.of(why));
    }

    PollJob completed() {
        return new PollJob(number, what, rule, State.COMPLETED, node, attempts, epoch, Optional.empty());
    }

    PollJob failed(PollError why) {
        return new PollJob(number, what, rule, State.FAILED, node, attempts, epoch, Optional.of(why));
    }
}
