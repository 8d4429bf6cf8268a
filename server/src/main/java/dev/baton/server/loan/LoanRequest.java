// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import org.jspecify.annotations.Nullable;

/**
 * What a borrower asks.
 *
 * @param token a random number of the borrower's, by which it is known again
 * @param node the borrower; needed to acquire
 */
public record LoanRequest(
        @Nullable Action action,
        @Nullable String token,
        @Nullable String node,
        @Nullable String incarnation) {
    /** What is to be done. */
    public enum Action {
        ACQUIRE,
        RENEW,
        RELEASE
    }
}
