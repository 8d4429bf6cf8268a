// SPDX-License-Identifier: Apache-2.0
package dev.baton.quorum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.quorum.VotingMessage.Answer;
import dev.baton.quorum.VotingMessage.Ask;
import dev.baton.quorum.VotingMessage.Vote;
import dev.baton.spi.lease.LeaseTerms;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Promises that are asked for together are written together, and told after that. */
class WrittenTogetherTest {
    private static final int ELECTIONS = 200;
    private static final LeaseTerms TERMS = LeaseTerms.DEFAULT;
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node B = new Node(NodeId.of("b"), new Incarnation(2));

    private final List<Integer> writes = new ArrayList<>();
    private final MemoryLedger disk = new MemoryLedger();
    private int room = Integer.MAX_VALUE;
    private boolean broken;
    private final Voting voting = new Voting(
            SELF,
            TERMS,
            Quorum.MAJORITY,
            new FixedElectorate(List.of(SELF, B)),
            new ForwardingLedger(disk) {
                @Override
                public boolean takes(ElectionName election, Set<ElectionName> besides) {
                    return besides.size() < room;
                }

                @Override
                public void raise(Map<ElectionName, Epoch> epochs, Duration lease) {
                    if (broken) {
                        throw new OutOfMemoryError("modelled");
                    }
                    super.raise(epochs, lease);
                    writes.add(epochs.size());
                }
            },
            new SplittableRandom(1),
            -TERMS.lease().toNanos());

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

    @Test
    void aHerdOfElectionsCostsOneWrite() {
        assertThat(askForAll()).isEmpty();
        assertThat(writes).isEmpty();

        List<VotingEffect> settled = voting.settle(0);

        assertThat(writes).containsExactly(ELECTIONS);
        assertThat(answers(settled)).hasSize(ELECTIONS).containsOnly(Answer.PROMISED);
        assertThat(disk.highest(ElectionName.of("e7"))).isEqualTo(Epoch.of(1));
    }

    @Test
    void nothingIsPromisedThatCannotBeWritten() {
        disk.full(true);
        askForAll();

        assertThat(answers(voting.settle(0))).hasSize(ELECTIONS).containsOnly(Answer.CANNOT_WRITE);

        disk.full(false);
        askForAll();
        assertThat(answers(voting.settle(0))).hasSize(ELECTIONS).containsOnly(Answer.PROMISED);
    }

    @Test
    void anElectionThatTheLedgerHasNoRoomForIsRefusedAloneAndSpoilsNoOther() {
        room = 1;
        Ask known = new Ask(ElectionName.of("e"), new LeaseToken(1, 1), Epoch.of(1), TERMS.lease(), 2);
        Ask oneTooMany = new Ask(ElectionName.of("f"), new LeaseToken(1, 2), Epoch.of(1), TERMS.lease(), 2);

        assertThat(voting.heard(B, known, 0)).isEmpty();
        assertThat(answers(voting.heard(B, oneTooMany, 0))).containsExactly(Answer.REFUSED);
        assertThat(answers(voting.settle(0))).containsExactly(Answer.PROMISED);
    }

    @Test
    void aPromiseWhoseWriteEndsInAnErrorIsNotRememberedAsGiven() {
        broken = true;
        Ask ask = new Ask(ElectionName.of("e"), new LeaseToken(1, 1), Epoch.of(1), TERMS.lease(), 2);
        voting.heard(B, ask, 0);
        assertThatThrownBy(() -> voting.settle(0)).isInstanceOf(OutOfMemoryError.class);

        broken = false;
        assertThat(voting.heard(B, ask, 0)).isEmpty();
        assertThat(answers(voting.settle(0))).containsExactly(Answer.PROMISED);
        assertThat(disk.highest(ElectionName.of("e"))).isEqualTo(Epoch.of(1));
    }

    @Test
    void aVoteIsSaidOnceWhenOneOfThemIsRefused() {
        Ask first = new Ask(ElectionName.of("e"), new LeaseToken(1, 1), Epoch.of(1), TERMS.lease(), 2);
        Ask second = new Ask(ElectionName.of("e"), new LeaseToken(1, 2), Epoch.of(2), TERMS.lease(), 2);

        assertThat(voting.heard(B, first, 0)).isEmpty();
        assertThat(answers(voting.heard(B, second, 0))).containsExactly(Answer.TAKEN);
        assertThat(answers(voting.settle(0))).containsExactly(Answer.PROMISED);
    }
}
