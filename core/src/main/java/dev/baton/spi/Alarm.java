// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi;

import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/** A condition that an operator should know of. The message carries no secret. */
public record Alarm(Kind kind, String message) {
    /** What is wrong. */
    public enum Kind {
        /** The store or the peers cannot be reached. */
        UNREACHABLE,
        /** The store or the peers can be reached again, and the state can be written. */
        REACHABLE,
        /** The store refuses writes. */
        READ_ONLY,
        /** Two live processes use the same node id. */
        DUPLICATE_NODE_ID,
        /** The other process with this node id is no longer seen. */
        NODE_ID_IS_UNIQUE,
        /** The store remembers a lower epoch than this node has seen. */
        EPOCH_WENT_BACK,
        /** A fence has seen a higher epoch than the one under which, as the store says, this node leads. */
        FENCE_IS_AHEAD,
        /** The store's clock jumped. */
        CLOCK_JUMP,
        /** The state file cannot be written, so this node does not lead. */
        STATE_NOT_WRITABLE,
        /** A voter starts without a state file, because it is new or because the file is lost. */
        STATE_IS_NEW,
        /** If this process is killed, others cannot prove that it has ended, and wait for its leases. */
        CRASH_NOT_PROVABLE;

        /** The conditions that are over once this is told; none if this is itself one. */
        public Set<Kind> ends() {
            return switch (this) {
                case REACHABLE -> EnumSet.of(UNREACHABLE, READ_ONLY, STATE_NOT_WRITABLE);
                case NODE_ID_IS_UNIQUE -> EnumSet.of(DUPLICATE_NODE_ID);
                default -> Set.of();
            };
        }

        /** Whether it tells of the end of a condition. */
        public boolean isAllClear() {
            return !ends().isEmpty();
        }
    }

    public Alarm {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
