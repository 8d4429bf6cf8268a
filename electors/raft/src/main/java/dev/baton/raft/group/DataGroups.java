// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

/** Makes the data of the further groups of a member, by their number. */
@FunctionalInterface
public interface DataGroups {
    /** A member that has no further groups. */
    DataGroups NONE = group -> {
        throw new IllegalStateException("group " + group + " holds data, and this member takes none");
    };

    /** The data of a group that is about to be opened, for the first time or again. */
    ReplicatedData data(long group);
}
