// SPDX-License-Identifier: Apache-2.0
package dev.baton.benchmarks;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.TimeUnit;

/** Debian's redis-server on a free port, which keeps everything in memory. */
final class RedisServer implements AutoCloseable {
    private static final int TRIES = 500;

    private final Process process;
    private final int port;

    private RedisServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    static RedisServer start() throws IOException, InterruptedException {
        int port;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = free.getLocalPort();
        }
        Process process = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        Integer.toString(port),
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--appendonly",
                        "no")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        RedisServer server = new RedisServer(process, port);
        for (int i = 0; i < TRIES && process.isAlive(); i++) {
            try (Socket reached = new Socket(InetAddress.getLoopbackAddress(), port)) {
                if (reached.isConnected()) {
                    return server;
                }
            } catch (IOException notYet) {
                TimeUnit.MILLISECONDS.sleep(10);
            }
        }
        server.close();
        throw new IOException("redis-server did not start on port " + port);
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroy();
    }
}
