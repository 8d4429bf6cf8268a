// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.network.NetworkReceive;
import org.jspecify.annotations.Nullable;

/** A connection and the requests of it that are being answered, in their order. Belongs to its processor's thread. */
final class Connection {
    final String id;
    final String address;
    final Deque<RequestInProgress> pending = new ArrayDeque<>();
    /** The answer to the first of them, while it is on its way out. */
    @Nullable
    PendingResponse sending;

    boolean muted;
    private @Nullable NetworkReceive frame;
    private long frameSince;

    Connection(String id, String address) {
        this.id = id;
        this.address = address;
    }

    /** Whether the same frame has been coming in for this long. */
    boolean isSlow(@Nullable NetworkReceive incoming, long now, long limitNanos) {
        if (incoming == null || incoming != frame) {
            frame = incoming;
            frameSince = now;
            return false;
        }
        return now - frameSince > limitNanos;
    }

    /** Whether its client has not taken anything of an answer for this long. */
    boolean isStuck(long now, long limitNanos) {
        return sending != null && sending.isStuck(now, limitNanos);
    }
}
