// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.http;

import dev.baton.security.ConnectionLimit;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetSocketAddress;

/** Closes the connections beyond the limit; those of authenticated nodes stay. One for all connections of a server. */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells its listeners
final class ConnectionQuota extends ChannelInboundHandlerAdapter {
    private final ConnectionLimit<Channel> limit = new ConnectionLimit<>(HttpLimits.CONNECTIONS);

    /** The other end has shown the right credentials. */
    void proven(Channel channel) {
        limit.asked(channel);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        Channel channel = context.channel();
        String from = ((InetSocketAddress) channel.remoteAddress()).getAddress().getHostAddress();
        channel.closeFuture().addListener(closed -> limit.closed(channel));
        limit.opened(channel, from, System.nanoTime()).ifPresent(Channel::close);
        context.fireChannelActive();
    }
}
