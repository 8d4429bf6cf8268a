// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import dev.baton.kafka.KafkaMetrics;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.kafka.common.network.KafkaChannel;
import org.apache.kafka.common.network.NetworkReceive;
import org.jspecify.annotations.Nullable;

/** A connection and the requests of it that are being answered, in their order. Belongs to its processor's thread. */
final class Connection {
    final String id;
    final String address;
    private final KafkaChannel channel;
    final Deque<RequestInProgress> pending = new ArrayDeque<>();
    /** The answer to the first of them, while it is on its way out. */
    @Nullable
    PendingResponse sending;

    boolean muted;
    private @Nullable NetworkReceive frame;
    private long frameSince;

    Connection(String id, String address, KafkaChannel channel) {
        this.id = id;
        this.channel = channel;
        this.address = address;
    }

    /** Counts that it ends, unless that is between two requests. */
    void countEnd(KafkaMetrics metrics) {
        NetworkReceive incoming = channel.currentReceive();
        if (!channel.ready()) {
            metrics.connectionUnfinished();
        } else if (incoming != null && incoming.bytesRead() > 0) {
            // Within a frame, or with one of an impossible size.
            metrics.invalidRequest();
        }
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
