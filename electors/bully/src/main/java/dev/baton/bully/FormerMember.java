// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import dev.baton.NodeId;

/** Somebody who is a member no more. */
record FormerMember(NodeId id, StateId mark, Cause cause) {
    /** Why it was removed. */
    enum Cause {
        /** An operator said so: it stays out until its process is started again. */
        ASKED,
        /** It was not heard of for too long: it may come back by itself. */
        SILENT,
        /** It came back without its memory, as another voter of the same name. */
        REPLACED
    }
}
