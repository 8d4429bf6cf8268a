// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.Vacancy;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LeaderSightingTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Leader LEADER = new Leader(ElectionName.of("coordinator"), B, Epoch.of(7), Endpoints.NONE);
    private static final LeaseToken TOKEN = LeaseToken.random(new SplittableRandom(1));

    private final LeaderSighting sighting = new LeaderSighting(0, false);

    private void heardAt(long now) {
        sighting.heard(new VotingMessage.Renew(LEADER, TOKEN, 1, LEASE, 3), now);
    }

    @Test
    void aLeaderThatIsNotHeardOfAnyMoreWasSilentSinceItsLastRenewal() {
        heardAt(0);
        heardAt(SECOND);

        assertThat(sighting.tick(4 * SECOND - 1)).isEmpty();
        assertThat(sighting.tick(4 * SECOND + 5)).contains(vacant(Vacancy.Cause.EXPIRED, LEASE.plusNanos(5)));
    }

    @Test
    void aLeaderThatIsProvenToBeGoneWentJustNow() {
        heardAt(0);

        assertThat(sighting.gone(B)).contains(vacant(Vacancy.Cause.GONE, Duration.ZERO));
    }

    private static Vacant vacant(Vacancy.Cause cause, Duration silence) {
        return new Vacant(new Vacancy(Optional.of(LEADER), cause, Optional.empty(), silence));
    }
}
