// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import dev.baton.commands.resp.ReplyWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Replies of one connection that are ready and have not been given. Each is marked with what becomes of it if the
 * leadership turns out to have ended meanwhile: this is what keeps a deposed leader from acknowledging anything.
 */
final class ReplyBatch {
    /** What a reply rests on. */
    enum Kind {
        /** Nothing: it is given in any case. */
        FREE,
        /** The leadership: without it, an error is given instead. */
        GUARDED,
        /** The leadership, but no client waits for it: without it, nothing is sent. */
        PUSHED
    }

    private static final int FIRST_ROOM = 256;
    private static final int INITIAL_SIZE = 16;

    private final ByteBufAllocator buffers;
    private Protocol protocol = Protocol.RESP2;
    private @Nullable ByteBuf bytes;
    private @Nullable ReplyWriter writer;
    private int[] ends = new int[INITIAL_SIZE];
    private Kind[] kinds = new Kind[INITIAL_SIZE];
    private int count;
    private int guarded;

    ReplyBatch(ByteBufAllocator buffers) {
        this.buffers = buffers;
    }

    Protocol protocol() {
        return protocol;
    }

    /** From the next reply on. */
    void speak(Protocol chosen) {
        protocol = chosen;
        writer = null;
    }

    void add(Reply reply, Kind kind) {
        ByteBuf out = bytes;
        if (out == null) {
            out = buffers.directBuffer(FIRST_ROOM);
            bytes = out;
            writer = null;
        }
        ReplyWriter words = writer;
        if (words == null) {
            words = new ReplyWriter(out, protocol);
            writer = words;
        }
        reply.writeTo(words);
        if (count == ends.length) {
            ends = Arrays.copyOf(ends, 2 * count);
            kinds = Arrays.copyOf(kinds, 2 * count);
        }
        ends[count] = out.writerIndex();
        kinds[count] = kind;
        count++;
        guarded += kind == Kind.FREE ? 0 : 1;
    }

    boolean isEmpty() {
        return count == 0;
    }

    int size() {
        ByteBuf out = bytes;
        return out == null ? 0 : out.readableBytes();
    }

    /** Does anything in it rest on the leadership? */
    boolean isGuarded() {
        return guarded > 0;
    }

    /** Everything as it was written. The caller owns the buffer. */
    ByteBuf take() {
        ByteBuf taken = bytes == null ? buffers.directBuffer(0) : bytes;
        reset();
        return taken;
    }

    /**
     * What may still be given after the leadership has ended. The caller owns the buffer.
     *
     * @param instead of each reply that a client waits for
     */
    ByteBuf takeWithout(Reply instead) {
        ByteBuf all = bytes == null ? buffers.directBuffer(0) : bytes;
        ByteBuf rest = buffers.directBuffer(Math.max(FIRST_ROOM, all.readableBytes()));
        ReplyWriter words = new ReplyWriter(rest, protocol);
        int start = 0;
        for (int i = 0; i < count; i++) {
            switch (kinds[i]) {
                case FREE -> rest.writeBytes(all, start, ends[i] - start);
                case GUARDED -> instead.writeTo(words);
                case PUSHED -> {}
            }
            start = ends[i];
        }
        all.release();
        reset();
        return rest;
    }

    /** How many replies that a client waits for depend on the leadership. */
    int owed() {
        int owed = 0;
        for (int i = 0; i < count; i++) {
            owed += kinds[i] == Kind.GUARDED ? 1 : 0;
        }
        return owed;
    }

    void release() {
        ByteBuf out = bytes;
        if (out != null) {
            out.release();
        }
        reset();
    }

    private void reset() {
        bytes = null;
        writer = null;
        count = 0;
        guarded = 0;
        if (ends.length > 64 * INITIAL_SIZE) {
            ends = new int[INITIAL_SIZE];
            kinds = new Kind[INITIAL_SIZE];
        }
    }
}
