// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.ReplyBatch.Kind;
import dev.baton.commands.access.User;
import dev.baton.commands.access.Verdict;
import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandReader;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.Reply;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.CodecException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client. Handles its commands in order, gives its replies in batches, and stops reading while a login is checked or
 * replies are not read. Confined to the server's thread.
 */
final class Connection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

    /** A batch is given when it is that big, or when there is nothing more to read. */
    private static final int GIVE_AT_BYTES = 64 << 10;

    private static final int MOST_FAILED_LOGINS = 3;

    private final Desk desk;
    private final CommandReader reader;
    private final CommandTable table;
    private final long id;
    private final Set<Bytes> channels = new LinkedHashSet<>();
    private final Queue<Arguments> backlog = new ArrayDeque<>();

    private @Nullable ChannelHandlerContext context;
    private @Nullable ReplyBatch batch;
    private @Nullable Reign batchReign;
    private @Nullable User user;
    private String name = "";
    private int failedLogins;

    private boolean checkingLogin;
    private boolean ending;
    private boolean unread;
    private long unreadBytes;
    private long unreadSince;
    private final long connectedAt;
    private long heardAt;
    private long handled;
    private long partialSince;
    private long partialAfter = -1;

    Connection(Desk desk, CommandReader reader, CommandTable table) {
        this.desk = desk;
        this.reader = reader;
        this.table = table;
        this.id = desk.newId();
        this.connectedAt = desk.now();
        this.heardAt = connectedAt;
    }

    long id() {
        return id;
    }

    String name() {
        return name;
    }

    void rename(String chosen) {
        this.name = chosen;
    }

    Desk desk() {
        return desk;
    }

    Protocol protocol() {
        return batch().protocol();
    }

    void speak(Protocol chosen) {
        batch().speak(chosen);
    }

    Set<Bytes> channels() {
        return channels;
    }

    /** May it do more than log in? */
    boolean isAdmitted() {
        return user != null || desk.settings().anonymous();
    }

    boolean mayRead(Bytes key) {
        User known = user;
        return known == null || known.mayRead(key);
    }

    boolean mayWrite(Bytes key) {
        User known = user;
        return known == null || known.mayWrite(key);
    }

    @Override
    public void channelActive(ChannelHandlerContext active) {
        context = active;
        batch = new ReplyBatch(active.alloc());
        if (!desk.admit(this)) {
            endWith(Reply.failure("ERR max number of clients reached"));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext inactive) {
        ending = true;
        backlog.clear();
        readAgain();
        desk.left(this);
        batch().release();
    }

    @Override
    public void channelRead(ChannelHandlerContext reading, Object message) {
        if (ending) {
            return;
        }
        Arguments command = (Arguments) message;
        heardAt = desk.lastSweep();
        if (!isWaiting()) {
            handle(command);
        } else if (backlog.size() < desk.settings().connections().backlog()) {
            backlog.add(command);
        } else {
            desk.counters().cut++;
            endWith(Reply.failure("ERR too many commands wait for their turn"));
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext reading) {
        desk.broadcast().send();
        give();
    }

    private boolean isWaiting() {
        return checkingLogin || unread;
    }

    private void handle(Arguments command) {
        handled++;
        desk.counters().commands++;
        table.handle(this, command);
        if (batch().size() > GIVE_AT_BYTES) {
            give();
        }
    }

    // Replies.

    /** Answers whatever happens to the leadership. */
    void answer(Reply reply) {
        batch().add(reply, Kind.FREE);
    }

    /** Answers with something that is true only under this leadership. */
    void answer(Reply reply, Reign under) {
        batchReign = under;
        batch().add(reply, Kind.GUARDED);
    }

    /** Something it has subscribed to. Leaves with the next {@link #give}. */
    void push(Reply message, Reign under) {
        if (ending) {
            return;
        }
        batchReign = under;
        batch().add(message, Kind.PUSHED);
        if (waitingBytes() > desk.settings().connections().outputBytes()) {
            cut("reads too slowly");
        }
    }

    private long waitingBytes() {
        ChannelHandlerContext open = context;
        return batch().size() + (open == null ? 0 : open.channel().bytesBeforeWritable());
    }

    /**
     * Hands the batch to the network. This is the last moment at which the leadership is looked at: what rests on one
     * that has ended by now is not told.
     */
    void give() {
        ChannelHandlerContext open = context;
        if (open == null || batch().isEmpty()) {
            return;
        }
        ChannelFuture unused = open.writeAndFlush(takeBatch(), open.voidPromise());
        if (!open.channel().isWritable() && !unread) {
            waitForReader(open);
        }
    }

    private ByteBuf takeBatch() {
        Reign under = batchReign;
        if (under == null || !batch().isGuarded() || desk.stillHolds(under)) {
            return batch().take();
        }
        desk.counters().disowned += batch().owed();
        return batch().takeWithout(Desk.disowned(under.epoch()));
    }

    private void waitForReader(ChannelHandlerContext open) {
        unread = true;
        unreadSince = desk.now();
        unreadBytes = open.channel().bytesBeforeWritable();
        open.channel().config().setAutoRead(false);
        if (!desk.addUnread(unreadBytes)) {
            cut("too much waits for slow readers");
        }
    }

    private void readAgain() {
        if (unread) {
            unread = false;
            desk.removeUnread(unreadBytes);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext changed) {
        if (unread && changed.channel().isWritable()) {
            readAgain();
            resume();
        }
    }

    /** Handles what has come in meanwhile, and goes on reading. */
    private void resume() {
        while (!isWaiting() && !ending && !backlog.isEmpty()) {
            handle(backlog.remove());
        }
        desk.broadcast().send();
        give();
        ChannelHandlerContext open = context;
        if (open != null && !isWaiting() && !ending) {
            open.channel().config().setAutoRead(true);
        }
    }

    // Logging in.

    /** Checks a password, and goes on when that is done. */
    void login(String who, byte[] password, Runnable then) {
        ChannelHandlerContext open = context;
        if (open == null) {
            return;
        }
        if (!desk.penalty().allows(address(open), desk.now())) {
            failedLogin("WRONGPASS too many failed logins from this address; try again later");
            return;
        }
        checkingLogin = true;
        open.channel().config().setAutoRead(false);
        desk.logins().check(who, password, verdict -> {
            if (open.executor().inEventLoop()) {
                checked(open, verdict, then);
            } else {
                open.executor().execute(() -> {
                    checked(open, verdict, then);
                    resume();
                });
            }
        });
        if (!checkingLogin) {
            open.channel().config().setAutoRead(!ending);
        }
    }

    private void checked(ChannelHandlerContext open, Verdict verdict, Runnable then) {
        checkingLogin = false;
        if (ending) {
            return;
        }
        if (verdict instanceof Verdict.Right right) {
            failedLogins = 0;
            user = right.user();
            then.run();
        } else if (verdict instanceof Verdict.Wrong) {
            desk.penalty().failed(address(open), desk.now());
            failedLogin("WRONGPASS invalid username-password pair or user is disabled.");
        } else {
            endWith(Reply.failure("ERR too many logins at once; try again later"));
        }
    }

    private void failedLogin(String reply) {
        desk.counters().failedLogins++;
        failedLogins++;
        user = null;
        if (failedLogins >= MOST_FAILED_LOGINS) {
            endWith(Reply.failure(reply));
        } else {
            answer(Reply.failure(reply));
        }
    }

    private static String address(ChannelHandlerContext open) {
        return open.channel().remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    /** As if it had just connected. */
    void reset() {
        desk.broadcast().leave(this);
        channels.clear();
        name = "";
        user = null;
        speak(Protocol.RESP2);
    }

    // Ends.

    /** Cuts it off if it has tried the server's patience. */
    void look(long now) {
        ConnectionLimits limits = desk.settings().connections();
        boolean partial = reader.isWithinCommand();
        if (!partial || partialAfter != handled) {
            partialAfter = partial ? handled : -1;
            partialSince = now;
        }
        if (unread && now - unreadSince > limits.blocked().toNanos()) {
            cut("does not read");
        } else if (!isAdmitted() && now - connectedAt > limits.login().toNanos()) {
            cut("does not log in");
        } else if (partial && now - partialSince > limits.command().toNanos()) {
            cut("does not finish its command");
        } else if (ending && now - heardAt > limits.blocked().toNanos()) {
            close();
        } else if (channels.isEmpty() && now - heardAt > limits.idle().toNanos()) {
            cut("is idle");
        }
    }

    /** Tells a listener that there is nothing more to hear; drops what was not read in time. */
    void reignEnded() {
        if (unread) {
            cut("was waiting for replies of a leadership that is over");
        } else if (!channels.isEmpty() && !ending) {
            endWith(desk.refusal());
            give();
        }
    }

    private void cut(String why) {
        desk.counters().cut++;
        LOG.debug("client {} {}: disconnected", id, why);
        close();
    }

    void close() {
        ending = true;
        ChannelHandlerContext open = context;
        if (open != null) {
            ChannelFuture unused = open.close();
        }
    }

    /** A last word. */
    void endWith(Reply reply) {
        if (ending) {
            return;
        }
        answer(reply);
        give();
        ending = true;
        backlog.clear();
        ChannelHandlerContext open = context;
        if (open != null) {
            open.channel().config().setAutoRead(false);
            open.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext failing, Throwable cause) {
        if (ending) {
            return;
        }
        if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
            close();
        } else if (cause instanceof CodecException) {
            desk.counters().cut++;
            endWith(Reply.failure("ERR Protocol error: " + cause.getMessage()));
        } else {
            LOG.error("client {}: unexpected error, disconnected", id, cause);
            cut("met an error");
        }
    }

    private ReplyBatch batch() {
        ReplyBatch opened = batch;
        if (opened == null) {
            throw new IllegalStateException("client " + id + " is not connected yet");
        }
        return opened;
    }
}
