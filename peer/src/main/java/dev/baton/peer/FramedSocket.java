// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/** Frames over one open socket, without waiting. Confined to the channel's thread. */
final class FramedSocket {
    /** Who does not take this many frames off our hands is cut off. */
    static final int MAX_QUEUED = 4_096;

    private final SocketChannel channel;
    private final SelectionKey key;
    private final ByteBuffer in = ByteBuffer.allocate(2 * (Frame.HEADER + Frame.MAX_BODY));
    private final Queue<ByteBuffer> out = new ArrayDeque<>();

    FramedSocket(SocketChannel channel, SelectionKey key) {
        this.channel = channel;
        this.key = key;
    }

    static NetworkPath.Ends endsOf(SocketChannel channel) throws IOException {
        return new NetworkPath.Ends(
                (InetSocketAddress) channel.getLocalAddress(), (InetSocketAddress) channel.getRemoteAddress());
    }

    /** The other side ended the connection: its end arrived here. Not so a timeout or a lost route. */
    static final class EndedByPeer extends IOException {
        private static final long serialVersionUID = 1L;

        EndedByPeer(String how) {
            super(how);
        }
    }

    /** What has arrived; one buffer at a time, so that no peer keeps the thread to itself. */
    List<Frame> receive() throws IOException {
        if (read() < 0) {
            throw new EndedByPeer("closed");
        }
        in.flip();
        List<Frame> frames = new ArrayList<>();
        for (Frame frame = Frame.takeFrom(in); frame != null; frame = Frame.takeFrom(in)) {
            frames.add(frame);
        }
        in.compact();
        return frames;
    }

    private int read() throws IOException {
        try {
            return channel.read(in);
        } catch (SocketException failed) {
            // The words are the JDK's own, the same on every system.
            if ("Connection reset".equals(failed.getMessage())) {
                throw new EndedByPeer("reset");
            }
            throw failed;
        }
    }

    void send(Frame frame) throws IOException {
        if (out.size() >= MAX_QUEUED) {
            throw new IOException("the peer has stopped reading");
        }
        out.add(ByteBuffer.wrap(frame.encoded()));
        flush();
    }

    void flush() throws IOException {
        for (ByteBuffer next = out.peek(); next != null; next = out.peek()) {
            channel.write(next);
            if (next.hasRemaining()) {
                break;
            }
            out.remove();
        }
        key.interestOps(SelectionKey.OP_READ | (out.isEmpty() ? 0 : SelectionKey.OP_WRITE));
    }

    void close() {
        key.cancel();
        Sockets.close(channel);
    }
}
