// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.NodeId;

/** A node that was a member. */
public record FormerMember(NodeId id, StateId mark, Cause cause) {
    /** Why it was removed. */
    public enum Cause {
        /** An operator said so: it stays out until its process is started again. */
        ASKED,
        /** It was not heard from for too long: it may come back by itself. */
        SILENT,
        /** It came back without its memory, as another voter of the same name. */
        REPLACED
    }
}
