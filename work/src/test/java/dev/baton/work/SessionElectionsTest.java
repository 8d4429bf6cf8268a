// SPDX-License-Identifier: Apache-2.0
package dev.baton.work;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Baton;
import dev.baton.Candidate;
import dev.baton.Epoch;
import dev.baton.NodeId;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.testkit.memory.InMemoryLeases;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SessionElectionsTest {
    private static final Duration SOON = Duration.ofSeconds(60);
    private static final NodeId W = NodeId.of("w");

    private final Baton baton =
            Baton.node("a").start(new InMemoryLeases().elector(LeaseTerms.of(Duration.ofSeconds(2))));
    private final SessionElections sessions = new SessionElections(baton);

    @AfterEach
    void close() {
        baton.close();
    }

    @Test
    void aSessionOfThisNodeThatIsOverIsNotForgotten() {
        Candidate worker =
                sessions.enter(W, () -> baton.stand(Session.election(W).value()).start());
        eventually("it has a session", SOON, () -> sessions.status(W).live().isPresent(), () -> sessions.status(W));
        Epoch first = sessions.status(W).live().orElseThrow();

        worker.setEligible(false);

        eventually("it is over", SOON, () -> sessions.status(W).live().isEmpty(), () -> sessions.status(W));
        assertThat(sessions.status(W).highest()).isEqualTo(first);

        worker.close();
        sessions.left(W);
        sessions.watch(Set.of(W), () -> {});
        assertThat(sessions.status(W).highest()).isEqualTo(first);
    }
}
