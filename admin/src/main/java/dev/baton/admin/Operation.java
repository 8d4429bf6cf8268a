// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/** An operation that a caller asks for, and the leadership that it refers to: one that refers to an earlier one changes nothing. */
public sealed interface Operation {
    /** The last part of its address. */
    String name();

    /** The epoch of the leader that the caller sees; absent if it sees none. */
    @Nullable
    Long epoch();

    /** The leader gives its leadership up. */
    record Resign(
            @FieldDoc(value = "of the leadership that is meant", required = true) @Nullable
            Long epoch) implements Operation {
        @Override
        public String name() {
            return "resign";
        }
    }

    /** The leader hands over to a node. */
    record Transfer(
            @FieldDoc(value = "of the leadership that is meant", required = true) @Nullable
            Long epoch,

            @FieldDoc(required = true) @Nullable String to)
            implements Operation {
        @Override
        public String name() {
            return "transfer";
        }
    }

    /** A node may lead from now on, or may not. */
    record Eligibility(
            @FieldDoc("of the leader that the caller sees; left out if it sees none") @Nullable
            Long epoch,

            @FieldDoc(required = true) @Nullable String node,
            @FieldDoc(required = true) @Nullable Boolean eligible)
            implements Operation {
        @Override
        public String name() {
            return "eligibility";
        }
    }
}
