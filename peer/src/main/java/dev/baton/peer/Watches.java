// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.core.ElectionName;
import dev.baton.core.Instants;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.lease.HolderWatch;
import dev.baton.runtime.AsyncLog;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Which node is watched for which elections: one connection per node, however many elections it leads. Confined to the
 * channel's thread.
 */
final class Watches {
    private static final AsyncLog LOG = AsyncLog.of(Watches.class);

    /** Where in its endpoints a node says how to watch it. */
    static final String PURPOSE = "peer";
    /** A process that is gone stays gone; rows that still name it are found within a lease or two. */
    private static final int REMEMBERED = 1_000;

    private final IoLoop loop;
    private final Identity identity;
    private final PeerSettings settings;
    private final HolderWatch.Listener listener;
    private final HolderWatch.Listener remembering = new Remembering();
    private final SplittableRandom chance;
    private final Map<ElectionName, Node> holders = new HashMap<>();
    private final Map<Node, WatchedPeer> peers = new HashMap<>();
    private final Map<Node, Boolean> gone = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, Boolean> eldest) {
            return size() > REMEMBERED;
        }
    };

    Watches(IoLoop loop, Identity identity, PeerSettings settings, HolderWatch.Listener listener) {
        this.loop = loop;
        this.identity = identity;
        this.settings = settings;
        this.listener = listener;
        this.chance = new SplittableRandom(identity.self().incarnation().value());
    }

    void watch(ElectionName election, Leader leader, long now) {
        Node holder = leader.node();
        if (gone.containsKey(holder)) {
            unwatch(election);
            listener.gone(holder);
            return;
        }
        if (holder.equals(holders.get(election))) {
            return;
        }
        unwatch(election);
        if (peers.containsKey(holder)) {
            holders.put(election, holder);
            return;
        }
        addressOf(leader).ifPresent(address -> {
            holders.put(election, holder);
            peers.put(
                    holder,
                    new WatchedPeer(holder, address, loop, identity, settings, remembering, chance.split(), now));
            loop.wakeBy(now);
        });
    }

    private Optional<InetSocketAddress> addressOf(Leader leader) {
        Optional<InetSocketAddress> address = leader.endpoints().find(PURPOSE).flatMap(PeerAddress::parse);
        if (leader.node().equals(identity.self()) || address.isEmpty()) {
            LOG.debug("{} cannot be watched", leader);
            return Optional.empty();
        }
        if (settings.secret().isEmpty() && !PeerAddress.isLoopback(address.get())) {
            LOG.debug("{} is not watched: its address is not a loopback address, and there is no secret", leader);
            return Optional.empty();
        }
        if (peers.size() >= settings.maxConnections()) {
            LOG.warn("{} is not watched: {} other nodes are", leader, peers.size());
            return Optional.empty();
        }
        return address;
    }

    void unwatch(ElectionName election) {
        Node before = holders.remove(election);
        if (before != null && !holders.containsValue(before)) {
            WatchedPeer peer = peers.remove(before);
            if (peer != null) {
                peer.close();
            }
        }
    }

    long tick(long now) {
        long wake = Instants.never(now);
        for (WatchedPeer peer : List.copyOf(peers.values())) {
            wake = Instants.earlier(wake, peer.tick(now));
        }
        return wake;
    }

    void close() {
        peers.values().forEach(WatchedPeer::close);
        peers.clear();
        holders.clear();
    }

    /** Knows that a node is gone before anybody acts on it: the next row they read may name it again. */
    private final class Remembering implements HolderWatch.Listener {
        @Override
        public void gone(Node holder) {
            gone.put(holder, true);
            peers.remove(holder);
            holders.values().removeIf(holder::equals);
            listener.gone(holder);
        }

        @Override
        public void changed(ElectionName election) {
            listener.changed(election);
        }
    }
}
