// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/**
 * The state of a loan, as in the admin API.
 *
 * @param node who leads elsewhere, or who borrowed it
 * @param epoch of the leadership that is meant
 * @param remainingMs for how long the borrower that asks may act, counted from before it asked
 * @param loanMs for how long it is lent at a time
 * @param refusal why nothing is ever lent here
 */
public record LoanView(
        @FieldDoc(
                "YOURS: act for remainingMs, counted from before the request was sent. RECALLED: the same, stop and give back."
                        + " SOON: this node leads and lends in a moment. TAKEN: lent to another, or lent before under this epoch.")
        LoanState state,

        @Nullable String node,
        @Nullable String incarnation,
        @Nullable Long epoch,
        long remainingMs,
        long loanMs,

        @FieldDoc("why this election is never lent") @Nullable
        String refusal) {}
