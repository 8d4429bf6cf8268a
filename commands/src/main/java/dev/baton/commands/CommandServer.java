// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import dev.baton.Duty;
import dev.baton.UnavailableException;
import dev.baton.commands.access.Logins;
import dev.baton.commands.resp.CommandReader;
import dev.baton.security.TlsIdentity;
import dev.baton.spi.Ticker;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.PooledByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.util.concurrent.DefaultThreadFactory;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * Answers Redis clients while this node leads, and redirects them to the leader while it does not.
 *
 * <p>Open it before the node stands for election, publish {@link #address()} as the node's endpoint
 * {@value #ENDPOINT}, give {@link #duty()} to the candidate, and let it {@link #follow} the candidate. Close it after the node.
 *
 * <p>One thread does everything but check passwords: it owns the slots, so a command needs no lock.
 */
public final class CommandServer implements AutoCloseable {
    /** The purpose under which a node publishes where its command server is. */
    public static final String ENDPOINT = ServerState.ENDPOINT;

    private static final int WAITING_CONNECTIONS = 4096;
    private static final WriteBufferWaterMark WATER_MARKS = new WriteBufferWaterMark(32 << 10, 64 << 10);
    private static final Duration MAX_SWEEP = Duration.ofSeconds(1);
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);
    private static final Duration ANSWER_LIMIT = Duration.ofSeconds(5);

    private final CommandSettings settings;
    private final MultiThreadIoEventLoopGroup loops;
    private final EventLoop loop;
    private final Logins logins;
    private final ServerState state;
    private final CommandTable table = new CommandTable();
    private final Channel listener;

    private CommandServer(CommandSettings settings, Ticker ticker) {
        SslContext tls = tlsOf(settings);
        this.settings = settings;
        this.logins = new Logins(settings.users(), new SecureRandom());
        this.state = new ServerState(settings, ticker, logins);
        this.loops = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("baton-commands", true), NioIoHandler.newFactory());
        this.loop = loops.next();
        this.listener = listen(tls);
        long sweep = sweepNanos(settings.connections());
        Future<?> unused = loop.scheduleWithFixedDelay(state::sweep, sweep, sweep, TimeUnit.NANOSECONDS);
    }

    /** Starts to listen. Until its duty is started it tells all clients that there is no leader. */
    public static CommandServer open(CommandSettings settings) {
        return open(settings, System::nanoTime);
    }

    static CommandServer open(CommandSettings settings, Ticker ticker) {
        return new CommandServer(settings, ticker);
    }

    private static @Nullable SslContext tlsOf(CommandSettings settings) {
        if (settings.tls().isEmpty()) {
            return null;
        }
        TlsIdentity identity = settings.tls().get();
        try {
            return SslContextBuilder.forServer(identity.key(), identity.chain()).build();
        } catch (SSLException | IllegalArgumentException unusable) {
            throw new IllegalArgumentException("commands: the key of " + identity + " cannot be used", unusable);
        }
    }

    private Channel listen(@Nullable SslContext tls) {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops)
                .channel(NioServerSocketChannel.class)
                .option(ChannelOption.SO_REUSEADDR, true)
                .option(ChannelOption.SO_BACKLOG, WAITING_CONNECTIONS)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOCATOR, PooledByteBufAllocator.DEFAULT)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARKS)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel client) {
                        greet(client, tls);
                    }
                })
                .bind(settings.bind(), settings.port())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            release();
            throw new UnavailableException(
                    "commands: cannot listen on " + settings.bind().getHostAddress() + ":" + settings.port(),
                    bound.cause());
        }
        return bound.channel();
    }

    private void greet(SocketChannel client, @Nullable SslContext tls) {
        if (tls != null) {
            client.pipeline().addLast(tls.newHandler(client.alloc()));
        }
        CommandReader reader = CommandReader.install(client.pipeline(), settings.read(), state.incomplete());
        client.pipeline().addLast(new ClientConnection(state, reader, table, client));
    }

    /** Often enough that no client gets twice the limit, and no more often than needed. */
    private static long sweepNanos(ConnectionLimits limits) {
        return Stream.of(limits.idle(), limits.login(), limits.command(), limits.blocked())
                        .map(patience -> patience.dividedBy(4))
                        .reduce(MAX_SWEEP, (one, other) -> one.compareTo(other) < 0 ? one : other)
                        .toNanos()
                + 1;
    }

    /** Where it listens, as {@code host:port}; what to publish, unless clients see this host under another name. */
    public String address() {
        String host = settings.bind().getHostAddress();
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    public int port() {
        return ((InetSocketAddress) listener.localAddress()).getPort();
    }

    /** The duty that serves clients while the node leads; add it to the candidate. */
    public Duty duty() {
        return new CommandServerDuty(loop, state);
    }

    /** Sets where to redirect clients while another node leads. */
    public void follow(LeaderRouting leaderships) {
        state.follow(leaderships);
    }

    /**
     * Figures since the server was opened.
     *
     * @throws UnavailableException if it is closed, or too busy to say
     */
    public CommandStats stats() {
        try {
            return loop.submit(state::stats).get(ANSWER_LIMIT.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("interrupted while asking the command server", interrupted);
        } catch (ExecutionException | TimeoutException | RejectedExecutionException trouble) {
            throw new UnavailableException("the command server does not answer", trouble);
        }
    }

    /** Disconnects all clients. Bounded. */
    @Override
    public void close() {
        listener.close().awaitUninterruptibly(CLOSE_LIMIT.toMillis());
        try {
            loop.submit(() -> {
                        state.end();
                        state.disconnectAll();
                    })
                    .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
        } catch (RejectedExecutionException closed) {
            return;
        }
        release();
    }

    private void release() {
        logins.close();
        loops.shutdownGracefully(0, CLOSE_LIMIT.toMillis(), TimeUnit.MILLISECONDS)
                .awaitUninterruptibly(CLOSE_LIMIT.toMillis());
    }
}
