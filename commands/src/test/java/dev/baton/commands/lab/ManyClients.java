// SPDX-License-Identifier: Apache-2.0
package dev.baton.commands.lab;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Many clients in their own process: {@code PORT COUNT}. Says {@code connected} when all are, then each counts
 * twice while all others stay connected; says {@code counted HIGHEST} and ends when it hears something.
 */
public final class ManyClients {
    private static final int ROUNDS = 2;

    private ManyClients() {}

    public static void main(String[] arguments) throws IOException {
        InetSocketAddress server =
                new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(arguments[0]));
        int count = Integer.parseInt(arguments[1]);
        List<SocketChannel> clients = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            clients.add(SocketChannel.open(server));
        }
        System.out.println("connected");
        long highest = 0;
        for (int round = 0; round < ROUNDS; round++) {
            for (SocketChannel client : clients) {
                client.write(ByteBuffer.wrap("*2\r\n$4\r\nINCR\r\n$1\r\nn\r\n".getBytes(StandardCharsets.US_ASCII)));
            }
            for (SocketChannel client : clients) {
                highest = Math.max(highest, number(client));
            }
        }
        System.out.println("counted " + highest);
        if (System.in.read() >= 0) {
            clients.clear();
        }
    }

    private static long number(SocketChannel client) throws IOException {
        ByteBuffer reply = ByteBuffer.allocate(64);
        while (reply.position() == 0 || reply.get(reply.position() - 1) != '\n') {
            if (client.read(reply) < 0) {
                throw new IOException("closed after " + reply.position() + " bytes");
            }
        }
        String text = new String(reply.array(), 0, reply.position(), StandardCharsets.US_ASCII).strip();
        if (!text.startsWith(":")) {
            throw new IOException(text);
        }
        return Long.parseLong(text.substring(1));
    }
}
