// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;

/**
 * The statements of the fence rows, run in transactions of the application.
 *
 * @param hold reads the epoch of {@code :election} as it is now, not as a snapshot shows it, and keeps it so until the
 *     transaction ends
 * @param read reads it without keeping it
 * @param raise sets it to {@code :epoch} if that is higher
 * @param add the first row of {@code :election}
 */
public record FenceStatements(SqlText hold, SqlText read, SqlText raise, SqlText add) {
    private static final String EPOCH =
            "SELECT epoch FROM baton_fence WHERE cluster_name = :cluster AND election = :election";

    /**
     * @param lock the clause of a read that keeps the row from being changed until the transaction ends
     * @param ifThere the clause of an insert that does nothing if the row is there; may be empty
     */
    static FenceStatements of(String lock, String ifThere) {
        return new FenceStatements(
                new SqlText(EPOCH + " " + lock),
                new SqlText(EPOCH),
                new SqlText("""
                        UPDATE baton_fence SET epoch = :epoch
                        WHERE cluster_name = :cluster AND election = :election AND epoch < :epoch"""),
                new SqlText("INSERT INTO baton_fence (cluster_name, election, epoch) VALUES (:cluster, :election, 0) "
                        + ifThere));
    }

    public FenceStatements with(TableNames tables) {
        return new FenceStatements(hold.with(tables), read.with(tables), raise.with(tables), add.with(tables));
    }
}
