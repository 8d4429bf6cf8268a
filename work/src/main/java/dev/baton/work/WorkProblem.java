// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import java.util.Objects;

/**
 * A fault in the stored data that only a change of that data can repair.
 *
 * @param subject what it is about, such as {@code task list billing/invoices}
 * @param what is wrong
 * @param mend how to repair it
 * @param damage whether rows were edited, deleted or lost; otherwise it may be intended, such as a task list that does
 *     not exist yet
 */
public record WorkProblem(String subject, String what, String mend, boolean damage) {
    public WorkProblem {
        Objects.requireNonNull(subject, "subject");
        Objects.requireNonNull(what, "what");
        Objects.requireNonNull(mend, "mend");
    }

    @Override
    public String toString() {
        return subject + ": " + what + "; " + mend;
    }
}
