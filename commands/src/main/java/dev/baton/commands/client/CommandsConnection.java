// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.client;

import dev.baton.commands.resp.Bytes;
import dev.baton.commands.resp.Reply;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.redis.ArrayRedisMessage;
import io.netty.handler.codec.redis.ErrorRedisMessage;
import io.netty.handler.codec.redis.FullBulkStringRedisMessage;
import io.netty.handler.codec.redis.IntegerRedisMessage;
import io.netty.handler.codec.redis.RedisArrayAggregator;
import io.netty.handler.codec.redis.RedisBulkStringAggregator;
import io.netty.handler.codec.redis.RedisDecoder;
import io.netty.handler.codec.redis.RedisEncoder;
import io.netty.handler.codec.redis.RedisMessage;
import io.netty.handler.codec.redis.SimpleStringRedisMessage;
import io.netty.handler.ssl.SslContext;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One connection, on which one thread at a time asks and waits. Speaks the older protocol version, in Netty's words. */
final class CommandsConnection implements AutoCloseable {
    private static final int MAX_ITEMS = 1 << 16;
    private static final int MAX_LEVELS = 8;

    /** Stands for the end of the connection. */
    private static final Reply LOST = Reply.failure("the connection was lost");

    private final ServerAddress address;
    private final Channel channel;
    private final BlockingQueue<Reply> replies;

    private CommandsConnection(ServerAddress address, Channel channel, BlockingQueue<Reply> replies) {
        this.address = address;
        this.channel = channel;
        this.replies = replies;
    }

    static CommandsConnection connect(
            ServerAddress address, EventLoopGroup loops, @Nullable SslContext tls, Duration limit) throws IOException {
        // The client waits for one reply at a time; the end may come behind it, and no more than that is needed.
        BlockingQueue<Reply> replies = new ArrayBlockingQueue<>(2);
        ChannelFuture connected = new Bootstrap()
                .group(loops)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) limit.toMillis())
                .handler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel made) {
                        if (tls != null) {
                            made.pipeline().addLast(tls.newHandler(made.alloc(), address.host(), address.port()));
                        }
                        made.pipeline()
                                .addLast(
                                        new RedisDecoder(),
                                        new RedisBulkStringAggregator(),
                                        new RedisArrayAggregator(MAX_ITEMS, MAX_LEVELS),
                                        new RedisEncoder(),
                                        new Receiver(replies));
                    }
                })
                .connect(address.host(), address.port())
                .awaitUninterruptibly();
        if (!connected.isSuccess()) {
            throw new IOException("cannot connect to " + address, connected.cause());
        }
        return new CommandsConnection(address, connected.channel(), replies);
    }

    ServerAddress address() {
        return address;
    }

    boolean isOpen() {
        return channel.isActive();
    }

    /** Null if no reply came: then the outcome of the command is unknown. */
    @Nullable
    Reply ask(List<Bytes> command, Duration limit) throws InterruptedException {
        List<RedisMessage> parts = new ArrayList<>();
        for (Bytes part : command) {
            parts.add(new FullBulkStringRedisMessage(Unpooled.wrappedBuffer(part.content())));
        }
        ChannelFuture unused = channel.writeAndFlush(new ArrayRedisMessage(parts));
        Reply reply = replies.poll(limit.toNanos(), TimeUnit.NANOSECONDS);
        return reply == LOST ? null : reply;
    }

    @Override
    public void close() {
        ChannelFuture unused = channel.close();
    }

    private static final class Receiver extends SimpleChannelInboundHandler<RedisMessage> {
        private final BlockingQueue<Reply> replies;

        Receiver(BlockingQueue<Reply> replies) {
            this.replies = replies;
        }

        @Override
        protected void channelRead0(ChannelHandlerContext context, RedisMessage message) {
            if (!replies.offer(reply(message))) {
                ChannelFuture unused = context.close();
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            boolean waitedFor = replies.offer(LOST);
            assert waitedFor || !replies.isEmpty();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            ChannelFuture unused = context.close();
        }

        private static Reply reply(RedisMessage message) {
            if (message instanceof FullBulkStringRedisMessage bulk) {
                return bulk.isNull() ? Reply.NIL : Reply.bulk(new Bytes(ByteBufUtil.getBytes(bulk.content())));
            }
            if (message instanceof IntegerRedisMessage whole) {
                return Reply.number(whole.value());
            }
            if (message instanceof SimpleStringRedisMessage status) {
                return new Reply.Status(status.content());
            }
            if (message instanceof ErrorRedisMessage failure) {
                return Reply.failure(failure.content());
            }
            if (message instanceof ArrayRedisMessage list) {
                return list.isNull()
                        ? Reply.NIL
                        : Reply.list(
                                list.children().stream().map(Receiver::reply).toArray(Reply[]::new));
            }
            throw new IllegalStateException("what is a " + message.getClass().getSimpleName());
        }
    }
}
