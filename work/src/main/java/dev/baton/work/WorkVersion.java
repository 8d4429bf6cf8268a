// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/**
 * Counts changes of a store. Both only rise; what was stored under a version is visible to those who have seen it.
 *
 * @param definitions of task lists, workers and placement rules
 * @param assignments of assignments
 */
public record WorkVersion(long definitions, long assignments) {
    /** Before the first change. */
    public static final WorkVersion NONE = new WorkVersion(0, 0);

    /** Whether something was counted that this does not know of: then the row that counts was lost or edited. */
    public boolean isBehind(WorkVersion known) {
        return definitions < known.definitions || assignments < known.assignments;
    }
}
