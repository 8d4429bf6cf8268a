// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of an operation.
 *
 * @param from the node that did it
 * @param outcome {@code resigned}, {@code transferred}, {@code elsewhere} if another node than the one named took over,
 *     {@code eligible} or {@code ineligible}
 * @param leader who leads after a transfer
 */
public record OperationOutcome(
        String operation,
        String election,
        @Nullable Long epoch,
        @FieldDoc("the node that did it") String from,

        @FieldDoc("resigned, transferred, elsewhere (another node than the one named leads), eligible or ineligible")
        String outcome,

        @Nullable String leader,
        @Nullable Long newEpoch) {}
