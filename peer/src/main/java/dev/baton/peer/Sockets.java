// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.runtime.AsyncLog;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channel;
import java.nio.channels.SocketChannel;
import java.util.Optional;

/** What Java does not say about sockets. */
final class Sockets {
    private static final AsyncLog LOG = AsyncLog.of(Sockets.class);

    /** How this system words a refusal. */
    private static final Optional<String> REFUSAL = wordsOfARefusal();

    private Sockets() {}

    static void close(Channel channel) {
        try {
            channel.close();
        } catch (IOException gone) {
            LOG.debug("closing {}", channel, gone);
        }
    }

    /**
     * Whether a connection was refused. Java tells it apart from a timeout only by the system's own words, which depend
     * on the language it is set to; what cannot be told apart is no refusal.
     */
    static boolean isRefusal(IOException failure) {
        return failure instanceof ConnectException
                && REFUSAL.isPresent()
                && REFUSAL.get().equals(failure.getMessage());
    }

    /** Connects to a port that is certainly taken and certainly not listened on. */
    private static Optional<String> wordsOfARefusal() {
        try (SocketChannel deaf = SocketChannel.open();
                SocketChannel caller = SocketChannel.open()) {
            deaf.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0));
            caller.connect(deaf.getLocalAddress());
            return Optional.empty();
        } catch (ConnectException refused) {
            return Optional.ofNullable(refused.getMessage());
        } catch (IOException unknown) {
            LOG.warn("cannot find out how this system words a refused connection, so none is taken for proof", unknown);
            return Optional.empty();
        }
    }
}
