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
import dev.baton.quorum.VotingMessage.Release;
import dev.baton.quorum.VotingMessage.Renew;
import dev.baton.quorum.VotingMessage.Verdict;
import dev.baton.spi.MonotonicTime;
import dev.baton.spi.lease.LeaseToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Two leaders of two sides meet, which only happens without a quorum: who chooses, who goes, and when it says so. */
class LeaderConflictTest {
    private static final ElectionName ORDERS = ElectionName.of("orders");
    private static final Node SELF = new Node(NodeId.of("a"), new Incarnation(1));
    private static final Node OTHER = new Node(NodeId.of("b"), new Incarnation(2));
    private static final LeaseToken MINE = new LeaseToken(1, 1);
    private static final LeaseToken THEIRS = new LeaseToken(2, 2);
    private static final long NOW = Long.MAX_VALUE - 5;

    private final List<VotingEffect> effects = new ArrayList<>();
    private final LeaderConflict conflict =
            new LeaderConflict(new VotingOutbox(ORDERS, new FixedElectorate(List.of(SELF, OTHER)), effects::add));

    private static Leader leader(Node node, long epoch) {
        return new Leader(ORDERS, node, Epoch.of(epoch), Endpoints.NONE);
    }

    private static Renew theirs(long epoch, LeaseToken token) {
        return new Renew(leader(OTHER, epoch), token, 1, Duration.ofSeconds(3), 2);
    }

    private List<VotingMessage> sentTo(Node node) {
        return effects.stream()
                .filter(VotingEffect.Send.class::isInstance)
                .map(VotingEffect.Send.class::cast)
                .filter(send -> send.to().equals(node))
                .map(VotingEffect.Send::message)
                .toList();
    }

    @Test
    void theOneWithTheHigherEpochHasItChosenAndOnce() {
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));

        assertThat(effects).containsExactly(new VotingEffect.Resolve(ORDERS, leader(SELF, 7), leader(OTHER, 5)));
    }

    @Test
    void theOneWithTheLowerEpochWaitsToBeTold() {
        conflict.met(leader(SELF, 5), theirs(7, THEIRS));

        assertThat(effects).isEmpty();
    }

    @Test
    void anotherLeaderThatIsMetMeanwhileIsAnotherConflict() {
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));
        conflict.met(leader(SELF, 7), theirs(6, new LeaseToken(3, 3)));

        assertThat(effects).hasSize(2);
    }

    @Test
    void whereThisOneStaysTheOtherIsToldAndNobodyIsNamed() {
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));
        effects.clear();

        conflict.resolved(leader(SELF, 7), MINE, SELF.id());

        assertThat(sentTo(OTHER)).containsExactly(new Verdict(ORDERS, THEIRS, Optional.empty()));
    }

    @Test
    void whereTheOtherStaysBothEndAndTheOtherIsNamed() {
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));
        effects.clear();

        conflict.resolved(leader(SELF, 7), MINE, OTHER.id());

        assertThat(sentTo(SELF)).contains(new Verdict(ORDERS, MINE, Optional.of(OTHER.id())));
        assertThat(sentTo(OTHER)).contains(new Verdict(ORDERS, THEIRS, Optional.of(OTHER.id())));
    }

    @Test
    void aChoiceThatNobodyWaitsForChangesNothing() {
        conflict.resolved(leader(SELF, 7), MINE, OTHER.id());
        assertThat(effects).isEmpty();
        conflict.met(leader(SELF, 7), theirs(5, THEIRS));
        conflict.resolved(leader(SELF, 7), MINE, SELF.id());
        effects.clear();

        conflict.resolved(leader(SELF, 7), MINE, OTHER.id());

        assertThat(effects).isEmpty();
    }

    /** Its side hears of the other leader once what ran here has ended, and not before. */
    @Test
    void theOneThatGoesSaysSoOnceItsTimeToStopIsOver() {
        long stopped = MonotonicTime.plus(NOW, Duration.ofSeconds(2));
        conflict.leave(leader(SELF, 5), MINE, Optional.of(OTHER.id()), stopped);
        assertThat(conflict.isLeaving()).isTrue();
        assertThat(conflict.wakeAt(NOW)).isEqualTo(stopped);

        conflict.tick(stopped - 1);
        assertThat(effects).isEmpty();
        conflict.tick(stopped);
        conflict.tick(stopped + 1);

        assertThat(sentTo(OTHER)).containsExactly(new Release(leader(SELF, 5), MINE, Optional.of(OTHER.id())));
        assertThat(conflict.isLeaving()).isFalse();
        assertThat(conflict.wakeAt(stopped)).isEqualTo(MonotonicTime.never(stopped));
    }
}
