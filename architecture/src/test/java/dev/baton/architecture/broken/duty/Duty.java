// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.duty;

import dev.baton.architecture.broken.lease.Lease;

/** One half of a cycle. */
public record Duty(Lease lease) {}
