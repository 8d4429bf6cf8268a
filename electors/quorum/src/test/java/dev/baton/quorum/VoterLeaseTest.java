// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how long a voter promises, and what its next start knows of it. */
class VoterLeaseTest {
    private static final ElectionName ELECTION = ElectionName.of("x");
    private static final Node A = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node C = new Node(NodeId.of("c"), new Incarnation(2));

    /** A voter that forgets this lease abstains too shortly after its next start. */
    @Test
    void theLeaseOfARenewalIsRememberedAlsoWhenItsEpochIsNotNew() {
        Voter voter = new Voter(VoterState.EMPTY, () -> Epoch.NONE, 0);
        LeaseToken failed = new LeaseToken(1, 1);
        voter.ask(C, new Ask(ELECTION, failed, Epoch.of(1), Duration.ofSeconds(3), 3), 1);
        voter.drop(ELECTION, failed);

        Leader leader = new Leader(ELECTION, A, Epoch.of(1), Endpoints.NONE);
        assertThat(voter.renew(A, new Renew(leader, new LeaseToken(2, 2), 1, Duration.ofSeconds(10), 3), 2))
                .isTrue();

        assertThat(voter.toPersist().orElseThrow().change().longestLease()).isEqualTo(Duration.ofSeconds(10));
    }
}
