// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Node;
import dev.baton.runtime.AsyncLog;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * A port that is open exactly as long as this process may lead, and connections to those of others. Whoever connects is
 * told this process's incarnation, and then nothing.
 *
 * <p>A process is proven to be gone when a connection to it, over which it had named itself, has ended, and at the same
 * address nobody listens any more, or another incarnation does. A cut network, a paused process, a full backlog or a
 * lost route prove nothing; a refusal counts only if a second one follows a moment later. See ADR 20 for what must be true of the network.
 */
final class PresencePort implements Presence {
    private static final AsyncLog LOG = AsyncLog.of(PresencePort.class);
    /** Twice the most voters that a cluster has: each of them watches the leader. */
    private static final int MOST_GUESTS = 2 * RegistrySettings.MOST_VOTERS;

    private static final int CONNECT_MILLIS = 500;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(5);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);
    /** A proof takes two refusals so far apart: one may be a hiccup of the network. */
    private static final Duration BETWEEN_REFUSALS = Duration.ofMillis(50);
    /** The operating system takes a moment to close all that a killed process had. */
    private static final int QUICK_LOOKS = 20;

    private final String name;
    private final PresenceListener listener;
    private final Map<Node, Watch> watched = new ConcurrentHashMap<>();
    private volatile boolean closed;

    /** @throws IOException if no port can be had at the address */
    PresencePort(Node self, InetAddress address) throws IOException {
        this.name = "baton-" + self.id() + "-presence";
        this.listener = new PresenceListener(self.incarnation().value(), address, MOST_GUESTS);
        start(name, listener::serve);
    }

    String address() {
        return listener.address();
    }

    private static void start(String name, Runnable task) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void watch(Member member, Consumer<Node> gone) {
        Watch watch = new Watch(member);
        if (closed || member.presence().isEmpty() || watched.putIfAbsent(member.node(), watch) != null) {
            return;
        }
        start(name + "-of-" + member.node().id(), () -> {
            try {
                if (watch.isGone()) {
                    gone.accept(member.node());
                }
            } finally {
                watched.remove(member.node(), watch);
            }
        });
    }

    @Override
    public void unwatch(Node node) {
        Watch watch = watched.remove(node);
        if (watch != null) {
            watch.end();
        }
    }

    /** By how many this process is watched. */
    int guests() {
        return listener.guests();
    }

    /** How many members are watched. */
    int watched() {
        return watched.size();
    }

    @Override
    public void close() {
        closed = true;
        listener.close();
        List.copyOf(watched.keySet()).forEach(this::unwatch);
    }

    static void closeQuietly(AutoCloseable open) {
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
        private volatile boolean ended;
        private volatile Socket connection = new Socket();
        private boolean met;

        Watch(Member member) {
            this.member = member;
        }

        /** Nobody cares any more. */
        void end() {
            ended = true;
            closeQuietly(connection);
        }

        /** Returns when the process is proven to be gone, or nobody cares any more. */
        boolean isGone() {
            int quick = 0;
            boolean refused = false;
            while (!closed && !ended) {
                Look look = look();
                if (look == Look.HERE) {
                    met = true;
                    awaitEnd();
                    quick = QUICK_LOOKS;
                } else if (look == Look.GONE && !met) {
                    // It never answered at that address from here, so a refusal says nothing about it.
                    return false;
                } else if (look == Look.GONE && refused) {
                    LOG.info("{} is gone: nobody answers for it at {} any more", member, member.presence());
                    return !closed && !ended;
                } else if (look == Look.GONE) {
                    LockSupport.parkNanos(BETWEEN_REFUSALS.toNanos());
                } else {
                    LockSupport.parkNanos((quick > 0 ? BETWEEN_LOOKS : BETWEEN_TRIES).toNanos());
                    quick--;
                }
                refused = look == Look.GONE;
            }
            return false;
        }

        private Look look() {
            Socket trying = new Socket();
            connection = trying;
            try {
                trying.connect(address(), CONNECT_MILLIS);
                trying.setSoTimeout(CONNECT_MILLIS);
                trying.setKeepAlive(true);
                long answer = new DataInputStream(trying.getInputStream()).readLong();
                return answer == member.node().incarnation().value() ? Look.HERE : leave(Look.GONE);
            } catch (ConnectException refused) {
                return leave("Connection refused".equals(refused.getMessage()) ? Look.GONE : Look.UNKNOWN);
            } catch (IOException unclear) {
                return leave(Look.UNKNOWN);
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
                while (!ended && connection.getInputStream().read() >= 0) {
                    // Nothing is sent; the end is what is waited for.
                }
            } catch (IOException reset) {
                // Reset rather than closed: an end all the same, and no proof yet.
            }
            leave(Look.UNKNOWN);
        }

        private Look leave(Look look) {
            closeQuietly(connection);
            return look;
        }
    }
}
