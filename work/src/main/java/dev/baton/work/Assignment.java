// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import dev.baton.Epoch;
import dev.baton.NodeId;
import java.util.Objects;
import java.util.Optional;

/**
 * The owner of one partition.
 *
 * @param owner the session that may act on it; present if and only if the state is owned
 * @param token rises with every change of owner, and never starts again; at most {@link #MAX_TOKEN}
 * @param target the worker that it is moving to, if that is not the owner
 * @param coordinator the epoch of the coordinator that wrote it last
 */
public record Assignment(
        PartitionId partition,
        AssignmentState state,
        Optional<Session> owner,
        long token,
        Optional<NodeId> target,
        Epoch coordinator) {
    /**
     * The largest integer that every reader of JSON can represent; a million changes of owner a second would take
     * centuries.
     */
    public static final long MAX_TOKEN = (1L << 53) - 1;

    public Assignment {
        Objects.requireNonNull(partition, "partition");
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(coordinator, "coordinator");
        if (state != AssignmentState.DAMAGED && owner.isPresent() != state.isOwned()) {
            throw new IllegalArgumentException(partition + " is " + state + " with owner " + owner);
        }
        if (token < 0 || token > MAX_TOKEN) {
            throw new IllegalArgumentException(partition + " has the token " + token);
        }
    }

    public static Assignment assigned(PartitionId partition, Session owner, long token, Epoch coordinator) {
        return new Assignment(
                partition, AssignmentState.ASSIGNED, Optional.of(owner), token, Optional.empty(), coordinator);
    }

    /** The assignment of a row that cannot be read. */
    public static Assignment damaged(PartitionId partition, long token) {
        return new Assignment(
                partition,
                AssignmentState.DAMAGED,
                Optional.empty(),
                Math.min(Math.max(0, token), MAX_TOKEN),
                Optional.empty(),
                Epoch.NONE);
    }

    /** Whether no worker can get it: it is invalid, or its token cannot rise further. */
    public boolean isDamaged() {
        return state == AssignmentState.DAMAGED || token == MAX_TOKEN;
    }

    public boolean isOwnedBy(Session session) {
        return owner.isPresent() && owner.get().equals(session);
    }

    /** Returns this assignment with its owner asked to release it. */
    public Assignment releasing(Optional<NodeId> next, Epoch by) {
        return new Assignment(partition, AssignmentState.RELEASING, owner, token, next, by);
    }

    public Assignment free(Epoch by) {
        return new Assignment(partition, AssignmentState.FREE, Optional.empty(), token, target, by);
    }

    public Assignment retired(Epoch by) {
        return new Assignment(partition, AssignmentState.RETIRED, Optional.empty(), token, Optional.empty(), by);
    }

    public Assignment withTarget(Optional<NodeId> next, Epoch by) {
        return new Assignment(partition, state, owner, token, next, by);
    }

    @Override
    public String toString() {
        return partition + " " + state + owner.map(it -> " by " + it).orElse("") + " token " + token
                + target.map(it -> " to " + it).orElse("");
    }
}
