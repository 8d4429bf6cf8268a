// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.lease.LeaseToken;
import java.util.HashSet;
import java.util.Set;

/** One round of asking all voters whether they would promise, and what they said. */
final class PreVoteRound {
    final LeaseToken token;
    final long began;
    final Set<Node> willing = new HashSet<>();
    final Set<NodeId> unwilling = new HashSet<>();

    PreVoteRound(LeaseToken token, long began) {
        this.token = token;
        this.began = began;
    }

    int answers() {
        return willing.size() + unwilling.size();
    }
}
