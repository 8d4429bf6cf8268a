// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.loan;

import dev.baton.Node;
import dev.baton.spi.lease.LeaseToken;

/**
 * A leadership in the hands of a borrower.
 *
 * @param until the instant by which the borrower has stopped acting, whether or not it was heard from again
 */
record Loan(LeaseToken token, Node borrower, long until) {
    Loan until(long later) {
        return new Loan(token, borrower, later);
    }
}
