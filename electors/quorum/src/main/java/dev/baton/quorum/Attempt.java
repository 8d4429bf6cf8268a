// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.lease.LeaseToken;
import java.util.HashSet;
import java.util.Set;

/** One try to be elected: who was asked, and what they said. */
final class Attempt {
    final LeaseToken token;
    final Epoch epoch;
    /** Before the first question left: the leadership is counted from here. */
    final long began;

    /** The voter that was asked alone at first. */
    final Node first;

    final Set<Node> promised = new HashSet<>();
    final Set<NodeId> refused = new HashSet<>();
    /** Whether all voters have been asked, and not just the first. */
    boolean wide;

    Attempt(LeaseToken token, Epoch epoch, long began, Node first) {
        this.token = token;
        this.epoch = epoch;
        this.began = began;
        this.first = first;
    }
}
