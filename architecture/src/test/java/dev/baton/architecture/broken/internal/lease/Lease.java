// SPDX-License-Identifier: Apache-2.0
package dev.baton.architecture.broken.internal.lease;

import dev.baton.architecture.broken.internal.duty.Duty;
import java.util.List;

/** The other half of a cycle. */
public record Lease(List<Duty> duties) {
    public Duty first() {
        return duties.get(0);
    }
}
