// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.internal.duty;

import dev.baton.architecture.broken.internal.lease.Lease;

/** One half of a cycle. */
public record Duty(Lease lease) {}
