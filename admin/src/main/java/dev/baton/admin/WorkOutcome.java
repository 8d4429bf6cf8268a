// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

/** What came of a change of the work. */
public record WorkOutcome(
        String operation,
        String subject,
        @About("the coordinator, which did it") String by,
        @About("of the coordinator") long epoch,
        @About("a sentence") String outcome) {}
