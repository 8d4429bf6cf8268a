// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * One named part of the state that a group replicates. {@link #apply} and what follows it here are called one at a
 * time and must not block; a part is read from other threads as well, and guards itself.
 */
public interface ReplicatedPart {
    /** Unique in its group, and never changed: entries and snapshots carry it. */
    String name();

    /**
     * Applies a committed entry: the same result on every member, from the state and the entry alone. An entry that
     * cannot be applied is refused by its result; a throw ends the member, since members must not differ.
     */
    byte[] apply(long index, byte[] entry);

    /** Writes the whole state in a form that {@link #restore} of this and of older versions can read. */
    void snapshot(DataOutput out) throws IOException;

    /** Replaces the whole state. */
    void restore(DataInput in) throws IOException;

    /**
     * This member leads. It has applied everything that was committed in earlier terms, and an entry of its own term:
     * nothing that an earlier leader proposed can be applied from now on.
     */
    PartLeader lead(GroupLeadership leadership);
}
