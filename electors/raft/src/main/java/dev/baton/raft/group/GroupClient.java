// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.group;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The way to the leader of a group, from its members and from processes that only know addresses. Any thread. */
public interface GroupClient extends AutoCloseable {
    /**
     * Has the leader's side of a part answer, whichever member leads, and tries again while none does. Fails with
     * {@link dev.baton.UnavailableException} if nothing was done within that time, with {@link EntryTooLargeException} if
     * nothing was done and never will be, and with {@link dev.baton.OutcomeUnknownException} if it may have been: a
     * request that is not safe to repeat carries an id of its own.
     */
    CompletableFuture<byte[]> call(String part, byte[] request, Duration within);

    @Override
    void close();
}
