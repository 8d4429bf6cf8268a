// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server that can be cut. While it is {@linkplain Link#FROZEN frozen} nothing passes and nothing is closed,
 * as behind a dead switch; {@linkplain Link#DEAF deaf} lets requests pass and swallows replies. It can also be slow.
 */
public final class TcpProxy implements AutoCloseable {
    /** What passes. */
    public enum Link {
        OPEN,
        /** Nothing passes, in neither direction. */
        FROZEN,
        /** Requests pass, replies do not. */
        DEAF,
        /** Connections are closed, and new ones at once. */
        CUT
    }

    /** How fast things pass: each byte later by {@code delay}, and so many in a second at most, each way. */
    public record Pace(Duration delay, int bytesPerSecond) {
        public static final Pace FULL = new Pace(Duration.ZERO, Integer.MAX_VALUE);
    }

    private static final int BACKLOG = 64;

    private final InetSocketAddress target;
    private final ServerSocket listener;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private Link link = Link.OPEN;
    private volatile Pace pace = Pace.FULL;

    public TcpProxy(InetSocketAddress target) {
        this.target = target;
        try {
            this.listener = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        start("accept", this::accept);
    }

    public int port() {
        return listener.getLocalPort();
    }

    public synchronized void set(Link wanted) {
        link = wanted;
        notifyAll();
        if (wanted == Link.CUT) {
            sockets.forEach(TcpProxy::closeQuietly);
        }
    }

    public void set(Pace wanted) {
        pace = wanted;
    }

    private synchronized void awaitPassage(boolean reply) throws InterruptedException {
        while (link == Link.FROZEN || (reply && link == Link.DEAF)) {
            wait();
        }
    }

    private synchronized boolean isCut() {
        return link == Link.CUT;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                if (isCut()) {
                    closeQuietly(client);
                } else {
                    connect(client);
                }
            }
        } catch (IOException closed) {
            sockets.forEach(TcpProxy::closeQuietly);
        }
    }

    private void connect(Socket client) {
        Socket server = new Socket();
        sockets.add(client);
        sockets.add(server);
        try {
            server.connect(target);
            pump(client, server, false);
            pump(server, client, true);
        } catch (IOException refused) {
            end(client);
            end(server);
        }
    }

    private void pump(Socket from, Socket to, boolean reply) {
        ProxyPump pump = new ProxyPump(from, to, () -> pace, () -> awaitPassage(reply));
        start("in", pump::takeIn);
        start("out", () -> {
            pump.giveOut();
            end(from);
            end(to);
        });
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        closeQuietly(socket);
    }

    private static void closeQuietly(Closeable open) {
        try {
            open.close();
        } catch (IOException alreadyGone) {
            // There is nothing left to close.
        }
    }

    private static void start(String what, Runnable task) {
        Thread thread = new Thread(task, "lab-proxy-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closeQuietly(listener);
        set(Link.CUT);
    }
}
