// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

/**
 * Counts the changes of a store. Both numbers only rise; what was stored under a version is visible to every reader of
 * that version.
 *
 * @param definitions of task lists, workers and placement rules
 * @param assignments of assignments
 */
public record WorkVersion(long definitions, long assignments) {
    /** Before the first change. */
    public static final WorkVersion NONE = new WorkVersion(0, 0);

    /** Whether this is lower than a version that was read before: then the row of the counter was lost or edited. */
    public boolean isBehind(WorkVersion known) {
        return definitions < known.definitions || assignments < known.assignments;
    }
}
