// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Passes bytes between a caller and a port of this host, until it is told not to. */
final class TcpProxy implements AutoCloseable {
    private final ServerSocket door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private volatile int target;

    TcpProxy() throws IOException {
        run(this::accept);
    }

    String address() {
        return "127.0.0.1:" + door.getLocalPort();
    }

    void forwardTo(int port) {
        target = port;
    }

    /** Ends every connection that goes through it, and takes new ones. */
    void cutAll() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
        sockets.clear();
    }

    private void accept() throws IOException {
        while (true) {
            Socket caller = door.accept();
            Socket called = new Socket(InetAddress.getLoopbackAddress(), target);
            sockets.add(caller);
            sockets.add(called);
            run(() -> pump(caller, called));
            run(() -> pump(called, caller));
        }
    }

    private static void pump(Socket from, Socket to) throws IOException {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] buffer = new byte[1024];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                out.write(buffer, 0, count);
            }
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // The end of a connection ends its thread.
            }
        });
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        door.close();
        cutAll();
    }
}
