// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.demo;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Fence;
import dev.baton.FencedException;
import dev.baton.InMemoryFence;
import dev.baton.cli.JsonOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A resource behind a fence that leaders write to: {@code POST /write/NODE/EPOCH}, answered 200 or 409. */
final class ProtectedResource implements AutoCloseable {
    private static final ElectionName ELECTION = ElectionName.of("coordinator");
    private static final Pattern WRITE = Pattern.compile("/write/([a-z0-9]{1,20})/([1-9][0-9]{0,18})");
    private static final int ACCEPTED = 200;
    private static final int REFUSED = 409;
    private static final int NOT_FOUND = 404;

    private final HttpServer server;
    private final Fence fence = new InMemoryFence();
    private final Consumer<DemoEvent> listener;
    private final Set<String> told = ConcurrentHashMap.newKeySet();

    ProtectedResource(Consumer<DemoEvent> listener) {
        this.listener = listener;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
        server.createContext("/", this::write);
        server.start();
    }

    /** The address to which a node writes. */
    String address(String node) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/write/" + node + "/";
    }

    private void write(HttpExchange exchange) throws IOException {
        try (exchange) {
            Matcher write = WRITE.matcher(exchange.getRequestURI().getPath());
            exchange.sendResponseHeaders(
                    write.matches() ? write(write.group(1), Epoch.of(Long.parseLong(write.group(2)))) : NOT_FOUND, -1);
        }
    }

    private int write(String node, Epoch epoch) {
        try {
            fence.pass(ELECTION, epoch);
            return ACCEPTED;
        } catch (FencedException refused) {
            if (told.add(node + "/" + epoch)) {
                Epoch highest = fence.highest(ELECTION);
                listener.accept(DemoEvent.of(
                                "fenced_write",
                                "a late write of %s with epoch %s is refused: epoch %s has written"
                                        .formatted(node, epoch, highest))
                        .with(JsonOutput.object()
                                .put("node", node)
                                .put("epoch", epoch.value())
                                .put("highest", highest.value())));
            }
            return REFUSED;
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
