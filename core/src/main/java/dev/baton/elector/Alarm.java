// SPDX-License-Identifier: Apache-2.0
package dev.baton.elector;

import java.util.Objects;

/** A condition that an operator should know of. The message carries no secret. */
public record Alarm(Kind kind, String message) {
    /** What is wrong. */
    public enum Kind {
        /** The store or the peers cannot be reached. */
        UNREACHABLE,
        /** The store can be reached again. */
        REACHABLE,
        /** The store refuses writes. */
        READ_ONLY,
        /** Two live processes use the same node id. */
        DUPLICATE_NODE_ID,
        /** The store remembers a lower epoch than this node has seen. */
        EPOCH_WENT_BACK,
        /** The store's clock jumped. */
        CLOCK_JUMP,
        /** The state file cannot be written, so this node does not lead. */
        STATE_NOT_WRITABLE,
        /** A voter starts without a state file, because it is new or because the file is lost. */
        STATE_IS_NEW
    }

    public Alarm {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(message, "message");
    }
}
