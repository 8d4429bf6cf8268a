// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.member;

import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.apache.ratis.grpc.GrpcUtil;
import org.apache.ratis.thirdparty.io.grpc.CallOptions;
import org.apache.ratis.thirdparty.io.grpc.ConnectivityState;
import org.apache.ratis.thirdparty.io.grpc.ManagedChannel;
import org.apache.ratis.thirdparty.io.grpc.Status;
import org.apache.ratis.thirdparty.io.grpc.netty.NegotiationType;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyChannelBuilder;
import org.apache.ratis.thirdparty.io.grpc.netty.NettyServerBuilder;
import org.apache.ratis.thirdparty.io.grpc.stub.ClientCalls;
import org.apache.ratis.thirdparty.io.grpc.stub.StreamObserver;
import org.apache.ratis.thirdparty.io.netty.channel.ChannelOption;
import org.apache.ratis.thirdparty.io.netty.handler.ssl.SslContext;
import org.jspecify.annotations.Nullable;

/** Questions to the ports of members, by address; one connection to each. Any thread. */
final class PeerCalls implements AutoCloseable {
    private static final int CONNECT_MILLIS = 1000;
    /** The least that gRPC allows; members permit it. */
    private static final Duration KEEP_ALIVE = Duration.ofSeconds(10);

    private static final Duration KEEP_ALIVE_ANSWER = Duration.ofSeconds(5);
    private static final Duration CLOSING = Duration.ofSeconds(1);

    private final Map<String, ManagedChannel> channels = new ConcurrentHashMap<>();
    private final Optional<SslContext> tls;
    private volatile boolean closed;

    PeerCalls(Optional<MemberTls> protection) {
        tls = protection.map(it -> GrpcUtil.buildSslContextForClient(it.ratis()));
    }

    /** What a member's port needs for its connections to be kept alive, and to give up those whose other end is gone. */
    static NettyServerBuilder permitKeepAlive(NettyServerBuilder port) {
        return port.permitKeepAliveTime(KEEP_ALIVE.toMillis() / 2, TimeUnit.MILLISECONDS)
                .permitKeepAliveWithoutCalls(true)
                .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_ANSWER.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** A question that was certainly not handed to a member. */
    static final class NotSentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NotSentException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }

    /** Fails with {@link NotSentException} if it certainly was not received, and otherwise if there is no answer. */
    CompletableFuture<byte[]> ask(String authority, byte[] question, Duration within) {
        CompletableFuture<byte[]> answer = new CompletableFuture<>();
        ManagedChannel channel = closed ? null : channels.computeIfAbsent(authority, this::open);
        if (channel == null || question.length > RatisSettings.MAX_MESSAGE_BYTES) {
            answer.completeExceptionally(new NotSentException(
                    closed ? "the client is closed" : "a request of " + question.length + " bytes is too large", null));
            return answer;
        }
        if (channel.getState(false) == ConnectivityState.TRANSIENT_FAILURE) {
            // Otherwise gRPC waits for longer and longer before it tries to connect again.
            channel.resetConnectBackoff();
        }
        CallOptions options =
                CallOptions.DEFAULT.withDeadlineAfter(Math.max(1, within.toNanos()), TimeUnit.NANOSECONDS);
        ClientCalls.asyncUnaryCall(channel.newCall(GroupPort.ASK, options), question, new StreamObserver<>() {
            @Override
            public void onNext(byte[] bytes) {
                answer.complete(bytes);
            }

            @Override
            public void onError(Throwable problem) {
                answer.completeExceptionally(classified(authority, problem));
            }

            @Override
            public void onCompleted() {
                answer.completeExceptionally(new IllegalStateException(authority + " answered nothing"));
            }
        });
        return answer;
    }

    /** Fails also if the member belongs to another group than {@code cluster}. */
    CompletableFuture<MemberStatus> status(String authority, UUID cluster, Duration within) {
        return ask(authority, MemberRequest.status(cluster).bytes(), within).thenApply(MemberStatus::parse);
    }

    /** Keeps a connection, and runs {@code lost} once it is lost; or not at all, if it was never made. */
    void watch(String authority, Runnable lost) {
        if (!closed) {
            follow(channels.computeIfAbsent(authority, this::open), false, lost);
        }
    }

    private void follow(ManagedChannel channel, boolean wasReady, Runnable lost) {
        ConnectivityState state = channel.getState(true);
        if (state == ConnectivityState.SHUTDOWN) {
            return;
        }
        boolean ready = state == ConnectivityState.READY;
        if (wasReady && !ready) {
            lost.run();
        } else {
            channel.notifyWhenStateChanged(state, () -> follow(channel, ready, lost));
        }
    }

    private ManagedChannel open(String authority) {
        NettyChannelBuilder builder = NettyChannelBuilder.forTarget(authority);
        if (tls.isPresent()) {
            builder.sslContext(tls.get());
        } else {
            builder.negotiationType(NegotiationType.PLAINTEXT);
        }
        return builder.proxyDetector(any -> null)
                .maxInboundMessageSize(RatisSettings.MAX_MESSAGE_BYTES)
                .withOption(ChannelOption.CONNECT_TIMEOUT_MILLIS, CONNECT_MILLIS)
                // A connection on which packets were lost is given up, and not waited for until the kernel sends again.
                .keepAliveTime(KEEP_ALIVE.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveTimeout(KEEP_ALIVE_ANSWER.toMillis(), TimeUnit.MILLISECONDS)
                .keepAliveWithoutCalls(true)
                .build();
    }

    private static Throwable classified(String authority, Throwable problem) {
        String text = authority + " did not answer: " + problem.getMessage();
        if (Status.fromThrowable(problem).getCode() == Status.Code.UNIMPLEMENTED) {
            return new NotSentException(authority + " is not a Baton member", problem);
        }
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            // Said of the connection, before anything was sent on it.
            if (cause instanceof ConnectException
                    || cause instanceof NoRouteToHostException
                    || cause instanceof UnknownHostException
                    || cause instanceof UnresolvedAddressException
                    || cause instanceof SSLHandshakeException) {
                return new NotSentException(text, problem);
            }
        }
        return new IllegalStateException(text, problem);
    }

    /** Why TLS let no question through, if that is the reason that there is no answer. */
    static Optional<String> refusedByTls(@Nullable Throwable problem) {
        for (Throwable cause = problem; cause != null; cause = cause.getCause()) {
            if (cause instanceof SSLException) {
                return Optional.of(String.valueOf(cause.getMessage()));
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() {
        closed = true;
        channels.values().forEach(ManagedChannel::shutdownNow);
        for (ManagedChannel channel : channels.values()) {
            try {
                channel.awaitTermination(CLOSING.toMillis(), TimeUnit.MILLISECONDS);
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
