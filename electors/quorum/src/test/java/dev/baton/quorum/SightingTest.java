// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.ElectionName;
import dev.baton.core.Endpoints;
import dev.baton.core.Epoch;
import dev.baton.core.Incarnation;
import dev.baton.core.Leader;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
import dev.baton.elector.ElectorEvent.Vacant;
import dev.baton.elector.Vacancy;
import dev.baton.lease.LeaseToken;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class SightingTest {
    private static final Duration LEASE = Duration.ofSeconds(3);
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));
    private static final Leader LEADER = new Leader(ElectionName.of("coordinator"), B, Epoch.of(7), Endpoints.NONE);
    private static final LeaseToken TOKEN = LeaseToken.random(new SplittableRandom(1));

    private final Sighting sighting = new Sighting(0, false);

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
