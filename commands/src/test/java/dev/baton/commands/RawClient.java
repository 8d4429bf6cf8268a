// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;

/** A socket and nothing else: sends bytes as they are told, reads replies as they come. Every read is bounded. */
final class RawClient implements AutoCloseable {
    private static final int PATIENCE_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    RawClient(int port) {
        try {
            socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            in = new BufferedInputStream(socket.getInputStream());
            out = socket.getOutputStream();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A command as clients encode it. */
    static byte[] command(String words) {
        return command(words.split(" "));
    }

    static byte[] command(String... words) {
        StringBuilder text = new StringBuilder("*" + words.length + "\r\n");
        for (String word : words) {
            text.append("$" + word.length() + "\r\n" + word + "\r\n");
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    RawClient send(String raw) {
        return send(raw.getBytes(StandardCharsets.ISO_8859_1));
    }

    RawClient send(byte[] raw) {
        try {
            out.write(raw);
            out.flush();
            return this;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Sends a command and reads its reply. */
    String ask(String words) {
        return send(command(words)).read();
    }

    /** One reply in a short form: {@code OK}, {@code (7)}, {@code text}, {@code -ERR …}, {@code [a, b]}; "closed" at the end. */
    String read() {
        try {
            String line = line();
            if (line.isEmpty()) {
                return "closed";
            }
            String rest = line.substring(1);
            return switch (line.charAt(0)) {
                case '+' -> rest;
                case '-' -> line;
                case ':' -> "(" + rest + ")";
                case '#' -> rest;
                case '_' -> "nil";
                case '$' -> rest.equals("-1") ? "nil" : bulk(Integer.parseInt(rest));
                case '*' -> items("[", Integer.parseInt(rest), "]");
                case '>' -> items(">[", Integer.parseInt(rest), "]");
                case '%' -> items("{", 2 * Integer.parseInt(rest), "}");
                default -> throw new AssertionError("what is " + line);
            };
        } catch (SocketException reset) {
            return "closed";
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** Reads to the end, and counts the bytes. */
    int drain() {
        try {
            return in.readAllBytes().length;
        } catch (SocketException reset) {
            return 0;
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private String bulk(int size) throws IOException {
        String text = new String(in.readNBytes(size), StandardCharsets.ISO_8859_1);
        in.readNBytes(2);
        return text;
    }

    private String items(String open, int count, String close) {
        StringBuilder text = new StringBuilder(open);
        for (int i = 0; i < count; i++) {
            text.append(i == 0 ? "" : ", ").append(read());
        }
        return text.append(close).toString();
    }

    private String line() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        for (int c = in.read(); c >= 0 && c != '\n'; c = in.read()) {
            if (c != '\r') {
                text.write(c);
            }
        }
        return text.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }
}
