// SPDX-License-Identifier: Apache-2.0
package dev.baton.sql.dialect;

import dev.baton.sql.TableNames;
import java.util.List;

/**
 * The statements of the lease rows. Each compares and sets in one go by the database's own clock; none relies on a row
 * count, and none leaves a lock behind once it has returned.
 *
 * @param read the rows of {@code :elections}, each with its remaining microseconds and its fence's epoch
 * @param renew of {@code :owners} (election and token), those that are live and not fenced off; may answer with the rows
 *     that it renewed, as {@code read} does
 * @param release of {@code :owners}, all that still own their row
 * @param insertMissingFences adds the fence rows that {@code :elections} start with, where they are missing
 * @param insertMissingLeases adds the lease rows that {@code :elections} start with, without a holder, where they are
 *     missing
 * @param unlockedFences those of {@code :elections} whose fence no transaction holds; does not wait
 * @param acquire takes those of {@code :elections} that are as they were {@code :seen} and not live, or whose holder is
 *     {@code :gone}, and raises their fences with them; waits for transactions that hold a fence. More than one
 *     statement: as one transaction
 */
public record LeaseStatements(
        SqlText read,
        SqlText renew,
        SqlText release,
        SqlText insertMissingFences,
        SqlText insertMissingLeases,
        SqlText unlockedFences,
        List<SqlText> acquire) {
    private static final String ASKED = "l.election IN (:elections)";

    /** @param released a condition for those that were given back lately, of a lease {@code l} */
    SqlText readAnd(String released) {
        String text = read.toString();
        if (!text.contains(ASKED)) {
            throw new IllegalStateException("not \"" + ASKED + "\" in: " + text);
        }
        return new SqlText(text + "\nUNION ALL\n" + text.replace(ASKED, released));
    }

    public LeaseStatements with(TableNames tables) {
        return new LeaseStatements(
                read.with(tables),
                renew.with(tables),
                release.with(tables),
                insertMissingFences.with(tables),
                insertMissingLeases.with(tables),
                unlockedFences.with(tables),
                acquire.stream().map(text -> text.with(tables)).toList());
    }
}
