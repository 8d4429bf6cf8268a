// SPDX-License-Identifier: Apache-2.0
package dev.baton.admin;

import java.time.Instant;

/** Something that an operator should know of. */
public record AlarmView(String kind, String detail, Instant at) {}
