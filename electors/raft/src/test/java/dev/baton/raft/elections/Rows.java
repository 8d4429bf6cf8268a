// SPDX-License-Identifier: Apache-2.0
package dev.baton.raft.elections;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.Priority;
import dev.baton.spi.lease.LeaseRequest;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;

/** Rows and requests of tests. */
final class Rows {
    static final ElectionName ORDERS = ElectionName.of("orders");
    static final Duration LEASE = Duration.ofSeconds(10);

    private Rows() {}

    static LeaseToken token(int number) {
        return new LeaseToken(7, number);
    }

    static Node node(String id) {
        return new Node(NodeId.of(id), new Incarnation(id.hashCode()));
    }

    static ElectionRow row(String holder, int token, long epoch) {
        Leader leader = new Leader(ORDERS, node(holder), Epoch.of(epoch), Endpoints.of("admin", holder + ":1"));
        return new ElectionRow(leader, token(token), LEASE, false, Optional.empty(), Priority.DEFAULT);
    }

    static LeaseRequest.Acquire acquire(String by, int token) {
        return new LeaseRequest.Acquire(
                new ElectionEntry(ORDERS, node(by), Endpoints.of("admin", by + ":1")),
                token(token),
                Epoch.NONE,
                LEASE,
                Optional.empty());
    }

    static LeaseRequest.Acquire acquireFromGone(String by, int token, int gone) {
        return new LeaseRequest.Acquire(
                new ElectionEntry(ORDERS, node(by), Endpoints.NONE),
                token(token),
                Epoch.NONE,
                LEASE,
                Optional.of(token(gone)),
                Priority.DEFAULT);
    }

    static LeaseRequest.Renew renew(int token) {
        return new LeaseRequest.Renew(ORDERS, token(token), LEASE);
    }

    static LeaseRequest.Release release(int token) {
        return new LeaseRequest.Release(ORDERS, token(token), Optional.of(NodeId.of("next")));
    }
}
