// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

import java.util.Optional;

/**
 * One change from the previous plan to this one.
 *
 * @param from the node it was on; empty when it had none
 * @param to the node it goes to; empty when it is removed
 */
public record Move(String group, int partition, Optional<String> from, Optional<String> to, MoveReason reason) {
    @Override
    public String toString() {
        return group + "/" + partition + ": " + from.orElse("nowhere") + " -> " + to.orElse("nowhere") + ", because "
                + reason.sentence();
    }
}
