// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.FullHttpRequest;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Closes a connection on which a request does not arrive in time, however busily it trickles in. Stands behind the
 * aggregator for whole requests, and is told by its {@link FirstByte} in front of the decoder that one begins.
 */
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells its listeners
final class RequestDeadline extends ChannelInboundHandlerAdapter {
    private final Duration request;
    private final Duration idle;
    private @Nullable Future<?> deadline;
    private boolean begun;

    RequestDeadline(Duration request, Duration idle) {
        this.request = request;
        this.idle = idle;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        closeAfter(context, request);
        context.fireChannelActive();
    }

    private void closeAfter(ChannelHandlerContext context, Duration limit) {
        cancel();
        deadline = context.executor().schedule(() -> context.close(), limit.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void cancel() {
        Future<?> set = deadline;
        if (set != null) {
            set.cancel(false);
        }
    }

    void byteArrived(ChannelHandlerContext context) {
        if (!begun) {
            begun = true;
            closeAfter(context, request);
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (message instanceof FullHttpRequest) {
            begun = false;
            closeAfter(context, idle);
        }
        context.fireChannelRead(message);
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        cancel();
        context.fireChannelInactive();
    }

    /** Sees bytes before the decoder does. */
    final class FirstByte extends ChannelInboundHandlerAdapter {
        @Override
        public void channelRead(ChannelHandlerContext context, Object bytes) {
            byteArrived(context);
            context.fireChannelRead(bytes);
        }
    }
}
