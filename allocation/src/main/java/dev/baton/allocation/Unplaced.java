// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/** A partition that lacks a node, or some of its replicas. */
public record Unplaced(String group, int partition, int missingReplicas, UnplacedReason reason) {
    @Override
    public String toString() {
        return group + "/" + partition + " lacks " + missingReplicas + ", because " + reason.sentence();
    }
}
