// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * The open port: tells every guest this process's incarnation, then keeps the connection until the guest ends it. One
 * thread, on which all guests are served; a guest that sends something is not listened to.
 */
final class PresenceListener implements Closeable {
    private static final int BACKLOG = 256;
    private static final Duration AFTER_A_PROBLEM = Duration.ofMillis(5);

    private final long incarnation;
    private final ServerSocketChannel port;
    private final Selector selector;
    private final Set<SocketChannel> guests = ConcurrentHashMap.newKeySet();
    private final int mostGuests;
    private final ByteBuffer ignored = ByteBuffer.allocate(64);

    /**
     * @param mostGuests beyond so many a guest is sent away, which proves nothing to it
     * @throws IOException if no port can be had at the address
     */
    PresenceListener(long incarnation, InetAddress address, int mostGuests) throws IOException {
        this.mostGuests = mostGuests;
        this.incarnation = incarnation;
        this.selector = Selector.open();
        this.port = ServerSocketChannel.open();
        try {
            port.bind(new InetSocketAddress(address, 0), BACKLOG);
            port.configureBlocking(false);
            port.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException problem) {
            close();
            throw problem;
        }
    }

    String address() {
        return port.socket().getInetAddress().getHostAddress() + ":"
                + port.socket().getLocalPort();
    }

    /** Returns when the port is closed. It stays open whatever happens here: others read its end as that of the process. */
    void serve() {
        while (selector.isOpen()) {
            try {
                selector.select(this::serve);
            } catch (ClosedSelectorException | CancelledKeyException closed) {
                return;
            } catch (IOException problem) {
                LockSupport.parkNanos(AFTER_A_PROBLEM.toNanos());
            }
        }
    }

    private void serve(SelectionKey key) {
        if (!key.isValid()) {
            return;
        }
        if (key.isAcceptable()) {
            accept();
        } else if (key.channel() instanceof SocketChannel guest && hasLeft(guest)) {
            sendAway(guest);
        }
    }

    private void accept() {
        SocketChannel guest = null;
        try {
            guest = port.accept();
            if (guest == null) {
                return;
            }
            if (guests.size() >= mostGuests) {
                guest.close();
                return;
            }
            guests.add(guest);
            guest.configureBlocking(false);
            guest.setOption(StandardSocketOptions.SO_KEEPALIVE, true);
            guest.write(ByteBuffer.allocate(Long.BYTES).putLong(0, incarnation));
            guest.register(selector, SelectionKey.OP_READ);
        } catch (IOException problem) {
            if (guest != null) {
                sendAway(guest);
            }
            // No descriptor may be left; one will be.
            LockSupport.parkNanos(AFTER_A_PROBLEM.toNanos());
        }
    }

    private boolean hasLeft(SocketChannel guest) {
        try {
            ignored.clear();
            return guest.read(ignored) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private void sendAway(SocketChannel guest) {
        guests.remove(guest);
        PresencePort.closeQuietly(guest);
    }

    int guests() {
        return guests.size();
    }

    @Override
    public void close() {
        PresencePort.closeQuietly(port);
        // A closed port stays open for as long as a selector has it. This also waits for the guest that just comes.
        PresencePort.closeQuietly(selector);
        guests.forEach(this::sendAway);
    }
}
