// SPDX-License-Identifier: Apache-2.0
package dev.baton.spring;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Leadership;
import dev.baton.LossReason;
import java.util.Optional;

/**
 * An application event about one election, for {@code @EventListener} methods. Events of one election come in order, on a
 * thread of Baton. Nothing waits for a listener: what must have stopped before another node leads is {@link LeaderOnly}.
 */
public sealed interface LeadershipEvent {
    /** The election that it is about. */
    ElectionName election();

    /** This node leads. */
    record Won(Leadership leadership) implements LeadershipEvent {
        @Override
        public ElectionName election() {
            return leadership.election();
        }
    }

    /** This node no longer leads; its leader-only work has been told to stop. */
    record Lost(ElectionName election, Epoch epoch, LossReason reason) implements LeadershipEvent {}

    /** A leader is known, maybe this node. */
    record LeaderChanged(Optional<Leader> previous, Leader current) implements LeadershipEvent {
        @Override
        public ElectionName election() {
            return current.election();
        }
    }
}
