// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of the other members live, as far as this node can tell from what they say and how they answer. Decides whom to
 * ask, never who leads. Confined to the elector's lane.
 */
public final class PeerLiveness {
    /** Of a process that was not heard yet. Nobody draws this number. */
    static final Incarnation UNKNOWN = new Incarnation(1);

    static final int MAX_REMEMBERED = 2 * Membership.MAX_MEMBERS;

    private final Duration heartbeat;
    private final int misses;
    private final Map<NodeId, Seen> seen = new HashMap<>();
    private long changes;

    private static final class Seen {
        private Incarnation incarnation = UNKNOWN;
        private long heard;
        private int missed;
        private boolean dead;
        private long nextCheck;

        Seen(long now) {
            heard = now;
            nextCheck = now;
        }
    }

    public PeerLiveness(BullySettings settings) {
        this.heartbeat = settings.heartbeat();
        this.misses = settings.misses();
    }

    private Seen of(NodeId id, long now) {
        return seen.computeIfAbsent(id, first -> new Seen(now));
    }

    /** A node has said something. One that is not a member, as far as this node knows, is only remembered if there is room. */
    public void heard(Node node, long now) {
        if (!seen.containsKey(node.id()) && seen.size() >= MAX_REMEMBERED) {
            return;
        }
        Seen peer = of(node.id(), now);
        if (peer.dead || !peer.incarnation.equals(node.incarnation())) {
            changes++;
        }
        peer.incarnation = node.incarnation();
        peer.heard = now;
        peer.missed = 0;
        peer.dead = false;
        peer.nextCheck = MonotonicTime.plus(now, heartbeat.multipliedBy(misses));
    }

    /** A request to it came to nothing. */
    public void missed(NodeId id, boolean refused, long now) {
        Seen peer = of(id, now);
        peer.missed++;
        if (refused || peer.missed >= misses) {
            // A refused connection says that the process is not there, but proves nothing: a proxy may say so too.
            died(peer);
        }
    }

    private void died(Seen peer) {
        peer.dead = true;
        changes++;
    }

    /** A process is proven to be gone. One that was started in its place is not. */
    public void gone(Node process) {
        Seen peer = seen.get(process.id());
        if (peer != null && peer.incarnation.equals(process.incarnation())) {
            died(peer);
        }
    }

    /** Rises whenever {@link #isDead} or {@link #process} may answer differently than before. */
    public long changes() {
        return changes;
    }

    public boolean isDead(NodeId id) {
        Seen peer = seen.get(id);
        return peer != null && peer.dead;
    }

    /** The process that a member was last heard as. */
    public Node process(NodeId id) {
        Seen peer = seen.get(id);
        return new Node(id, peer == null ? UNKNOWN : peer.incarnation);
    }

    long lastHeard(NodeId id, long now) {
        return of(id, now).heard;
    }

    /** Who is to be asked now whether it lives, because nothing was heard from it for a while. */
    public List<NodeId> due(List<NodeId> others, long now) {
        return others.stream().filter(id -> isDue(id, now)).toList();
    }

    private boolean isDue(NodeId id, long now) {
        Seen peer = of(id, now);
        if (MonotonicTime.isBefore(now, peer.nextCheck)) {
            return false;
        }
        peer.nextCheck = MonotonicTime.plus(now, heartbeat);
        return true;
    }

    public long wakeAt(List<NodeId> others, long now) {
        long wake = MonotonicTime.never(now);
        for (NodeId id : others) {
            wake = MonotonicTime.earlier(wake, of(id, now).nextCheck);
        }
        return wake;
    }

    public void retain(List<NodeId> members) {
        seen.keySet().retainAll(members);
        changes++;
    }
}
