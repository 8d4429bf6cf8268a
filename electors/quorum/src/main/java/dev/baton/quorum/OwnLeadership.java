// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Validity;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A leadership of this node, and the renewals of it that are not decided yet. */
final class OwnLeadership {
    final ElectionEntry holder;
    final LeaseToken token;
    final Epoch epoch;
    final PriorityClaims claims;
    private final TreeMap<Long, Renewal> renewals = new TreeMap<>();
    Validity validity;
    private long renewalsSent;
    long nextRenewal;

    /** Who answered a renewal that left at an instant. */
    private record Renewal(long sent, Set<Node> promised) {}

    OwnLeadership(ElectionEntry holder, LeaseToken token, Epoch epoch, PriorityClaims claims, Validity validity) {
        this.holder = holder;
        this.token = token;
        this.epoch = epoch;
        this.claims = claims;
        this.validity = validity;
    }

    /** @return when the renewal left that this promise has decided, if it has */
    Optional<Long> promised(long number, Node by, Electorate electorate) {
        Renewal renewal = renewals.get(number);
        if (renewal == null || !renewal.promised.add(by) || !electorate.isDecidedBy(renewal.promised)) {
            return Optional.empty();
        }
        renewals.headMap(number, true).clear();
        return Optional.of(renewal.sent);
    }

    /** Whether this node may act under it. Certainty that was denied once does not return. */
    boolean isCertain(long now) {
        return MonotonicTime.isBefore(now, validity.certainUntil());
    }

    /** The number of a renewal that leaves now. One that left a lease ago would not move the deadline any more. */
    long renew(long now, Duration lease) {
        renewals.values().removeIf(renewal -> !MonotonicTime.isBefore(now, MonotonicTime.plus(renewal.sent, lease)));
        renewalsSent++;
        renewals.put(renewalsSent, new Renewal(now, new HashSet<>()));
        return renewalsSent;
    }
}
