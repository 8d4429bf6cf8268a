// SPDX-License-Identifier: Apache-2.0
package dev.baton.spi.lease;

import java.util.Objects;
import java.util.Optional;

/** The store's answer to a {@link LeaseRequest}. */
public sealed interface LeaseReply {
    /** The step was taken or refused; the row shows which. Empty only if there is no row. */
    record Answered(Optional<LeaseRow> row) implements LeaseReply {
        public Answered {
            Objects.requireNonNull(row, "row");
        }
    }

    /** Nothing happened, or it is unknown whether it did. Both mean "not leader" until a row shows the outcome. */
    record Failed(String why, boolean readOnly) implements LeaseReply {
        public Failed {
            Objects.requireNonNull(why, "why");
        }

        public static Failed unreachable(String why) {
            return new Failed(why, false);
        }
    }
}
