// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.server.directory.Directory;
import dev.baton.server.directory.Member;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls on the leaders now and then, so that everybody learns where everybody is, and at the end takes leave of all. */
public final class Visitor implements AutoCloseable {
    /** Where a node is called on. */
    public static final String PATH = "/api/v1/local/introduction";

    /** Where a node takes leave. */
    public static final String LEAVE = "/api/v1/local/farewell";

    private static final Logger LOG = LoggerFactory.getLogger(Visitor.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final Acquaintances acquaintances;
    private final Directory everybody;
    private final Supplier<Member> self;
    private final Supplier<Set<String>> leaders;
    private final NodeClient client;
    private final Thread thread = new Thread(this::run, "baton-visitor");

    private Visitor(
            Acquaintances acquaintances,
            Directory everybody,
            Supplier<Member> self,
            Supplier<Set<String>> leaders,
            NodeClient client) {
        this.acquaintances = acquaintances;
        this.everybody = everybody;
        this.self = self;
        this.leaders = leaders;
        this.client = client;
        thread.setDaemon(true);
    }

    /** @param leaders the admin URLs that the leaders of this node's elections publish */
    public static Visitor start(
            Acquaintances acquaintances,
            Directory everybody,
            Supplier<Member> self,
            Supplier<Set<String>> leaders,
            NodeClient client) {
        Visitor visitor = new Visitor(acquaintances, everybody, self, leaders, client);
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

    /** Bounded: whoever does not hear the farewell in time finds out by itself. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            // No visit may come after the farewell.
            thread.join(PATIENCE.toMillis());
            CompletableFuture.allOf(farewells()).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException unheard) {
            LOG.debug("not everybody heard the farewell: {}", unheard.toString());
        }
    }

    private CompletableFuture<?>[] farewells() {
        Member own = self.get();
        Farewell farewell = new Farewell(own.incarnation());
        return everybody.others().stream()
                .flatMap(it -> it.admin().stream())
                .map(url -> client.post(url, LEAVE, farewell, own.id(), PATIENCE))
                .toArray(CompletableFuture<?>[]::new);
    }
}
