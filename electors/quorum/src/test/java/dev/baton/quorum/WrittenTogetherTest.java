// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.quorum.VotingEffect.Persist;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Promises that are asked for together are written together, and told after that. */
class WrittenTogetherTest {
    private static final int ELECTIONS = 200;
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));

    private final Voting voting = voting(VoterState.EMPTY);

    private static Voting voting(VoterState remembered) {
        return new Voting(
                SELF,
                TERMS,
                QuorumMode.MAJORITY,
                new FixedElectorate(List.of(SELF, B)),
                remembered,
                new SplittableRandom(1),
                -TERMS.lease().toNanos());
    }

    private List<VotingEffect> askForAll() {
        List<VotingEffect> effects = new ArrayList<>();
        for (int i = 0; i < ELECTIONS; i++) {
            Ask ask = new Ask(ElectionName.of("e" + i), new LeaseToken(1, i), Epoch.of(1), TERMS.lease(), 2);
            effects.addAll(voting.heard(B, ask, 0));
        }
        return effects;
    }

    private static List<Answer> answers(List<VotingEffect> effects) {
        return effects.stream()
                .map(VotingEffect.Send.class::cast)
                .map(send -> ((Vote) send.message()).answer())
                .toList();
    }

    /** The one effect of a step that waits for the disk. */
    private static Persist only(List<VotingEffect> effects) {
        assertThat(effects).hasSize(1);
        return (Persist) effects.get(0);
    }

    private static Ask ask(String election, int token, int epoch) {
        return new Ask(ElectionName.of(election), new LeaseToken(1, token), Epoch.of(epoch), TERMS.lease(), 2);
    }

    @Test
    void aHerdOfElectionsCostsOneWriteAndNothingIsToldBeforeIt() {
        assertThat(askForAll()).isEmpty();

        Persist persist = only(voting.settle(0));

        assertThat(persist.change().epochs()).hasSize(ELECTIONS).containsEntry(ElectionName.of("e7"), Epoch.of(1));
        assertThat(voting.tick(1)).isEmpty();
        assertThat(answers(voting.persisted(persist.number(), true, 2)))
                .hasSize(ELECTIONS)
                .containsOnly(Answer.PROMISED);
    }

    @Test
    void whatIsAskedDuringAWriteIsInTheNextOne() {
        Persist first = only(voting.received(B, ask("e", 1, 1), 0));

        Persist second = only(voting.received(B, ask("f", 2, 1), 0));

        assertThat(second.number()).isGreaterThan(first.number());
        assertThat(second.change().epochs()).containsOnlyKeys(ElectionName.of("f"));
        assertThat(answers(voting.persisted(first.number(), true, 0))).containsExactly(Answer.PROMISED);
        assertThat(answers(voting.persisted(second.number(), true, 0))).containsExactly(Answer.PROMISED);
    }

    @Test
    void aQuestionThatIsRepeatedDuringTheWriteIsNotAnsweredBeforeItEither() {
        Persist persist = only(voting.received(B, ask("e", 1, 1), 0));

        assertThat(voting.received(B, ask("e", 1, 1), 1)).isEmpty();

        assertThat(answers(voting.persisted(persist.number(), true, 2)))
                .containsExactly(Answer.PROMISED, Answer.PROMISED);
    }

    @Test
    void nothingIsPromisedThatCannotBeWritten() {
        askForAll();
        Persist failing = only(voting.settle(0));

        assertThat(answers(voting.persisted(failing.number(), false, 0)))
                .hasSize(ELECTIONS)
                .containsOnly(Answer.CANNOT_WRITE);

        askForAll();
        Persist again = only(voting.settle(0));
        assertThat(answers(voting.persisted(again.number(), true, 0)))
                .hasSize(ELECTIONS)
                .containsOnly(Answer.PROMISED);
    }

    @Test
    void whatIsBehindAFailedWriteIsNotPromisedEvenIfItIsWritten() {
        Persist first = only(voting.received(B, ask("e", 1, 1), 0));
        Persist second = only(voting.received(B, ask("f", 2, 1), 0));

        assertThat(answers(voting.persisted(first.number(), false, 0)))
                .containsExactly(Answer.CANNOT_WRITE, Answer.CANNOT_WRITE);
        assertThat(voting.persisted(second.number(), true, 0)).isEmpty();
    }

    @Test
    void anElectionThatThereIsNoRoomForIsRefusedAloneAndSpoilsNoOther() {
        Map<ElectionName, Epoch> others = new HashMap<>();
        for (int i = 1; i < Bounds.MAX_ELECTIONS; i++) {
            others.put(ElectionName.of("other" + i), Epoch.of(1));
        }
        Voting almostFull = voting(new VoterState(others, TERMS.lease(), Map.of()));

        assertThat(almostFull.heard(B, ask("e", 1, 1), 0)).isEmpty();
        assertThat(answers(almostFull.heard(B, ask("f", 2, 1), 0))).containsExactly(Answer.REFUSED);
        Persist persist = only(almostFull.settle(0));
        assertThat(answers(almostFull.persisted(persist.number(), true, 0))).containsExactly(Answer.PROMISED);
    }

    @Test
    void aVoteIsSaidOnceWhenOneOfThemIsRefused() {
        assertThat(voting.heard(B, ask("e", 1, 1), 0)).isEmpty();
        assertThat(answers(voting.heard(B, ask("e", 2, 2), 0))).containsExactly(Answer.TAKEN);
        Persist persist = only(voting.settle(0));
        assertThat(answers(voting.persisted(persist.number(), true, 0))).containsExactly(Answer.PROMISED);
    }
}
