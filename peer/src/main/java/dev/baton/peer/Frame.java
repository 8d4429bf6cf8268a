// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProtocolException;
import java.net.UnknownHostException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One message on the wire: two bytes of length, one of kind, a body. Bodies are a few hundred bytes at most; a peer that
 * announces more is cut off before it can send it.
 */
final class Frame {
    static final int MAX_BODY = 512;
    static final int HEADER = 3;

    /** What a frame is for, and its number on the wire. */
    enum Kind {
        HELLO(1),
        CHALLENGE(2),
        PROOF(3),
        WELCOME(4),
        PING(5),
        PONG(6),
        CHANGED(7);

        private final int number;

        Kind(int number) {
            this.number = number;
        }

        static Kind of(int number) throws ProtocolException {
            for (Kind kind : values()) {
                if (kind.number == number) {
                    return kind;
                }
            }
            throw new ProtocolException("not a frame of the peer channel");
        }
    }

    static final Frame PING = new Frame(Kind.PING, new byte[0]);
    static final Frame PONG = new Frame(Kind.PONG, new byte[0]);

    private final Kind kind;
    private final byte[] body;

    Frame(Kind kind, byte[] body) {
        this.kind = kind;
        this.body = body;
    }

    static Frame changed(String election) {
        return new Writer().text(election).frame(Kind.CHANGED);
    }

    byte[] encoded() {
        return ByteBuffer.allocate(HEADER + body.length)
                .putShort((short) body.length)
                .put((byte) kind.number)
                .put(body)
                .array();
    }

    /** Takes the next whole frame out of a buffer that is being read; null if there is none yet. */
    static @Nullable Frame takeFrom(ByteBuffer buffer) throws ProtocolException {
        if (buffer.remaining() < HEADER) {
            return null;
        }
        int length = Short.toUnsignedInt(buffer.getShort(buffer.position()));
        Kind kind = Kind.of(buffer.get(buffer.position() + 2));
        if (length > MAX_BODY) {
            throw new ProtocolException(kind + " of " + length + " bytes");
        }
        if (buffer.remaining() < HEADER + length) {
            return null;
        }
        buffer.position(buffer.position() + HEADER);
        byte[] body = new byte[length];
        buffer.get(body);
        return new Frame(kind, body);
    }

    Reader read(Kind expected) throws ProtocolException {
        if (kind != expected) {
            throw new ProtocolException(kind + " where " + expected + " was expected");
        }
        return new Reader(ByteBuffer.wrap(body));
    }

    Kind kind() {
        return kind;
    }

    byte[] body() {
        return body;
    }

    @Override
    public String toString() {
        return kind + " of " + body.length + " bytes";
    }

    /** Puts values into a body. */
    static final class Writer {
        private final ByteBuffer out = ByteBuffer.allocate(MAX_BODY);

        Writer number(int value) {
            out.put((byte) value);
            return this;
        }

        /** Bytes of a length that the reader knows. */
        Writer raw(byte[] bytes) {
            out.put(bytes);
            return this;
        }

        Writer bytes(byte[] bytes) {
            out.put((byte) bytes.length).put(bytes);
            return this;
        }

        Writer text(String text) {
            return bytes(text.getBytes(StandardCharsets.UTF_8));
        }

        Writer node(Node node) {
            text(node.id().value());
            out.putLong(node.incarnation().value());
            return this;
        }

        Writer address(InetSocketAddress address) {
            bytes(address.getAddress().getAddress());
            out.putShort((short) address.getPort());
            return this;
        }

        Frame frame(Kind kind) {
            return new Frame(kind, Arrays.copyOf(out.array(), out.position()));
        }
    }

    /** Takes values out of a body; whatever does not fit is a {@link ProtocolException}. */
    static final class Reader {
        private final ByteBuffer in;

        private Reader(ByteBuffer in) {
            this.in = in;
        }

        int number() throws ProtocolException {
            return raw(1)[0];
        }

        byte[] raw(int length) throws ProtocolException {
            try {
                byte[] bytes = new byte[length];
                in.get(bytes);
                return bytes;
            } catch (BufferUnderflowException tooShort) {
                throw new ProtocolException("truncated body");
            }
        }

        byte[] bytes() throws ProtocolException {
            return raw(Byte.toUnsignedInt(raw(1)[0]));
        }

        String text() throws ProtocolException {
            return new String(bytes(), StandardCharsets.UTF_8);
        }

        Node node() throws ProtocolException {
            String id = text();
            long incarnation = ByteBuffer.wrap(raw(Long.BYTES)).getLong();
            try {
                return new Node(NodeId.of(id), new Incarnation(incarnation));
            } catch (IllegalArgumentException malformed) {
                throw new ProtocolException("not a node");
            }
        }

        InetSocketAddress address() throws ProtocolException {
            try {
                InetAddress host = InetAddress.getByAddress(bytes());
                return new InetSocketAddress(
                        host,
                        Short.toUnsignedInt(ByteBuffer.wrap(raw(Short.BYTES)).getShort()));
            } catch (UnknownHostException malformed) {
                throw new ProtocolException("not an address");
            }
        }

        void end() throws ProtocolException {
            if (in.hasRemaining()) {
                throw new ProtocolException("body is too long");
            }
        }
    }
}
