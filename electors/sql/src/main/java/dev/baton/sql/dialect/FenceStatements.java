// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

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
    public FenceStatements with(TableNames tables) {
        return new FenceStatements(hold.with(tables), read.with(tables), raise.with(tables), add.with(tables));
    }
}
