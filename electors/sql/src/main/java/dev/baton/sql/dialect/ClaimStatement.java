// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

/**
 * Notes this node's claim on leases of holders with a lower priority, unless a higher claim is noted and has not run
 * out. The row's owner does not change by it.
 */
final class ClaimStatement {
    private ClaimStatement() {}

    /**
     * @param now the database's clock
     * @param until that clock, {@code :length} microseconds later
     */
    static SqlText of(String now, String until) {
        return new SqlText("""
                UPDATE baton_lease
                SET claimant = :node, claim_incarnation = :incarnation, claim_priority = :priority, claimed_until = %s
                WHERE cluster_name = :cluster AND election IN (:elections) AND (election, token) IN (:owners)
                  AND NOT released AND expires_at > %s AND priority < :priority AND node_id <> :node
                  AND (claimant = :node OR claim_priority < :priority OR claimed_until <= %s)""".formatted(until, now, now));
    }
}
