// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports that are free and stay so: below those that the operating system gives to whoever asks for any, and never the
 * same twice in one process.
 */
public final class FreePorts {
    private static final int LEAST = 12_000;
    private static final int MOST = 32_000;

    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(LEAST, MOST));

    private FreePorts() {}

    /** A port of the loopback interface for somebody who listens a little later, or in another process. */
    public static int take() {
        for (int tried = 0; tried < MOST - LEAST; tried++) {
            int port = NEXT.getAndUpdate(last -> last < MOST ? last + 1 : LEAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IllegalStateException("no port between " + LEAST + " and " + MOST + " is free");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }
}
