// SPDX-License-Identifier: Apache-2.0
package dev.baton.internal.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.CandidateSettings;
import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.Epoch;
import dev.baton.Leader;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Vacancy;
import dev.baton.spi.Validity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A candidate that resigned rests; if the next leader names it as successor, it does not keep that one waiting. */
class NamedSuccessorTest {
    private static final ElectionName JOBS = ElectionName.of("jobs");
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    private final CandidateRules rules = new CandidateRules(
            new ElectionEntry(JOBS, SELF, Endpoints.NONE),
            CandidateSettings.builder().rest(Duration.ofSeconds(5)).build(),
            0);

    private List<CandidateEffect> vacancyAfterResigning(Optional<NodeId> successor) {
        rules.on(new ElectorEvent.Vacant(Vacancy.fresh()), 0);
        rules.on(new ElectorEvent.Granted(Epoch.of(1), Validity.unlimited(0)), 0);
        rules.resign(Optional.empty(), 0);
        rules.dutiesStopped(Epoch.of(1), 0);
        rules.on(new ElectorEvent.Released(Epoch.of(1)), 0);
        Leader other = new Leader(JOBS, OTHER, Epoch.of(2), Endpoints.NONE);
        rules.on(new ElectorEvent.LeaderSeen(other), SECOND);
        Vacancy vacancy = new Vacancy(Optional.of(other), Vacancy.Cause.RELEASED, successor);
        return rules.on(new ElectorEvent.Vacant(vacancy), 2 * SECOND);
    }

    @Test
    void aRestingCandidateDoesNotAsk() {
        assertThat(vacancyAfterResigning(Optional.empty())).doesNotContain(new CandidateEffect.Campaign());
        assertThat(rules.wakeAt()).isEqualTo(5 * SECOND);
    }

    @Test
    void aRestingCandidateThatIsNamedAsksAtOnce() {
        assertThat(vacancyAfterResigning(Optional.of(SELF.id()))).contains(new CandidateEffect.Campaign());
    }
}
