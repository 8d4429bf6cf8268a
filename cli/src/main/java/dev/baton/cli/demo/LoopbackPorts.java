// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Gives each node a port of the loopback interface that was free, and the same one again when it comes back. */
public final class LoopbackPorts {
    private static final int TRIES = 200;

    private final Map<String, Integer> byNode = new HashMap<>();
    private final Set<Integer> given = new HashSet<>();

    public synchronized int of(String node) {
        return byNode.computeIfAbsent(node, it -> find());
    }

    public String address(String node) {
        return "127.0.0.1:" + of(node);
    }

    private int find() {
        for (int i = 0; i < TRIES; i++) {
            int port = free();
            if (port > 0 && given.add(port)) {
                return port;
            }
        }
        throw new DemoFailure("no free port found");
    }

    private static int free() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return -1;
        }
    }
}
