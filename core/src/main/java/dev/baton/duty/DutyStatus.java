// SPDX-License-Identifier: Apache-2.0
package dev.baton.duty;

/**
 * A duty as seen from outside.
 *
 * @param restarts how often it was started again in this leadership
 * @param detail the last thing that went wrong, or empty
 */
public record DutyStatus(String name, DutyState state, int restarts, String detail) {}
