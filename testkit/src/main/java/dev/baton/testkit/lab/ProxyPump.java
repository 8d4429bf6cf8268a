// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.lab;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** One direction of a connection: one thread takes in, another gives out what has been on the way for long enough. */
final class ProxyPump {
    private static final int BUFFER = 16 * 1024;
    /** Beyond so many, whoever sends has to wait. */
    private static final int MAX_IN_FLIGHT = 256;

    private final Socket from;
    private final Socket to;
    private final Supplier<TcpProxy.Pace> pace;
    private final Gate gate;
    private final BlockingQueue<Chunk> onTheWay = new ArrayBlockingQueue<>(MAX_IN_FLIGHT);

    /** Where everything waits that may not pass. */
    @FunctionalInterface
    interface Gate {
        void await() throws InterruptedException;
    }

    /** @param ends that nothing comes after it, not even itself */
    private record Chunk(ByteBuffer bytes, long due, boolean ends) {}

    ProxyPump(Socket from, Socket to, Supplier<TcpProxy.Pace> pace, Gate gate) {
        this.from = from;
        this.to = to;
        this.pace = pace;
        this.gate = gate;
    }

    /** Returns when the sender has ended, or this is interrupted. */
    void takeIn() {
        byte[] buffer = new byte[BUFFER];
        try {
            try {
                InputStream in = from.getInputStream();
                for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                    long due = System.nanoTime() + pace.get().delay().toNanos();
                    onTheWay.put(new Chunk(ByteBuffer.wrap(Arrays.copyOf(buffer, read)), due, false));
                }
            } catch (IOException ended) {
                // Told to the other side as an end.
            }
            onTheWay.put(new Chunk(ByteBuffer.allocate(0), System.nanoTime(), true));
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns when all is given out, or the receiver has ended. */
    void giveOut() {
        try {
            OutputStream out = to.getOutputStream();
            for (Chunk chunk = onTheWay.take(); !chunk.ends(); chunk = onTheWay.take()) {
                park(chunk.due() - System.nanoTime());
                gate.await();
                out.write(chunk.bytes().array());
                out.flush();
                park(TimeUnit.SECONDS.toNanos(chunk.bytes().capacity())
                        / pace.get().bytesPerSecond());
            }
        } catch (IOException ended) {
            // Either side has gone; the other one is told by the proxy.
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            // Whoever takes in must not wait for room that nobody makes.
            onTheWay.clear();
        }
    }

    private static void park(long nanos) {
        long end = System.nanoTime() + nanos;
        for (long left = nanos; left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
