// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerRulesTest {
    private static final Node LEADER = node("leader", 1);
    private static final HostMark HERE = new HostMark("00000000000000000000000000000001");
    private static final HostMark ELSEWHERE = new HostMark("00000000000000000000000000000002");

    private final PeerSettings settings = PeerSettings.defaults();
    private long now;

    @Test
    void connectsAtOnce() {
        assertThat(rules().tick(now)).containsExactly(PeerEffect.CONNECT);
    }

    @Test
    void connectsOnlyOnceAtATime() {
        PeerRules rules = rules();
        rules.tick(now);

        assertThat(rules.tick(now)).isEmpty();
    }

    @Test
    void reconnectsAtOnceWhenTheOtherSideEndsTheConnection() {
        PeerRules rules = connected();

        assertThat(rules.endedByPeer(now)).containsExactly(PeerEffect.CONNECT);
    }

    @Test
    void freeLockAfterTheEndIsProofAtTheFirstAttempt() {
        PeerRules rules = ended();

        assertThat(rules.unanswered(LockState.FREE, now)).containsExactly(PeerEffect.GONE);
    }

    @ParameterizedTest
    @EnumSource(
            value = LockState.class,
            names = {"HELD", "UNKNOWN"})
    void refusalIsNoProofWhileTheLockIsNotFree(LockState lock) {
        PeerRules rules = ended();

        for (int i = 0; i < 100; i++) {
            assertThat(rules.unanswered(lock, now)).isEmpty();
            assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        }
    }

    @Test
    void lockThatIsReleasedAMomentAfterTheEndIsProofAtTheNextAttempt() {
        PeerRules rules = ended();
        rules.unanswered(LockState.HELD, now);
        long died = now;
        next(rules);

        assertThat(rules.unanswered(LockState.FREE, now)).containsExactly(PeerEffect.GONE);
        assertThat(Duration.ofNanos(now - died)).isLessThan(Duration.ofMillis(100));
    }

    @ParameterizedTest
    @EnumSource(
            value = LockState.class,
            names = {"FREE", "UNKNOWN"})
    void lockThatWasNotHeldWhileTheProcessAnsweredIsNoProof(LockState lock) {
        PeerRules rules = connected(lock);
        rules.endedByPeer(now);

        refuseManyTimes(rules);
    }

    @Test
    void freeLockWithoutAnEarlierConnectionIsNoProof() {
        PeerRules rules = rules();
        rules.tick(now);

        refuseManyTimes(rules);
    }

    @Test
    void freeLockAfterSilenceIsNoProof() {
        PeerRules rules = connected();
        rules.cutOff(now);
        next(rules);

        refuseManyTimes(rules);
    }

    @Test
    void goneIsSaidOnce() {
        PeerRules rules = gone();

        next(rules);
        assertThat(rules.unanswered(LockState.FREE, now)).isEmpty();
    }

    @Test
    void processThatIsSeenToHoldALeaseAgainIsProvenToBeGoneAgain() {
        PeerRules rules = gone();

        assertThat(rules.again(now)).containsExactly(PeerEffect.CONNECT);
        assertThat(rules.unanswered(LockState.FREE, now)).containsExactly(PeerEffect.GONE);
    }

    @Test
    void proofAboutALeadershipIsNoProofAboutTheNextIfTheProcessAnswers() {
        PeerRules rules = gone();
        rules.again(now);

        rules.answered(answer(LEADER, NetworkPath.DIRECT, HERE), LockState.HELD, now);

        assertThat(rules.again(now)).isEmpty();
        rules.endedByPeer(now);
        assertThat(rules.unanswered(LockState.HELD, now)).isEmpty();
    }

    @Test
    void proofIsWithdrawnWhenTheProcessAnswers() {
        PeerRules rules = gone();

        assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        assertThat(rules.answered(answer(LEADER, NetworkPath.DIRECT, HERE), LockState.HELD, now))
                .containsExactly(PeerEffect.ANSWERS);
    }

    @Test
    void proofThatWasAskedForAgainIsWithdrawnAsWellWhenTheProcessAnswers() {
        PeerRules rules = gone();
        rules.again(now);

        assertThat(rules.answered(answer(LEADER, NetworkPath.DIRECT, HERE), LockState.HELD, now))
                .containsExactly(PeerEffect.ANSWERS);
    }

    @Test
    void peerThatRestedWhileConnectedIsConnectedAgain() {
        PeerRules rules = connected();

        assertThat(rules.rest(now)).isEmpty();

        assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        // It did not end the connection, so that its lock is free says nothing.
        refuseManyTimes(rules);
    }

    @Test
    void peerThatRestedWhileConnectingIsConnectedAgain() {
        PeerRules rules = ended();

        assertThat(rules.rest(now)).isEmpty();

        assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
    }

    @Test
    void silenceIsNeverProof() {
        PeerRules rules = connected();
        rules.cutOff(now);
        for (int i = 0; i < 100; i++) {
            assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
            assertThat(rules.unanswered(LockState.HELD, now)).isEmpty();
        }
    }

    @Test
    void laterStartAtTheSamePlaceOfTheSameHostIsProof() {
        PeerRules rules = connected(LockState.UNKNOWN);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), NetworkPath.DIRECT, HERE), LockState.UNKNOWN, now))
                .containsExactly(PeerEffect.DISCONNECT, PeerEffect.GONE);
    }

    @Test
    void laterStartOnAnotherHostIsNoProofBecauseAddressesMove() {
        PeerRules rules = ended();

        assertThat(rules.answered(answer(node("leader", 2), NetworkPath.DIRECT, ELSEWHERE), LockState.UNKNOWN, now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void laterStartBehindAProxyIsNoProofBecauseBothMayBeThere() {
        PeerRules rules = ended();

        assertThat(rules.answered(answer(node("leader", 2), NetworkPath.INDIRECT, HERE), LockState.HELD, now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void laterStartIsNoProofIfThisProcessNeverAnsweredThere() {
        PeerRules rules = rules();
        rules.tick(now);

        assertThat(rules.answered(answer(node("leader", 2), NetworkPath.DIRECT, HERE), LockState.UNKNOWN, now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void anotherNodeAtTheAddressIsNoProof() {
        PeerRules rules = ended();

        assertThat(rules.answered(answer(node("other", 2), NetworkPath.DIRECT, HERE), LockState.HELD, now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void anotherNodeAtTheAddressDoesNotHideThatTheLockIsFree() {
        PeerRules rules = ended();

        assertThat(rules.answered(answer(node("other", 2), NetworkPath.DIRECT, HERE), LockState.FREE, now))
                .containsExactly(PeerEffect.DISCONNECT, PeerEffect.GONE);
    }

    @Test
    void pausesGrowUpToTheirBound() {
        PeerRules rules = rules();
        rules.tick(now);
        Duration longest = Duration.ZERO;
        for (int i = 0; i < 50; i++) {
            rules.unanswered(LockState.HELD, now);
            Duration pause = Duration.ofNanos(rules.wakeAt(now) - now);
            assertThat(pause).isPositive().isLessThanOrEqualTo(settings.reconnectPause());
            longest = pause.compareTo(longest) > 0 ? pause : longest;
            next(rules);
        }

        assertThat(longest).isGreaterThan(settings.reconnectPause().dividedBy(2));
    }

    @Test
    void peerThatKeepsEndingConnectionsIsNotHammered() {
        PeerRules rules = ended();
        rules.answered(answer(LEADER, NetworkPath.DIRECT, HERE), LockState.HELD, now);

        assertThat(rules.endedByPeer(now)).isEmpty();
        assertThat(rules.wakeAt(now)).isGreaterThan(now);
    }

    private PeerRules rules() {
        return new PeerRules(LEADER, settings, new SplittableRandom(1), now);
    }

    private PeerRules connected() {
        return connected(LockState.HELD);
    }

    private PeerRules connected(LockState lock) {
        PeerRules rules = rules();
        rules.tick(now);
        rules.answered(answer(LEADER, NetworkPath.DIRECT, HERE), lock, now);
        return rules;
    }

    private PeerRules ended() {
        PeerRules rules = connected();
        rules.endedByPeer(now);
        return rules;
    }

    private PeerRules gone() {
        PeerRules rules = ended();
        rules.unanswered(LockState.FREE, now);
        return rules;
    }

    private void refuseManyTimes(PeerRules rules) {
        for (int i = 0; i < 100; i++) {
            assertThat(rules.unanswered(LockState.FREE, now)).isEmpty();
            assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        }
    }

    /** Lets time pass until the rules want something. */
    private List<PeerEffect> next(PeerRules rules) {
        now = rules.wakeAt(now);
        return rules.tick(now);
    }

    private static PeerAnswer answer(Node node, NetworkPath route, HostMark host) {
        return new PeerAnswer(node, route, Optional.of(host), Optional.empty());
    }

    private static Node node(String id, long incarnation) {
        return new Node(NodeId.of(id), new Incarnation(incarnation));
    }
}
