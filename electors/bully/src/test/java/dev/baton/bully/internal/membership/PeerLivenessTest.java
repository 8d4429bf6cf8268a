// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.membership;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a node remembers to have heard. */
class PeerLivenessTest {
    private static final Node MEMBER = new Node(NodeId.of("node2"), new Incarnation(8));

    private final PeerLiveness peers = new PeerLiveness(BullySettings.every(Duration.ofMillis(200)));

    private static Node stranger(int number) {
        return new Node(NodeId.of("stranger" + number), new Incarnation(100));
    }

    @Test
    void strangersAreRememberedUpToALimitAndStandInNobodysWay() {
        for (int i = 0; i < 10_000; i++) {
            peers.heard(stranger(i), 0);
        }

        assertThat(peers.process(stranger(9_999).id()).incarnation()).isEqualTo(PeerLiveness.UNKNOWN);
        assertThat(peers.due(List.of(MEMBER.id()), 0)).containsExactly(MEMBER.id());
        peers.heard(MEMBER, 1);
        assertThat(peers.process(MEMBER.id())).isEqualTo(MEMBER);
    }
}
