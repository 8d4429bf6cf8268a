// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.UnavailableException;
import dev.baton.security.FailureThrottle;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.group.ChannelGroup;
import io.netty.channel.group.DefaultChannelGroup;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.ssl.SslContext;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The port at which a node is spoken to by the others. It answers "not yet" until it is given its elector. */
final class ClusterServer implements AutoCloseable {
    private static final int BACKLOG = 256;

    private final String process;
    private final Channel listening;
    private final AtomicReference<@Nullable ServedNode> elector = new AtomicReference<>();
    private final ChannelGroup connections;
    private final ConnectionQuota count = new ConnectionQuota();
    private final FailureThrottle guesses = new FailureThrottle(HttpLimits.GUESSES, System::nanoTime);

    /** @param process what tells this process from any other */
    ClusterServer(
            String process,
            EventLoopGroup loops,
            InetSocketAddress bind,
            ClusterSecret secret,
            Optional<ClusterTls> tls) {
        this.process = process;
        this.connections = new DefaultChannelGroup(loops.next());
        Optional<SslContext> context = tls.map(ClusterTls::forServer);
        try {
            this.listening = new ServerBootstrap()
                    .group(loops)
                    .channel(NioServerSocketChannel.class)
                    .option(ChannelOption.SO_BACKLOG, BACKLOG)
                    .option(ChannelOption.SO_REUSEADDR, true)
                    .childOption(ChannelOption.TCP_NODELAY, true)
                    .childHandler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel channel) {
                            connections.add(channel);
                            pipeline(channel.pipeline(), context, secret, channel);
                        }
                    })
                    .bind(bind)
                    .syncUninterruptibly()
                    .channel();
        } catch (RuntimeException problem) {
            throw problem;
        } catch (Exception problem) {
            // Netty throws what binding threw, declared or not.
            throw new UnavailableException("cannot listen at " + bind + ": " + problem.getMessage(), problem);
        }
    }

    private void pipeline(
            ChannelPipeline pipeline, Optional<SslContext> tls, ClusterSecret secret, SocketChannel channel) {
        RequestDeadline deadline = new RequestDeadline(HttpLimits.REQUEST, HttpLimits.IDLE);
        pipeline.addLast(count);
        tls.ifPresent(context -> pipeline.addLast(context.newHandler(channel.alloc())));
        pipeline.addLast(deadline.new FirstByte());
        pipeline.addLast(new StrictDecoder());
        pipeline.addLast(new HttpResponseEncoder());
        pipeline.addLast(new HttpObjectAggregator(HttpLimits.BODY));
        pipeline.addLast(deadline);
        pipeline.addLast(new ClusterRequests(process, secret, guesses, count, elector));
    }

    int port() {
        return ((InetSocketAddress) listening.localAddress()).getPort();
    }

    void serve(ServedNode on) {
        elector.set(on);
    }

    @Override
    public void close() {
        listening.close().syncUninterruptibly();
        connections.close().awaitUninterruptibly();
    }
}
