// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully.internal.election;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.NodeId;
import dev.baton.bully.BullySettings;
import dev.baton.bully.MemberRole;
import dev.baton.bully.internal.membership.Membership;
import dev.baton.bully.internal.message.CandidateStatus;
import dev.baton.spi.Priority;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a node asks for votes in the elections that it stands in. */
class CandidaciesTest {
    private static final BullySettings SETTINGS = BullySettings.every(Duration.ofMillis(200));
    private static final ElectionName ONE = ElectionName.of("one");
    private static final ElectionName OTHER = ElectionName.of("other");
    private static final NodeId HIGHER = NodeId.of("node9");

    private final Candidacies candidacies = new Candidacies(SETTINGS);
    private final List<NodeId> asked = new ArrayList<>();

    private List<ElectionName> tick(long now) {
        return candidacies.tick(() -> List.of(HIGHER), (to, question) -> asked.add(to), now);
    }

    @Test
    void aPeerThatCannotBeReachedIsNotWaitedForInAnyElection() {
        candidacies.want(ONE, Priority.DEFAULT);
        candidacies.want(OTHER, Priority.DEFAULT);
        assertThat(tick(0)).isEmpty();
        assertThat(asked).containsExactly(HIGHER, HIGHER);

        candidacies.unanswered(HIGHER, 1);

        assertThat(tick(1)).containsExactly(ONE, OTHER);
        assertThat(tick(2)).as("asked for once").isEmpty();
    }

    private void wantMany(int elections) {
        for (int i = 0; i < elections; i++) {
            candidacies.want(ElectionName.of("e" + i), Priority.DEFAULT);
        }
    }

    @Test
    void ofThousandsOfElectionsSomeWaitUntilOthersAreDecided() {
        wantMany(Candidacies.MAX_ROUNDS + 2);
        tick(0);
        assertThat(asked).hasSize(Candidacies.MAX_ROUNDS);
        assertThat(candidacies.wakeAt(1)).as("those that wait wake no one").isGreaterThan(1);

        candidacies.decided(ElectionName.of("e0"), 1);
        candidacies.left(ElectionName.of("e1"));
        tick(1);

        assertThat(asked).hasSize(Candidacies.MAX_ROUNDS + 2);
    }

    @Test
    void anElectionThatIsDecidedBeforeItsTurnLeavesItToTheNext() {
        wantMany(Candidacies.MAX_ROUNDS);
        tick(0);
        candidacies.want(ONE, Priority.DEFAULT);
        candidacies.want(OTHER, Priority.DEFAULT);
        tick(1);
        asked.clear();

        candidacies.decided(ONE, 2);
        candidacies.decided(ElectionName.of("e0"), 2);
        tick(2);
        assertThat(asked).as("the other one's turn").containsExactly(HIGHER);

        candidacies.unanswered(HIGHER, 3);
        assertThat(tick(3)).contains(OTHER).doesNotContain(ONE);
    }

    @Test
    void theMembershipsOwnElectionWaitsForNoTurn() {
        wantMany(Candidacies.MAX_ROUNDS + 1);
        tick(0);
        asked.clear();

        candidacies.want(Membership.ELECTION, Priority.DEFAULT);
        tick(1);

        assertThat(asked).containsExactly(HIGHER);
    }

    @Test
    void aWitnessStandsInNothing() {
        Candidacies ofWitness = new Candidacies(SETTINGS.as(MemberRole.WITNESS));
        ofWitness.entered(ONE);
        ofWitness.want(ONE, Priority.DEFAULT);

        assertThat(ofWitness.tick(List::of, (to, question) -> asked.add(to), 0)).isEmpty();
        assertThat(ofWitness.stance(ONE, 0)).isEqualTo(CandidateStatus.STAYS_OUT);
    }

    @Test
    void anElectionThatIsNotEnteredIsLeftToOthers() {
        assertThat(candidacies.stance(ONE, 0)).isEqualTo(CandidateStatus.STAYS_OUT);
    }
}
