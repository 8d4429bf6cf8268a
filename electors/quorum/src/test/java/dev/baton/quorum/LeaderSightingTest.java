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
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.ElectorEvent.Vacant;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.Priority;
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

    private static final LeaseToken OTHER = LeaseToken.random(new SplittableRandom(2));

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

    private static Leader under(long epoch) {
        return new Leader(LEADER.election(), LEADER.node(), Epoch.of(epoch), Endpoints.NONE);
    }

    private Optional<ElectorEvent> hears(long epoch, LeaseToken token, long now) {
        return sighting.heard(new VotingMessage.Renew(under(epoch), token, 1, LEASE, 3), now);
    }

    @Test
    void aLeaderOfAnEarlierEpochIsNotBelieved() {
        hears(5, TOKEN, 0);

        assertThat(hears(4, OTHER, 1)).isEmpty();
        assertThat(sighting.epoch()).isEqualTo(Epoch.of(5));
        assertThat(sighting.released(under(4), OTHER, Optional.empty())).isEmpty();
        assertThat(sighting.isLive()).isTrue();
    }

    @Test
    void aLeaderIsNewsOnce() {
        assertThat(hears(5, TOKEN, 0)).isPresent();
        assertThat(hears(5, TOKEN, SECOND)).isEmpty();
        assertThat(hears(6, OTHER, SECOND)).isPresent();
    }

    /** It was sent before the end, and overtaken by the news of it. */
    @Test
    void aRenewalThatComesAfterTheReleaseBringsNothingBack() {
        hears(5, TOKEN, 0);
        sighting.released(under(5), TOKEN, Optional.empty());

        assertThat(hears(5, TOKEN, SECOND)).isEmpty();

        assertThat(sighting.isLive()).isFalse();
        assertThat(sighting.isSeenToEnd()).isTrue();
    }

    @Test
    void aLeaderThatWasOnlySilentIsSeenAgain() {
        hears(5, TOKEN, 0);
        sighting.tick(LEASE.toNanos());
        assertThat(sighting.isSeenToEnd()).as("it may still lead").isFalse();

        assertThat(hears(5, TOKEN, LEASE.toNanos() + 1)).isPresent();
        assertThat(sighting.isLive()).isTrue();
    }

    @Test
    void withoutAQuorumAnotherLeaderIsBelievedOnceTheOneBeforeHasEnded() {
        LeaderSighting oneAfterTheOther = new LeaderSighting(0, true);
        oneAfterTheOther.heard(new VotingMessage.Renew(under(5), TOKEN, 1, LEASE, 3), 0);
        VotingMessage.Renew other = new VotingMessage.Renew(under(6), OTHER, 1, LEASE, 3);
        assertThat(oneAfterTheOther.heard(other, 1)).isEmpty();
        assertThat(oneAfterTheOther.released(under(6), OTHER, Optional.empty())).isEmpty();

        oneAfterTheOther.released(under(5), TOKEN, Optional.empty());

        assertThat(oneAfterTheOther.heard(other, 2)).isPresent();
        assertThat(oneAfterTheOther.epoch()).isEqualTo(Epoch.of(6));
    }

    @Test
    void theEndOfALeadershipThatWasNeverHeardOfIsOneAsWell() {
        assertThat(sighting.released(under(5), TOKEN, Optional.of(B.id())))
                .contains(new Vacant(new Vacancy(Optional.of(under(5)), Vacancy.Cause.RELEASED, Optional.of(B.id()))));
    }

    @Test
    void beforeItKnowsItSaysNothingAndThenThatNobodyHasLed() {
        LeaderSighting later = new LeaderSighting(SECOND, false);
        assertThat(later.current()).isEmpty();
        assertThat(later.wakeAt(0)).isEqualTo(SECOND);
        assertThat(later.tick(SECOND - 1)).isEmpty();

        assertThat(later.tick(SECOND)).contains(new Vacant(Vacancy.fresh()));
        assertThat(later.tick(2 * SECOND)).isEmpty();
        assertThat(later.wakeAt(2 * SECOND)).isEqualTo(MonotonicTime.never(2 * SECOND));
    }

    @Test
    void theProcessOfAFormerLeaderThatIsGoneIsNoNews() {
        hears(5, TOKEN, 0);
        sighting.released(under(5), TOKEN, Optional.empty());

        assertThat(sighting.gone(LEADER.node())).isEmpty();
        assertThat(sighting.lapsed(TOKEN)).isEmpty();
    }

    @Test
    void aSuccessorThatWasNamedLeadsUnderThePriorityOfItsPredecessorIfItsOwnIsLower() {
        Priority own = new Priority(10);
        sighting.heard(new VotingMessage.Renew(under(5), TOKEN, 1, LEASE, 3, new Priority(90)), 0);
        sighting.released(under(5), TOKEN, Optional.of(B.id()));

        assertThat(sighting.priorityAfter(B.id(), own)).isEqualTo(own.asSuccessorOf(new Priority(90)));
        assertThat(sighting.priorityAfter(NodeId.of("another"), own)).isEqualTo(own);
    }

    /** Nothing is known of the priority under which that one has led. */
    @Test
    void aSuccessorOfALeaderThatWasNeverHeardOfDoesNotTakeThePriorityOfTheOneBefore() {
        Priority own = new Priority(10);
        sighting.heard(new VotingMessage.Renew(under(5), TOKEN, 1, LEASE, 3, new Priority(5)), 0);
        sighting.released(under(6), OTHER, Optional.of(B.id()));

        assertThat(sighting.priorityAfter(B.id(), own)).isEqualTo(own.asSuccessorOf(Priority.DEFAULT));
        assertThat(own.asSuccessorOf(Priority.DEFAULT)).isNotEqualTo(own.asSuccessorOf(new Priority(5)));
    }

    private static Vacant vacant(Vacancy.Cause cause, Duration silence) {
        return new Vacant(new Vacancy(Optional.of(LEADER), cause, Optional.empty(), silence));
    }
}
