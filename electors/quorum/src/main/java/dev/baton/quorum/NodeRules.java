// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import java.util.List;
import java.util.Optional;

/**
 * The rules of one node of a cluster, as far as every {@link NodeRunner} needs them. Each call is a step on the lane that
 * owns them, and returns what is to be done.
 *
 * @param <E> what these rules want done
 */
public interface NodeRules<E> {
    /** A candidate of this node enters an election. */
    List<E> enter(ElectionEntry entry, long at);

    /** This node could lead with this priority, or could not. */
    List<E> ready(ElectionName election, Optional<Priority> priority, long at);

    List<E> campaign(ElectionName election, Priority priority, long at);

    List<E> withdraw(ElectionName election, long at);

    List<E> release(ElectionName election, Epoch epoch, Optional<NodeId> successor, long at);

    List<E> abandon(ElectionName election, Epoch epoch, long at);

    List<E> leave(ElectionName election, long at);

    /** Time has passed. */
    List<E> tick(long at);

    /** When {@link #tick} is due. */
    long wakeAt();

    /** Until when something in this process may act under a leadership that was not given back. */
    long mayActUntil(long at);
}
