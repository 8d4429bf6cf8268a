// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import dev.baton.NodeId;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/**
 * The lead of a group for one Raft term, as its parts see it. It may have been lost already, unnoticed: only what
 * completes here proves that it was not. Methods do not block. Futures complete on any thread, and must not be blocked.
 */
public interface GroupLeadership {
    long term();

    /**
     * Proposes an entry. Completes with what {@link ReplicatedPart#apply} returned on this member, once it is committed
     * in this very term; an entry proposed in one term is never applied in another. Fails with
     * {@link dev.baton.NotLeaderException} if it is certain that the entry is not and will not be applied, with
     * {@link EntryTooLargeException} if no leader would write it, and with {@link dev.baton.OutcomeUnknownException}
     * otherwise.
     */
    CompletableFuture<byte[]> propose(byte[] entry);

    /**
     * Completes once a majority has confirmed, after this call, that this member still leads in this term, and this
     * member has applied everything that was committed before the call. Not a log entry. Fails with
     * {@link dev.baton.NotLeaderException}.
     */
    CompletableFuture<Void> confirm();

    /**
     * Has the other members hear now what is committed, instead of with the next entry or heartbeat. Only a hint: one that
     * misses it hears it then.
     */
    default void spreadCommits() {}

    /** The nodes that are members of the group as of now; empty where that is not known. */
    default Set<NodeId> members() {
        return Set.of();
    }
}
