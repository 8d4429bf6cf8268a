// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Says to a port exactly what it is told, and reads what comes back. */
final class RawHttp {
    private static final int LIMIT_MILLIS = 15_000;

    private RawHttp() {}

    /** What came back: a status, 0 if the connection was closed without one, and everything as text. */
    record Reply(int status, String text) {}

    static Reply get(Address to, String path) throws IOException {
        return send(to, "GET " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    }

    static String basic(String user, String password) {
        return "Authorization: Basic "
                + Base64.getEncoder().encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8))
                + "\r\n";
    }

    static final String KNOWN = basic("cluster_user", "cluster_pass");

    static Reply post(Address to, String path, String headers, String body) throws IOException {
        return send(to, request(path, headers, body));
    }

    static String request(String path, String headers, String body) {
        return "POST " + path + " HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n"
                + headers + "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body;
    }

    static Reply send(Address to, String bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), to.port())) {
            socket.setSoTimeout(LIMIT_MILLIS);
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            try {
                socket.getOutputStream().write(bytes.getBytes(StandardCharsets.ISO_8859_1));
                socket.getOutputStream().flush();
                InputStream in = socket.getInputStream();
                in.transferTo(read);
            } catch (SocketException cutOff) {
                // Closed while there was still something to send: what came back counts.
            }
            String text = read.toString(StandardCharsets.ISO_8859_1);
            return new Reply(text.startsWith("HTTP/1.1 ") ? Integer.parseInt(text.substring(9, 12)) : 0, text);
        }
    }
}
