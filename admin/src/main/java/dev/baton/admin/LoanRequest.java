// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import org.jspecify.annotations.Nullable;

/**
 * A request of a borrower.
 *
 * @param token a random number of the borrower's, by which it is known again
 * @param node the borrower; needed to acquire
 */
public record LoanRequest(
        @FieldDoc(required = true) @Nullable Action action,

        @FieldDoc(value = "random, new for every attempt; by it the borrower is known again", required = true) @Nullable
        String token,

        @FieldDoc("the borrower; needed to acquire") @Nullable
        String node,

        @FieldDoc("needed to acquire") @Nullable String incarnation) {
    /** What is to be done. */
    public enum Action {
        ACQUIRE,
        RENEW,
        RELEASE
    }
}
