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
final class LoopbackPorts {
    private static final int TRIES = 200;

    private final int neighbour;
    private final Map<String, Integer> byNode = new HashMap<>();
    private final Set<Integer> given = new HashSet<>();

    /** @param neighbour the distance of a second port that has to be free too; 0 if there is none */
    LoopbackPorts(int neighbour) {
        this.neighbour = neighbour;
    }

    synchronized int of(String node) {
        return byNode.computeIfAbsent(node, it -> find());
    }

    String address(String node) {
        return "127.0.0.1:" + of(node);
    }

    private int find() {
        for (int i = 0; i < TRIES; i++) {
            int port = free(0);
            boolean fits = port > 0
                    && port + neighbour <= 65_535
                    && !given.contains(port)
                    && !given.contains(port + neighbour)
                    && (neighbour == 0 || free(port + neighbour) > 0);
            if (fits) {
                given.add(port);
                given.add(port + neighbour);
                return port;
            }
        }
        throw new PlotException("no free port found");
    }

    private static int free(int wanted) {
        try (ServerSocket socket = new ServerSocket(wanted, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
            return socket.getLocalPort();
        } catch (IOException taken) {
            return -1;
        }
    }
}
