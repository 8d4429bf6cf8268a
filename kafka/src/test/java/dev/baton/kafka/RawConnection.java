// SPDX-License-Identifier: Apache-2.0
package dev.baton.kafka;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.requests.AbstractRequest;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.RequestHeader;
import org.apache.kafka.common.requests.ResponseHeader;

/** A connection on which a test decides about every byte. */
final class RawConnection implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 60_000;

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;

    RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(PATIENCE_MILLIS);
        out = socket.getOutputStream();
        in = new DataInputStream(socket.getInputStream());
    }

    /** A whole frame with a request. */
    static byte[] frame(AbstractRequest request, int correlation) {
        return frame(request, request.version(), correlation);
    }

    static byte[] frame(AbstractRequest request, short version, int correlation) {
        ByteBuffer body = request.serializeWithHeader(new RequestHeader(request.apiKey(), version, "raw", correlation));
        return frame(body);
    }

    static byte[] frame(ByteBuffer body) {
        ByteBuffer frame = ByteBuffer.allocate(4 + body.remaining());
        frame.putInt(body.remaining()).put(body);
        return frame.array();
    }

    void send(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    /** The next answer, with its correlation id. */
    ByteBuffer receive() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return ByteBuffer.wrap(bytes);
    }

    AbstractResponse receive(ApiKeys key, short version, int correlation) throws IOException {
        ByteBuffer bytes = receive();
        ResponseHeader header = ResponseHeader.parse(bytes, key.responseHeaderVersion(version));
        if (header.correlationId() != correlation) {
            throw new AssertionError("answer " + header.correlationId() + " came instead of " + correlation);
        }
        return AbstractResponse.parseResponse(key, new ByteBufferAccessor(bytes), version);
    }

    AbstractResponse ask(AbstractRequest request) throws IOException {
        send(frame(request, 7));
        return receive(request.apiKey(), request.version(), 7);
    }

    /** Whether the other side closes it, without an answer. */
    boolean isClosed() throws IOException {
        try {
            return in.read() < 0;
        } catch (EOFException | SocketException closed) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
