// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.client;

import org.jspecify.annotations.Nullable;

/** How things stand with borrowing a node's leadership. */
public record LoanInfo(
        String state,
        @Nullable String node,
        @Nullable String incarnation,
        @Nullable Long epoch,
        long remainingMs,
        long loanMs,
        @Nullable String refusal) {}
