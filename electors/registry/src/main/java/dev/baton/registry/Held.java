// SPDX-License-Identifier: Apache-2.0
package dev.baton.registry;

import dev.baton.core.Epoch;
import dev.baton.core.NodeId;
import dev.baton.elector.Entry;
import dev.baton.elector.Term;
import dev.baton.lease.LeaseToken;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeMap;

/** A leadership of this node, and the renewals of it that are not decided yet. */
final class Held {
    /** Renewals without a majority that are remembered; older ones would not move the deadline. */
    private static final int REMEMBERED = 8;

    final Entry holder;
    final LeaseToken token;
    final Epoch epoch;
    final TreeMap<Long, Renewal> renewals = new TreeMap<>();
    Term term;
    long renewalsSent;
    long nextRenewal;

    /** Who answered a renewal that left at an instant. */
    record Renewal(long sent, Set<NodeId> promised) {}

    Held(Entry holder, LeaseToken token, Epoch epoch, Term term) {
        this.holder = holder;
        this.token = token;
        this.epoch = epoch;
        this.term = term;
    }

    /** The number of a renewal that leaves now. */
    long renew(long now) {
        renewalsSent++;
        renewals.put(renewalsSent, new Renewal(now, new HashSet<>()));
        if (renewals.size() > REMEMBERED) {
            renewals.pollFirstEntry();
        }
        return renewalsSent;
    }
}
