// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.directory.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls on the leaders now and then, so that everybody learns where everybody is. */
public final class Visitor implements AutoCloseable {
    /** Where a node is called on. */
    public static final String PATH = "/api/v1/local/introduction";

    private static final Logger LOG = LoggerFactory.getLogger(Visitor.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Acquaintances acquaintances;
    private final Supplier<Member> self;
    private final Supplier<Set<String>> leaders;
    private final NodeClient client;
    private final Thread thread = new Thread(this::run, "baton-visitor");

    private Visitor(
            Acquaintances acquaintances, Supplier<Member> self, Supplier<Set<String>> leaders, NodeClient client) {
        this.acquaintances = acquaintances;
        this.self = self;
        this.leaders = leaders;
        this.client = client;
        thread.setDaemon(true);
    }

    /** @param leaders the admin URLs that the leaders of this node's elections publish */
    public static Visitor start(
            Acquaintances acquaintances, Supplier<Member> self, Supplier<Set<String>> leaders, NodeClient client) {
        Visitor visitor = new Visitor(acquaintances, self, leaders, client);
        visitor.thread.start();
        return visitor;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                Introduction.of(self.get())
                        .ifPresent(own -> leaders.get().stream()
                                .filter(url -> !url.equals(own.admin()))
                                .forEach(url -> call(url, own)));
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(String url, Introduction own) {
        try {
            NodeClient.Reply reply =
                    client.post(url, PATH, own, own.id(), PATIENCE).join();
            if (reply.status() == 200) {
                reply.as(Introduction.Round.class).members().forEach(acquaintances::heard);
            }
        } catch (IOException | RuntimeException unheard) {
            LOG.debug("{} could not be called on: {}", url, unheard.toString());
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
