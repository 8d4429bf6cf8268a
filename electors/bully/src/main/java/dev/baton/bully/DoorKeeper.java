// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;

/**
 * Counts connections, and closes those that are too many, in all or from one address. One for all connections of a
 * server.
 */
@ChannelHandler.Sharable
@SuppressWarnings("FutureReturnValueIgnored") // Netty tells its listeners
final class DoorKeeper extends ChannelInboundHandlerAdapter {
    private final int most;
    private final int mostPerAddress;
    private final Map<InetAddress, Integer> open = new HashMap<>();
    private int all;

    DoorKeeper(int most, int mostPerAddress) {
        this.most = most;
        this.mostPerAddress = mostPerAddress;
    }

    private synchronized boolean enter(InetAddress from) {
        int already = open.getOrDefault(from, 0);
        if (all >= most || already >= mostPerAddress) {
            return false;
        }
        all++;
        open.put(from, already + 1);
        return true;
    }

    private synchronized void leave(InetAddress from) {
        all--;
        open.computeIfPresent(from, (address, count) -> count == 1 ? null : count - 1);
    }

    synchronized int connections() {
        return all;
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        InetAddress from = ((InetSocketAddress) context.channel().remoteAddress()).getAddress();
        if (enter(from)) {
            context.channel().closeFuture().addListener(closed -> leave(from));
            context.fireChannelActive();
        } else {
            context.close();
        }
    }
}
