// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.bully.internal.message.CallOutcome;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpClientCodec;
import io.netty.handler.codec.http.HttpObjectAggregator;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.Future;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Calls other nodes. Keeps a few connections to each, follows no redirect, and answers every call once, within its
 * timeout, on its one event loop, which owns all of its state.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells its listeners
final class HttpCaller implements AutoCloseable {
    private static final int MAX_IDLE = 4;
    private static final int MAX_IN_FLIGHT = 64;
    private static final int MAX_LINE_LENGTH = 1_024;

    private final EventLoop loop;
    private final Duration timeout;
    private final Optional<SslContext> tls;
    private final Map<InetSocketAddress, Deque<Channel>> idle = new HashMap<>();
    private final Map<InetSocketAddress, Integer> underWay = new HashMap<>();
    private boolean closed;

    /**
     * What was answered.
     *
     * @param process which process answers; empty if it does not say
     * @param proof that it knows the password; empty if it does not say
     */
    record Response(int status, String body, String process, String proof) {}

    HttpCaller(EventLoop loop, Duration timeout, Optional<ClusterTls> tls) {
        this.loop = loop;
        this.timeout = timeout;
        this.tls = tls.map(ClusterTls::forClient);
    }

    /** Calls; {@code answer} is told once, on the event loop, or here if that has ended. */
    void call(InetSocketAddress to, FullHttpRequest request, Consumer<CallOutcome<Response>> answer) {
        try {
            loop.execute(() -> new Call(to, request, answer).start());
        } catch (RejectedExecutionException ended) {
            request.release();
            answer.accept(new CallOutcome.Failed<>(false, "this node has ended"));
        }
    }

    /** One call under way. */
    private final class Call {
        private final InetSocketAddress to;
        private final FullHttpRequest request;
        private final Consumer<CallOutcome<Response>> answer;
        private @Nullable Future<?> deadline;
        private @Nullable Channel channel;
        private boolean done;

        Call(InetSocketAddress to, FullHttpRequest request, Consumer<CallOutcome<Response>> answer) {
            this.to = to;
            this.request = request;
            this.answer = answer;
        }

        void start() {
            if (closed || underWay.getOrDefault(to, 0) >= MAX_IN_FLIGHT) {
                done = true;
                request.release();
                answer.accept(new CallOutcome.Failed<>(false, "too many calls are under way"));
                return;
            }
            underWay.merge(to, 1, Integer::sum);
            deadline = loop.schedule(() -> fail(false, "no answer in time"), timeout.toNanos(), TimeUnit.NANOSECONDS);
            Channel kept = idle.computeIfAbsent(to, first -> new ArrayDeque<>()).pollLast();
            if (kept != null && kept.isActive()) {
                use(kept);
            } else {
                connect();
            }
        }

        private void connect() {
            new Bootstrap()
                    .group(loop)
                    .channel(NioSocketChannel.class)
                    .option(ChannelOption.TCP_NODELAY, true)
                    .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) timeout.toMillis())
                    .handler(new ChannelInitializer<SocketChannel>() {
                        @Override
                        protected void initChannel(SocketChannel made) {
                            tls.ifPresent(context -> made.pipeline()
                                    .addLast(context.newHandler(made.alloc(), to.getHostString(), to.getPort())));
                            made.pipeline()
                                    .addLast(new HttpClientCodec(
                                            MAX_LINE_LENGTH, HttpLimits.HEADERS, HttpLimits.HEADERS))
                                    .addLast(new HttpObjectAggregator(HttpLimits.BODY))
                                    .addLast(new Answers());
                        }
                    })
                    .connect(to)
                    .addListener(connected -> {
                        if (connected.isSuccess()) {
                            use(((io.netty.channel.ChannelFuture) connected).channel());
                        } else {
                            fail(connected.cause() instanceof ConnectException, "cannot be reached");
                        }
                    });
        }

        private void use(Channel connected) {
            if (done) {
                connected.close();
                return;
            }
            channel = connected;
            connected.pipeline().get(Answers.class).call = this;
            connected.writeAndFlush(request.retain()).addListener(written -> {
                if (!written.isSuccess()) {
                    fail(false, "the connection ended");
                }
            });
        }

        void answered(FullHttpResponse response) {
            Channel used = channel;
            if (done || used == null) {
                return;
            }
            Response read = new Response(
                    response.status().code(),
                    response.content().toString(StandardCharsets.UTF_8),
                    response.headers().get(ClusterRequests.PROCESS, ""),
                    response.headers().get(ClusterRequests.PROOF, ""));
            Deque<Channel> kept = idle.computeIfAbsent(to, first -> new ArrayDeque<>());
            if (HttpUtil.isKeepAlive(response) && kept.size() < MAX_IDLE && !closed) {
                kept.addLast(used);
            } else {
                used.close();
            }
            end(new CallOutcome.Answered<>(read));
        }

        void fail(boolean refused, String why) {
            Channel used = channel;
            if (!done && used != null) {
                used.close();
            }
            end(new CallOutcome.Failed<>(refused, why));
        }

        private void end(CallOutcome<Response> outcome) {
            if (!done) {
                done = true;
                request.release();
                Future<?> set = deadline;
                if (set != null) {
                    set.cancel(false);
                }
                underWay.computeIfPresent(to, (address, count) -> count == 1 ? null : count - 1);
                answer.accept(outcome);
            }
        }
    }

    /** Brings what a connection says to the call that it is used for. */
    private final class Answers extends SimpleChannelInboundHandler<FullHttpResponse> {
        private @Nullable Call call;

        @Override
        protected void channelRead0(ChannelHandlerContext context, FullHttpResponse response) {
            Call answered = call;
            call = null;
            if (answered == null || response.decoderResult().isFailure()) {
                context.close();
                if (answered != null) {
                    answered.fail(false, "not an answer that can be read");
                }
            } else {
                answered.answered(response);
            }
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            idle.values().forEach(kept -> kept.remove(context.channel()));
            Call waiting = call;
            if (waiting != null) {
                waiting.fail(false, "the connection ended");
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            Call waiting = call;
            if (waiting != null) {
                waiting.fail(false, "not an answer that can be read");
            }
            context.close();
        }
    }

    @Override
    public void close() {
        loop.execute(() -> {
            closed = true;
            idle.values().forEach(kept -> java.util.List.copyOf(kept).forEach(Channel::close));
        });
    }
}
