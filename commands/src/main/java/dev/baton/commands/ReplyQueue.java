// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.ReplyBatch.Kind;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What one client is told, and what it has not read yet. Confined to the server's thread. */
final class ReplyQueue {
    /** A batch is given when it is that big, or when there is nothing more to read. */
    private static final int GIVE_AT_BYTES = 64 << 10;

    private final ServerState state;
    private final Channel channel;
    private final ReplyBatch batch;
    private @Nullable LeaderSession session;
    private boolean over;
    private boolean unread;
    private long unreadBytes;
    private long unreadSince;

    ReplyQueue(ServerState state, Channel channel) {
        this.state = state;
        this.channel = channel;
        this.batch = new ReplyBatch(channel.alloc());
    }

    Protocol protocol() {
        return batch.protocol();
    }

    void speak(Protocol chosen) {
        batch.speak(chosen);
    }

    /** Something that may be told whatever happens to the leadership. */
    void answer(Reply reply) {
        batch.add(reply, Kind.FREE);
    }

    /** Something that may be told only while this leadership lasts. */
    void answer(Reply reply, LeaderSession under) {
        restOn(under);
        batch.add(reply, Kind.GUARDED);
    }

    /** Something that was not asked for just now, and may be told only while this leadership lasts. */
    void push(Reply message, LeaderSession under) {
        restOn(under);
        batch.add(message, Kind.PUSHED);
    }

    /** One batch rests on one leadership, so that a later one never vouches for what an earlier one did. */
    private void restOn(LeaderSession under) {
        if (session != under && batch.isGuarded()) {
            give();
        }
        session = under;
    }

    boolean isFull() {
        return batch.size() > GIVE_AT_BYTES;
    }

    /** Bytes that wait, here and in the network's buffer. */
    long waitingBytes() {
        return batch.size() + channel.bytesBeforeWritable();
    }

    /**
     * Hands the batch to the network. This is the last moment at which the leadership is looked at: what rests on one
     * that has ended by now is not told.
     */
    void give() {
        if (over || batch.isEmpty()) {
            return;
        }
        ChannelFuture unused = channel.writeAndFlush(taken(), channel.voidPromise());
        if (!unread && !channel.isWritable()) {
            unread = true;
            unreadSince = state.now();
        }
        if (unread) {
            // Each time: a listener is told more while it does not read.
            state.removeUnread(unreadBytes);
            unreadBytes = channel.bytesBeforeWritable();
            state.addUnread(unreadBytes);
        }
    }

    private ByteBuf taken() {
        LeaderSession under = session;
        if (under == null || !batch.isGuarded() || state.stillHolds(under)) {
            return batch.take();
        }
        state.counters().disowned += batch.owed();
        return batch.takeWithout(ServerState.disowned(under.epoch()));
    }

    /** Does more wait for this client than the network takes at once? */
    boolean isUnread() {
        return unread;
    }

    boolean isUnreadLongerThan(Duration patience, long now) {
        return unread && now - unreadSince > patience.toNanos();
    }

    /** True if the client has read on, and may be answered again. */
    boolean hasBeenRead() {
        if (!unread || !channel.isWritable()) {
            return false;
        }
        forgetUnread();
        return true;
    }

    private void forgetUnread() {
        if (unread) {
            unread = false;
            state.removeUnread(unreadBytes);
            unreadBytes = 0;
        }
    }

    /** The client is told nothing more, and what it has not read is not kept. */
    void end() {
        over = true;
        forgetUnread();
    }

    void release() {
        forgetUnread();
        batch.release();
    }
}
