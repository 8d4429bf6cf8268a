// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.Epoch;
import java.util.Objects;

/** Which membership is the newer one: given under a later leadership, or later under the same. */
public record MembershipVersion(Epoch epoch, long version) implements Comparable<MembershipVersion> {
    /** Of a node that has no membership. */
    public static final MembershipVersion NONE = new MembershipVersion(Epoch.NONE, 0);
    /** So high that it never comes, and yet with successors. */
    public static final long HIGHEST_VERSION = Long.MAX_VALUE / 2;

    public MembershipVersion {
        Objects.requireNonNull(epoch, "epoch");
        if (version < 0) {
            throw new IllegalArgumentException("version " + version + " is negative");
        }
    }

    public boolean isAfter(MembershipVersion other) {
        return compareTo(other) > 0;
    }

    @Override
    public int compareTo(MembershipVersion other) {
        int byEpoch = epoch.compareTo(other.epoch);
        return byEpoch != 0 ? byEpoch : Long.compare(version, other.version);
    }

    @Override
    public String toString() {
        return epoch + "." + version;
    }
}
