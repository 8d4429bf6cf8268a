// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import dev.baton.ElectionName;
import dev.baton.Node;
import dev.baton.internal.runtime.AsyncLog;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.HolderWatch;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;

/**
 * Which node is watched, and why: for elections that it leads, or for its own sake. One connection per node, however many
 * the reasons. Confined to the channel's thread.
 */
final class WatchedNodes {
    private static final AsyncLog LOG = AsyncLog.of(WatchedNodes.class);

    /** Rows that still name a process that is gone are found within a lease or two. Each costs a file descriptor. */
    private static final int MAX_REMEMBERED = 100;

    private final IoLoop loop;
    private final Identity identity;
    private final PeerSettings settings;
    private final HolderWatch.Listener listener;
    private final HolderWatch.Listener remembering = new Remembering();
    private final SplittableRandom chance;
    /** The node that is watched because of an election, or because of itself. */
    private final Map<Object, Node> reasons = new HashMap<>();

    private final Map<Node, WatchedPeer> peers = new HashMap<>();
    /** Nodes that were proven to be gone, with what the proof was made of. */
    private final Set<Node> gone = new HashSet<>();

    private final Map<Node, WatchedPeer> remembered = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Node, WatchedPeer> eldest) {
            boolean tooMany = size() > MAX_REMEMBERED;
            if (tooMany) {
                forget(eldest.getKey(), eldest.getValue());
            }
            return tooMany;
        }
    };

    WatchedNodes(IoLoop loop, Identity identity, PeerSettings settings, HolderWatch.Listener listener) {
        this.loop = loop;
        this.identity = identity;
        this.settings = settings;
        this.listener = listener;
        this.chance = new SplittableRandom(identity.self().incarnation().value());
    }

    void watch(Object reason, Node holder, Optional<String> published, long now) {
        if (!holder.equals(reasons.get(reason))) {
            unwatch(reason, now);
        }
        WatchedPeer known = peers.get(holder);
        if (known == null) {
            known = remembered.remove(holder);
        }
        if (known == null) {
            addressOf(holder, published).ifPresent(address -> {
                reasons.put(reason, holder);
                peers.put(
                        holder,
                        new WatchedPeer(holder, address, loop, identity, settings, remembering, chance.split(), now));
                loop.wakeBy(now);
            });
            return;
        }
        reasons.put(reason, holder);
        peers.put(holder, known);
        known.again(now);
    }

    private Optional<InetSocketAddress> addressOf(Node node, Optional<String> published) {
        Optional<InetSocketAddress> address = published.flatMap(PeerAddress::parse);
        if (node.equals(identity.self()) || address.isEmpty()) {
            LOG.debug("{} cannot be watched", node);
            return Optional.empty();
        }
        if (settings.secret().isEmpty() && !PeerAddress.isLoopback(address.get())) {
            LOG.debug("{} is not watched: its address is not a loopback address, and there is no secret", node);
            return Optional.empty();
        }
        if (peers.size() >= settings.maxConnections()) {
            LOG.warn("{} is not watched: the limit of {} nodes is reached", node, peers.size());
            return Optional.empty();
        }
        return address;
    }

    void unwatch(Object reason, long now) {
        Node before = reasons.remove(reason);
        if (before == null || reasons.containsValue(before)) {
            return;
        }
        WatchedPeer peer = peers.remove(before);
        if (peer != null && gone.contains(before)) {
            peer.rest(now);
            remembered.put(before, peer);
        } else if (peer != null) {
            peer.close();
        }
    }

    private void forget(Node node, WatchedPeer peer) {
        gone.remove(node);
        peer.close();
    }

    long tick(long now) {
        long wake = MonotonicTime.never(now);
        for (WatchedPeer peer : List.copyOf(peers.values())) {
            wake = MonotonicTime.earlier(wake, peer.tick(now));
        }
        return wake;
    }

    void close() {
        peers.values().forEach(WatchedPeer::close);
        remembered.values().forEach(WatchedPeer::close);
        peers.clear();
        remembered.clear();
        reasons.clear();
        gone.clear();
    }

    /** Knows that a node is gone before an election acts on it: the next row they read may name it again. */
    private final class Remembering implements HolderWatch.Listener {
        @Override
        public void gone(Node holder) {
            gone.add(holder);
            listener.gone(holder);
        }

        @Override
        public void answers(Node holder) {
            gone.remove(holder);
            listener.answers(holder);
        }

        @Override
        public void changed(ElectionName election) {
            listener.changed(election);
        }
    }
}
