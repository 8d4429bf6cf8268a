// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/** A partition that belongs on one node, and nowhere else. With several replicas it is the first, the leader. */
public record Pin(String group, int partition, String node) {
    public Pin {
        Input.checkId("group", group);
        Input.checkPartition(group, partition);
        Input.checkId("node", node);
    }
}
