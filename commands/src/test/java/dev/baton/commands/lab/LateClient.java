// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** Speaks to a process that stands still: what it sends lies in the socket until that goes on. */
final class LateClient implements AutoCloseable {
    private static final int LIMIT_MILLIS = 20_000;

    private final Socket socket;
    private final BufferedReader in;

    LateClient(String address) throws IOException {
        int colon = address.lastIndexOf(':');
        socket = new Socket(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
        socket.setSoTimeout(LIMIT_MILLIS);
        in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    }

    void send(String typed) throws IOException {
        socket.getOutputStream().write((typed + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    String read() throws IOException {
        return String.valueOf(in.readLine());
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
