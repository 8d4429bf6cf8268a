// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.util.OptionalLong;
import java.util.UUID;

/** The ids of a cluster's further groups in Ratis: the cluster's own, with the group's number in its last bits. */
final class DataGroupIds {
    private static final long MAX_NUMBER = 1L << 48;

    private DataGroupIds() {}

    static UUID of(UUID cluster, long number) {
        if (number < 1 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("group " + number + " is not between 1 and " + MAX_NUMBER);
        }
        return new UUID(cluster.getMostSignificantBits(), cluster.getLeastSignificantBits() ^ number);
    }

    /** Nothing if it is not one of this cluster's. */
    static OptionalLong number(UUID cluster, UUID id) {
        long number = cluster.getLeastSignificantBits() ^ id.getLeastSignificantBits();
        return cluster.getMostSignificantBits() == id.getMostSignificantBits() && number > 0 && number <= MAX_NUMBER
                ? OptionalLong.of(number)
                : OptionalLong.empty();
    }

    /** Nothing if it is not the name of a folder of such a group. */
    static OptionalLong number(UUID cluster, String folder) {
        try {
            return number(cluster, UUID.fromString(folder));
        } catch (IllegalArgumentException notAnId) {
            return OptionalLong.empty();
        }
    }
}
