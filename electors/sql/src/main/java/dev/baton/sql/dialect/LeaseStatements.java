// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import java.util.List;

/**
 * The statements of the lease rows. Each compares and sets in one go by the database's own clock; none relies on a row
 * count, and none leaves a lock behind once it has returned.
 *
 * @param read the rows of {@code :elections}, each with its remaining microseconds and its fence's epoch
 * @param renew of {@code :owners} (election and token), those that are live and not fenced off
 * @param release of {@code :owners}, all that still own their row
 * @param vacate adds the row that an election starts with, which nobody holds
 * @param unfence adds the fence row that an election starts with
 * @param acquire takes a row that is as it was {@code :seen}, if it is not live or its holder is {@code :gone}, and
 *     raises the fence with it; waits for transactions that passed the fence. More than one: as one transaction
 */
public record LeaseStatements(
        SqlText read, SqlText renew, SqlText release, SqlText vacate, SqlText unfence, List<SqlText> acquire) {
    public LeaseStatements with(TableNames tables) {
        return new LeaseStatements(
                read.with(tables),
                renew.with(tables),
                release.with(tables),
                vacate.with(tables),
                unfence.with(tables),
                acquire.stream().map(text -> text.with(tables)).toList());
    }
}
