// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.Objects;
import java.util.Optional;

/**
 * A change of one assignment. It takes effect only if the store still has what it was computed from: a row with the
 * token and state of {@code seen}, or no row.
 */
public record AssignmentWrite(Optional<Assignment> seen, Assignment next) {
    public AssignmentWrite {
        Objects.requireNonNull(next, "next");
        seen.ifPresent(before -> {
            if (!before.partition().equals(next.partition()) || next.token() < before.token()) {
                throw new IllegalArgumentException(next + " cannot follow " + before);
            }
        });
    }
}
