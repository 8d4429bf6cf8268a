// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Someone on the way to a node, who lets everything pass and keeps what is said to it. */
final class CapturingProxy implements AutoCloseable {
    private static final Pattern LENGTH = Pattern.compile("(?i)content-length: (\\d+)");

    private final int target;
    private final ServerSocket listening;
    private final List<ByteArrayOutputStream> streams = new CopyOnWriteArrayList<>();
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();

    CapturingProxy(int target) {
        this.target = target;
        try {
            this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        run(this::accept);
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void run(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException ended) {
                        // One of the two ends is closed, and the other one is told by closing it too.
                    }
                },
                "capturing-proxy");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    private void accept() throws IOException {
        while (true) {
            Socket from = listening.accept();
            sockets.add(from);
            run(() -> connect(from));
        }
    }

    private void connect(Socket from) throws IOException {
        try (from;
                Socket to = new Socket(InetAddress.getLoopbackAddress(), target)) {
            sockets.add(to);
            ByteArrayOutputStream kept = new ByteArrayOutputStream();
            streams.add(kept);
            run(() -> {
                try (from;
                        to) {
                    to.getInputStream().transferTo(from.getOutputStream());
                }
            });
            copy(from.getInputStream(), to.getOutputStream(), kept);
        }
    }

    private static void copy(InputStream in, OutputStream out, ByteArrayOutputStream kept) throws IOException {
        byte[] buffer = new byte[8_192];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            synchronized (kept) {
                kept.write(buffer, 0, read);
            }
            out.write(buffer, 0, read);
            out.flush();
        }
    }

    /** All that was said, whatever by. */
    String captured() {
        StringBuilder all = new StringBuilder();
        for (ByteArrayOutputStream stream : streams) {
            synchronized (stream) {
                all.append(stream.toString(StandardCharsets.ISO_8859_1)).append('\n');
            }
        }
        return all.toString();
    }

    /** The last whole request of a node that carries messages, and is accepted: its signature names a receiver. */
    Optional<String> lastFrom(String node) {
        return Arrays.stream(captured().split("(?=POST /)"))
                .filter(text -> text.contains("\"node\":\"" + node + "\"") && !text.contains("Baton 0."))
                .filter(text -> text.startsWith("POST /coordinator")
                        || text.startsWith("POST /election")
                        || text.startsWith("POST /heartbeat"))
                .flatMap(text -> whole(text).stream())
                .reduce((earlier, later) -> later);
    }

    private static Optional<String> whole(String text) {
        Matcher length = LENGTH.matcher(text);
        int head = text.indexOf("\r\n\r\n") + 4;
        if (head < 4 || !length.find()) {
            return Optional.empty();
        }
        int end = head + Integer.parseInt(length.group(1));
        return end > text.length()
                ? Optional.empty()
                : Optional.of(text.substring(0, end).replaceFirst("\r\n", "\r\nConnection: close\r\n"));
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : sockets) {
            socket.close();
        }
    }
}
