// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** The outcome of a change of the work. */
public record WorkOutcome(
        String operation,
        String subject,
        @FieldDoc("the coordinator, which did it") String by,
        @FieldDoc("of the coordinator") long epoch,
        @FieldDoc("a sentence") String outcome) {}
