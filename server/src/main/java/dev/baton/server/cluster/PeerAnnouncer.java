// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.AdminClient;
import dev.baton.admin.ListResponses;
import dev.baton.admin.PeerGoodbye;
import dev.baton.admin.PeerHello;
import dev.baton.server.directory.Directory;
import dev.baton.server.directory.DirectoryMember;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Announces this node regularly to the leaders of its elections, so that all nodes learn of each other, and says
 * goodbye at the end.
 */
public final class PeerAnnouncer implements AutoCloseable {
    /** The path at which a node announces itself. */
    public static final String HELLO = "/api/v1/local/peers/hello";

    /** The path at which a node reports that it stops. */
    public static final String GOODBYE = "/api/v1/local/peers/goodbye";

    private static final Logger LOG = LoggerFactory.getLogger(PeerAnnouncer.class);
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final KnownPeers known;
    private final Directory peers;
    private final Supplier<DirectoryMember> self;
    private final Supplier<Set<String>> leaders;
    private final AdminClient client;
    private final Thread thread = new Thread(this::run, "baton-peer-announcer");

    private PeerAnnouncer(
            KnownPeers known,
            Directory peers,
            Supplier<DirectoryMember> self,
            Supplier<Set<String>> leaders,
            AdminClient client) {
        this.known = known;
        this.peers = peers;
        this.self = self;
        this.leaders = leaders;
        this.client = client;
        thread.setDaemon(true);
    }

    /** @param leaders the admin URLs that the leaders of this node's elections publish */
    public static PeerAnnouncer start(
            KnownPeers known,
            Directory peers,
            Supplier<DirectoryMember> self,
            Supplier<Set<String>> leaders,
            AdminClient client) {
        PeerAnnouncer announcer = new PeerAnnouncer(known, peers, self, leaders, client);
        announcer.thread.start();
        return announcer;
    }

    private void run() {
        try {
            while (!Thread.currentThread().isInterrupted()) {
                KnownPeers.hello(self.get())
                        .ifPresent(own -> leaders.get().stream()
                                .filter(url -> !url.equals(own.admin()))
                                .forEach(url -> call(url, own)));
                Thread.sleep(INTERVAL.toMillis());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void call(String url, PeerHello own) {
        try {
            AdminClient.Reply reply =
                    client.post(url, HELLO, own, Optional.empty(), PATIENCE).join();
            if (reply.isOk()) {
                reply.as(ListResponses.Peers.class).members().forEach(known::heard);
            }
        } catch (IOException | RuntimeException failed) {
            LOG.debug("could not announce this node to {}: {}", url, failed.toString());
        }
    }

    /** Takes bounded time: a node that is not notified in time finds out by itself. */
    @Override
    public void close() {
        thread.interrupt();
        try {
            // No hello may come after the goodbye.
            thread.join(PATIENCE.toMillis());
            CompletableFuture.allOf(goodbyes()).get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException failed) {
            LOG.debug("could not tell every node that this one stops: {}", failed.toString());
        }
    }

    private CompletableFuture<?>[] goodbyes() {
        DirectoryMember own = self.get();
        PeerGoodbye goodbye = new PeerGoodbye(own.incarnation());
        return peers.others().stream()
                .flatMap(it -> it.admin().stream())
                .map(url -> client.post(url, GOODBYE, goodbye, Optional.empty(), PATIENCE))
                .toArray(CompletableFuture<?>[]::new);
    }
}
