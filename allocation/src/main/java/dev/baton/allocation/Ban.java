// SPDX-License-Identifier: Apache-2.0
package dev.baton.allocation;

/**
 * A node that a partition, or a whole group, must not be placed on.
 *
 * @param partition the partition, or {@link #WHOLE_GROUP}
 */
public record Ban(String group, int partition, String node) {
    public static final int WHOLE_GROUP = -1;

    public Ban {
        Input.checkId("group", group);
        if (partition != WHOLE_GROUP) {
            Input.checkPartition(group, partition);
        }
        Input.checkId("node", node);
    }

    public static Ban ofGroup(String group, String node) {
        return new Ban(group, WHOLE_GROUP, node);
    }
}
