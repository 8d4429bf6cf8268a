// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka.network;

import java.io.IOException;
import org.apache.kafka.common.network.Send;
import org.apache.kafka.common.network.TransferableChannel;

/** An answer on its way out, of which it is known how much its client has taken. Belongs to its processor's thread. */
final class PendingResponse implements Send {
    private final Send bytes;
    private long taken;
    private long takenBefore;
    private long since;

    PendingResponse(Send bytes, long now) {
        this.bytes = bytes;
        this.since = now;
    }

    @Override
    public boolean completed() {
        return bytes.completed();
    }

    @Override
    public long writeTo(TransferableChannel channel) throws IOException {
        long written = bytes.writeTo(channel);
        taken += written;
        return written;
    }

    @Override
    public long size() {
        return bytes.size();
    }

    /** Whether nothing of it was taken for so long. */
    boolean isStuck(long now, long limitNanos) {
        if (taken != takenBefore) {
            takenBefore = taken;
            since = now;
        }
        return now - since > limitNanos;
    }
}
