// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import dev.baton.NodeId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The further groups of a member. Members are named by their node and its storage, with their address, as
 * {@code NODE@STORAGE=HOST:PORT}: a node with a new disk is another member. Any thread; nothing here waits, except where
 * it says so.
 */
public interface GroupHost {
    /** This member, as others name it. */
    String self();

    /** Whether this member is in the first group, so that it can be in others. */
    boolean isReady();

    Set<Long> groups();

    /**
     * Becomes a first member of a group, if it is one of the founders, and else waits for the leader to be added. Does
     * nothing if it is in the group already. Waits for the disk.
     */
    void enter(long group, List<String> founders);

    /** Leaves a group that is gone, and deletes its files. Waits for the disk. */
    void drop(long group);

    /**
     * Leaves a group and deletes its files once its leader says that this member is no longer in it.
     *
     * @param members where to ask
     * @return whether that was so
     */
    CompletableFuture<Boolean> dropIfRemoved(long group, List<String> members);

    /** Who should replicate it. Its leader brings that about, one member at a time. */
    void want(long group, List<String> members);

    /** Whether this member leads a group that has just these members, all of them with a vote, and for good. */
    boolean consistsOf(long group, List<String> members);

    Optional<NodeId> leader(long group);

    long term(long group);

    /** Hands the lead to another member's node, if this one leads. */
    void handOver(long group, NodeId to);
}
