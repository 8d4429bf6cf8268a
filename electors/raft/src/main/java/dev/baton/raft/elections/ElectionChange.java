// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.spi.lease.LeaseToken;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One change of a row, as the leader decided it: complete, and applied only to the row that it was decided on. */
sealed interface ElectionChange {
    ElectionName election();

    /** The row after it, or null if it was decided on another row than the present one. */
    @Nullable
    ElectionRow applyTo(@Nullable ElectionRow present);

    /**
     * Gives the lease to a new holder.
     *
     * @param free what the leader judged to be over, or was granted to a holder that is gone; empty if there was no row
     */
    record Grant(Optional<ElectionRow.Grant> free, ElectionRow next) implements ElectionChange {
        @Override
        public ElectionName election() {
            return next.election();
        }

        @Override
        public @Nullable ElectionRow applyTo(@Nullable ElectionRow present) {
            Optional<ElectionRow.Grant> found = Optional.ofNullable(present).map(ElectionRow::grant);
            return found.equals(free) ? next : null;
        }
    }

    /** Ends the lease with this token, and keeps its epoch. */
    record Release(ElectionName election, LeaseToken token, Optional<NodeId> successor) implements ElectionChange {
        @Override
        public @Nullable ElectionRow applyTo(@Nullable ElectionRow present) {
            return present != null && present.token().equals(token) && !present.released()
                    ? present.givenBack(successor)
                    : null;
        }
    }
}
