// SPDX-License-Identifier: Apache-2.0
package dev.baton;

import dev.baton.internal.check.Validation;
import java.util.Objects;
import java.util.Optional;

/**
 * Whether any eligible node may lead, or only a hand-picked one: the flag {@code election.enabled}.
 *
 * <p>A hand-picked coordinator still asks the elector for its leadership. So a cluster whose nodes change the flag
 * one by one never has two leaders: both kinds of node ask the same elector.
 */
public sealed interface ElectionMode {
    boolean allows(NodeId node);

    /** Any eligible node may lead. */
    record Elected() implements ElectionMode {
        @Override
        public boolean allows(NodeId node) {
            return true;
        }
    }

    /** Only {@code coordinator} may lead. */
    record HandPicked(NodeId coordinator) implements ElectionMode {
        public HandPicked {
            Objects.requireNonNull(coordinator, "coordinator");
        }

        @Override
        public boolean allows(NodeId node) {
            return coordinator.equals(node);
        }
    }

    /** Reads the flag and the hand-picked coordinator; the latter is ignored while the flag is on. */
    static ElectionMode of(boolean enabled, Optional<NodeId> coordinator) {
        if (enabled) {
            return new Elected();
        }
        Validation.of("election")
                .require(coordinator.isPresent(), "election.enabled false needs election.coordinator")
                .check();
        return new HandPicked(coordinator.orElseThrow());
    }
}
