// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Node;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A port that is open exactly as long as this process may lead, and connections to those of others. Whoever connects is
 * told this process's incarnation, and then nothing.
 *
 * <p>A process is proven to be gone when a connection to it, over which it had named itself, has ended, and at the same
 * address nobody listens any more, or another incarnation does. A cut network, a paused process, a full backlog or a
 * lost route prove nothing. See ADR 20 for what must be true of the network.
 */
final class PresencePort implements Presence {
    private static final Logger LOG = LoggerFactory.getLogger(PresencePort.class);
    private static final int BACKLOG = 256;
    private static final int CONNECT_MILLIS = 500;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
    /** The operating system takes a moment to close all that a killed process had. */
    private static final int QUICK_LOOKS = 20;

    private final long incarnation;
    private final String name;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private final Set<Node> watched = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    /** @throws IOException if no port can be had at the address */
    PresencePort(Node self, InetAddress address) throws IOException {
        this.incarnation = self.incarnation().value();
        this.name = "baton-" + self.id() + "-presence";
        this.listener = new ServerSocket(0, BACKLOG, address);
        start(name, this::accept);
    }

    String address() {
        return listener.getInetAddress().getHostAddress() + ":" + listener.getLocalPort();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket guest = listener.accept();
                sockets.add(guest);
                DataOutputStream out = new DataOutputStream(guest.getOutputStream());
                out.writeLong(incarnation);
                out.flush();
            } catch (IOException problem) {
                // The port stays open whatever happens here: others read its end as the end of this process.
                LockSupport.parkNanos(BETWEEN_LOOKS.toNanos());
            }
            sockets.removeIf(Socket::isClosed);
        }
    }

    @Override
    public void watch(Member member, Consumer<Node> gone) {
        if (!member.presence().isEmpty() && watched.add(member.node())) {
            start(name + "-of-" + member.node().id(), () -> {
                try {
                    if (new Watch(member).isGone()) {
                        gone.accept(member.node());
                    }
                } finally {
                    watched.remove(member.node());
                }
            });
        }
    }

    @Override
    public void close() {
        closed = true;
        closeQuietly(listener);
        sockets.forEach(PresencePort::closeQuietly);
    }

    private static void closeQuietly(AutoCloseable open) {
        try {
            open.close();
        } catch (Exception alreadyGone) {
            // There is nothing left to close.
        }
    }

    private enum Look {
        /** It named itself, and the connection stands. */
        HERE,
        /** Somebody else is there, or nobody. */
        GONE,
        UNKNOWN
    }

    /** Watches one process until it is gone, or nobody cares any more. */
    private final class Watch {
        private final Member member;
        private boolean met;
        private Socket connection = new Socket();

        Watch(Member member) {
            this.member = member;
        }

        /** Returns when the process is proven to be gone, or this port is closed. */
        boolean isGone() {
            int quick = 0;
            while (!closed) {
                Look look = look();
                if (look == Look.HERE) {
                    met = true;
                    awaitEnd();
                    quick = QUICK_LOOKS;
                } else if (look == Look.GONE && met) {
                    LOG.info("{} is gone: nobody answers for it at {} any more", member, member.presence());
                    return true;
                } else if (look == Look.GONE) {
                    // It never answered at that address from here, so a refusal says nothing about it.
                    return false;
                } else {
                    LockSupport.parkNanos((quick > 0 ? BETWEEN_LOOKS : BETWEEN_TRIES).toNanos());
                    quick--;
                }
            }
            return false;
        }

        private Look look() {
            connection = new Socket();
            sockets.add(connection);
            try {
                connection.connect(address(), CONNECT_MILLIS);
                connection.setSoTimeout(CONNECT_MILLIS);
                long answer = new DataInputStream(connection.getInputStream()).readLong();
                return answer == member.node().incarnation().value() ? Look.HERE : end(Look.GONE);
            } catch (ConnectException refused) {
                return end("Connection refused".equals(refused.getMessage()) ? Look.GONE : Look.UNKNOWN);
            } catch (IOException unclear) {
                return end(Look.UNKNOWN);
            }
        }

        private InetSocketAddress address() throws UnknownHostException {
            int colon = member.presence().lastIndexOf(':');
            return new InetSocketAddress(
                    InetAddress.getByName(member.presence().substring(0, colon)),
                    Integer.parseInt(member.presence().substring(colon + 1)));
        }

        private void awaitEnd() {
            try {
                connection.setSoTimeout(0);
                while (connection.getInputStream().read() >= 0) {
                    // Nothing is sent; the end is what is waited for.
                }
            } catch (IOException ended) {
                // Reset rather than closed: an end all the same, and no proof yet.
            }
            end(Look.UNKNOWN);
        }

        private Look end(Look look) {
            sockets.remove(connection);
            closeQuietly(connection);
            return look;
        }
    }
}
