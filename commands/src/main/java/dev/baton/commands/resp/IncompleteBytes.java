// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.resp;

import io.netty.handler.codec.redis.RedisCodecException;

/** The bytes of all commands that have begun and not ended, over all connections. Confined to the server's thread. */
public final class IncompleteBytes {
    private final long most;
    private long held;

    public IncompleteBytes(long most) {
        this.most = most;
    }

    void take(int bytes) {
        if (held + bytes > most) {
            throw new RedisCodecException("too much of incomplete commands at once");
        }
        held += bytes;
    }

    void giveBack(int bytes) {
        held -= bytes;
    }

    public long held() {
        return held;
    }
}
