// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.commands.access.Verdict;
import dev.baton.commands.resp.Arguments;
import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.CommandReader;
import dev.baton.commands.resp.Protocol;
import dev.baton.commands.resp.ReadLimits;
import dev.baton.commands.resp.Reply;
import dev.baton.internal.runtime.AsyncLog;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
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

/**
 * One client. Handles its commands in order, gives its replies in batches, and stops reading while a login is checked or
 * replies are not read. Confined to the server's thread.
 */
final class ClientConnection extends ChannelInboundHandlerAdapter {
    private static final AsyncLog LOG = AsyncLog.of(ClientConnection.class);

    private final ServerState state;
    private final CommandReader reader;
    private final CommandTable table;
    private final Channel channel;
    private final ReplyQueue outbox;
    private final Login login;
    private final long id;
    private final Set<Bytes> channels = new LinkedHashSet<>();
    private final Queue<Arguments> backlog = new ArrayDeque<>();
    private final long connectedAt;

    private String name = "";
    private boolean checkingLogin;
    private boolean ending;
    private long endingSince;
    private long heardAt;
    private long handled;
    private long partialSince;
    private long partialAfter = -1;

    ClientConnection(ServerState state, CommandReader reader, CommandTable table, Channel channel) {
        this.state = state;
        this.reader = reader;
        this.table = table;
        this.channel = channel;
        this.outbox = new ReplyQueue(state, channel);
        this.login = new Login(state);
        this.id = state.newId();
        this.connectedAt = state.now();
        this.heardAt = connectedAt;
        reader.allow(readLimits());
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

    ServerState state() {
        return state;
    }

    Login login() {
        return login;
    }

    /** What it listens to. */
    Set<Bytes> channels() {
        return channels;
    }

    Protocol protocol() {
        return outbox.protocol();
    }

    void speak(Protocol chosen) {
        outbox.speak(chosen);
    }

    /** Answers whatever happens to the leadership. */
    void answer(Reply reply) {
        outbox.answer(reply);
    }

    /** Answers with something that is true only under this leadership. */
    void answer(Reply reply, LeaderSession under) {
        outbox.answer(reply, under);
    }

    /** Something it listens to. Leaves with the next {@link #give}. */
    void push(Reply message, LeaderSession under) {
        if (ending) {
            return;
        }
        outbox.push(message, under);
        if (outbox.waitingBytes() > state.settings().connections().outputBytes()) {
            cut("reads too slowly");
        }
    }

    /** As if it had just connected. */
    void reset() {
        state.broadcast().leave(this);
        channels.clear();
        name = "";
        login.forget();
        reader.allow(readLimits());
        speak(Protocol.RESP2);
    }

    /** Little before it has logged in. */
    private ReadLimits readLimits() {
        return login.isAdmitted() ? state.settings().read() : ReadLimits.BEFORE_LOGIN;
    }

    // From command to reply.

    @Override
    public void channelActive(ChannelHandlerContext context) {
        if (!state.admit(this)) {
            endWith(Reply.failure("ERR max number of clients reached"));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (ending) {
            return;
        }
        Arguments command = (Arguments) message;
        heardAt = state.lastSweep();
        if (!isWaiting()) {
            handle(command);
        } else if (backlog.size() < state.settings().connections().backlog()) {
            backlog.add(command);
        } else {
            state.counters().cut++;
            endWith(Reply.failure("ERR too many commands wait for their turn"));
        }
    }

    private boolean isWaiting() {
        return checkingLogin || outbox.isUnread();
    }

    private void handle(Arguments command) {
        handled++;
        state.counters().commands++;
        table.handle(this, command);
        if (outbox.isFull()) {
            give();
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
        state.broadcast().send();
        give();
    }

    /** Gives what is ready, and stops reading if that is not read. */
    void give() {
        outbox.give();
        if (outbox.isUnread()) {
            channel.config().setAutoRead(false);
            if (state.hasTooMuchUnread()) {
                cut("is one of too many slow readers");
            }
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (outbox.hasBeenRead()) {
            resume();
        }
    }

    /** Handles what has come in meanwhile, and goes on reading. */
    private void resume() {
        while (!isWaiting() && !ending && !backlog.isEmpty()) {
            handle(backlog.remove());
        }
        state.broadcast().send();
        give();
        if (!isWaiting() && !ending) {
            channel.config().setAutoRead(true);
        }
    }

    // Logging in.

    /** Checks a password, and goes on when that is done. */
    void login(String who, byte[] password, Runnable then) {
        Reply refusal = login.refusal(address());
        if (refusal != null) {
            refuseLogin(refusal);
            return;
        }
        checkingLogin = true;
        channel.config().setAutoRead(false);
        state.logins().check(who, password, verdict -> {
            if (channel.eventLoop().inEventLoop()) {
                checked(verdict, then);
            } else {
                channel.eventLoop().execute(() -> {
                    checked(verdict, then);
                    resume();
                });
            }
        });
        if (!isWaiting() && !ending) {
            channel.config().setAutoRead(true);
        }
    }

    private void checked(Verdict verdict, Runnable then) {
        checkingLogin = false;
        if (ending) {
            return;
        }
        Reply refusal = login.settle(verdict, address());
        if (refusal == null) {
            reader.allow(readLimits());
            then.run();
        } else {
            refuseLogin(refusal);
        }
    }

    private void refuseLogin(Reply refusal) {
        if (login.isHopeless()) {
            endWith(refusal);
        } else {
            answer(refusal);
        }
    }

    private String address() {
        return channel.remoteAddress() instanceof InetSocketAddress address
                ? address.getAddress().getHostAddress()
                : "unknown";
    }

    // Ends.

    /** Cuts it off if it has tried the server's patience. */
    void look(long now) {
        ConnectionLimits limits = state.settings().connections();
        boolean partial = reader.isWithinCommand();
        if (!partial || partialAfter != handled) {
            partialAfter = partial ? handled : -1;
            partialSince = now;
        }
        if (outbox.isUnreadLongerThan(limits.blocked(), now)) {
            cut("does not read");
        } else if (!login.isAdmitted() && now - connectedAt > limits.login().toNanos()) {
            cut("does not log in");
        } else if (partial && now - partialSince > limits.command().toNanos()) {
            cut("does not finish its command");
        } else if (ending && now - endingSince > limits.blocked().toNanos()) {
            cut("does not read the final reply");
        } else if (channels.isEmpty() && now - heardAt > limits.idle().toNanos()) {
            cut("is idle");
        }
    }

    /** Tells a listener that there is nothing more to hear; drops what was not read in time. */
    void reignEnded() {
        if (outbox.isUnread()) {
            cut("was waiting for replies of a leadership that is over");
        } else if (!channels.isEmpty()) {
            endWith(state.refusal());
        }
    }

    private void cut(String why) {
        state.counters().cut++;
        LOG.debug("client {} {}: disconnected", id, why);
        close();
    }

    void close() {
        ending = true;
        outbox.end();
        ChannelFuture unused = channel.close();
    }

    /** A last word. */
    void endWith(Reply reply) {
        if (ending) {
            return;
        }
        answer(reply);
        give();
        ending = true;
        endingSince = state.now();
        backlog.clear();
        channel.config().setAutoRead(false);
        channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        ending = true;
        backlog.clear();
        state.left(this);
        outbox.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        if (ending) {
            return;
        }
        if (cause instanceof IOException || cause.getCause() instanceof SSLException) {
            close();
        } else if (cause instanceof CodecException) {
            state.counters().cut++;
            endWith(Reply.failure("ERR Protocol error: " + cause.getMessage()));
        } else {
            LOG.error("client {}: unexpected error, disconnected", id, cause);
            cut("internal error");
        }
    }
}
