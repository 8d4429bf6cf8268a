// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.MonotonicTime;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Notices two live processes that speak as one member, as they do after a whole machine was copied with the state folder
 * in it. The one that was heard first stays, and the other is refused as long as the first is heard. A process that
 * is started again takes its predecessor's place at once, since that one is silent. Confined to the elector's
 * lane.
 */
public final class DuplicateProcesses {
    private final Duration underWay;
    private final Duration lease;
    private final Map<NodeId, Heard> members = new HashMap<>();

    private static final class Heard {
        private Incarnation first;
        private long firstHeard;
        private @Nullable Incarnation second;
        private long secondBegan;
        private boolean both;

        Heard(Incarnation first, long now) {
            this.first = first;
            this.firstHeard = now;
        }
    }

    /**
     * @param underWay how long a request of a process that has ended may be under way
     * @param lease for how long a process that is not heard counts as living
     */
    public DuplicateProcesses(Duration underWay, Duration lease) {
        this.underWay = underWay;
        this.lease = lease;
    }

    /** A process speaks as a member; whether it is listened to. */
    public boolean hear(Node from, long now) {
        Heard heard = members.computeIfAbsent(from.id(), first -> new Heard(from.incarnation(), now));
        Incarnation second = heard.second;
        boolean firstLives = MonotonicTime.isBefore(now, MonotonicTime.plus(heard.firstHeard, lease));
        if (from.incarnation().equals(heard.first)) {
            heard.firstHeard = now;
            heard.both |=
                    second != null && !MonotonicTime.isBefore(now, MonotonicTime.plus(heard.secondBegan, underWay));
        } else if (!firstLives) {
            members.put(from.id(), new Heard(from.incarnation(), now));
        } else if (!from.incarnation().equals(second)) {
            heard.second = from.incarnation();
            heard.secondBegan = now;
            heard.both = false;
        } else if (heard.both) {
            return false;
        }
        return true;
    }

    /** Whether two processes speak as this member. */
    boolean isDuplicated(NodeId id, long now) {
        Heard heard = members.get(id);
        return heard != null && heard.both && MonotonicTime.isBefore(now, MonotonicTime.plus(heard.firstHeard, lease));
    }

    public void retain(Collection<NodeId> ids) {
        members.keySet().retainAll(ids);
    }
}
