// SPDX-License-Identifier: Apache-2.0
package dev.baton.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.core.Incarnation;
import dev.baton.core.Node;
import dev.baton.core.NodeId;
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

    private PeerSettings settings = PeerSettings.defaults();
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
        PeerRules rules = connected(Path.SAME_HOST);

        assertThat(rules.endedByPeer(now)).containsExactly(PeerEffect.CONNECT);
    }

    @Test
    void enoughRefusalsAfterTheEndAreProofOnTheSameHost() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);

        assertThat(rules.refused(now)).isEmpty();
        assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        assertThat(rules.refused(now)).isEmpty();
        assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        assertThat(rules.refused(now)).containsExactly(PeerEffect.GONE);
    }

    @Test
    void proofTakesMillisecondsNotSeconds() {
        PeerRules rules = connected(Path.SAME_HOST);
        long died = now;
        rules.endedByPeer(now);
        rules.refused(now);
        next(rules);
        rules.refused(now);
        next(rules);
        rules.refused(now);

        assertThat(Duration.ofNanos(now - died)).isLessThan(Duration.ofMillis(100));
    }

    @Test
    void goneIsSaidOnce() {
        PeerRules rules = gone();

        assertThat(rules.refused(now)).isEmpty();
        assertThat(rules.tick(now + Duration.ofHours(1).toNanos())).isEmpty();
        assertThat(rules.answered(answer(LEADER, Path.SAME_HOST, HERE), now)).isEmpty();
    }

    @Test
    void refusalWithoutAnEarlierConnectionIsNoProof() {
        PeerRules rules = rules();
        rules.tick(now);

        refuseManyTimes(rules);
    }

    @Test
    void refusalAfterSilenceIsNoProof() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.cutOff(now);
        next(rules);

        refuseManyTimes(rules);
    }

    @ParameterizedTest
    @EnumSource(
            value = Path.class,
            names = {"DIRECT", "INDIRECT"})
    void refusalOverANetworkIsNoProofByDefault(Path path) {
        PeerRules rules = connected(path);
        rules.endedByPeer(now);

        refuseManyTimes(rules);
    }

    @Test
    void refusalOverANetworkIsProofIfTheOperatorSaysThatItIsDirect() {
        settings = PeerSettings.builder()
                .refusalIsProof(RefusalProof.DIRECT_NETWORK)
                .refusals(1)
                .build();
        PeerRules rules = connected(Path.DIRECT);
        rules.endedByPeer(now);

        assertThat(rules.refused(now)).containsExactly(PeerEffect.GONE);
    }

    @Test
    void refusalThroughAProxyIsNeverProof() {
        settings = PeerSettings.builder()
                .refusalIsProof(RefusalProof.DIRECT_NETWORK)
                .build();
        PeerRules rules = connected(Path.INDIRECT);
        rules.endedByPeer(now);

        refuseManyTimes(rules);
    }

    @Test
    void refusalIsNoProofWhereItIsSwitchedOff() {
        settings = PeerSettings.builder().refusalIsProof(RefusalProof.NEVER).build();
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);

        refuseManyTimes(rules);
    }

    @Test
    void failureBetweenRefusalsTakesThemBack() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);
        rules.refused(now);
        next(rules);
        rules.refused(now);
        next(rules);
        rules.failed(now);
        next(rules);

        assertThat(rules.refused(now)).isEmpty();
        next(rules);
        assertThat(rules.refused(now)).isEmpty();
    }

    @Test
    void silenceIsNeverProof() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.cutOff(now);
        for (int i = 0; i < 100; i++) {
            assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
            assertThat(rules.failed(now)).isEmpty();
        }
    }

    @Test
    void laterStartAtTheSamePlaceOfTheSameHostIsProof() {
        PeerRules rules = connected(Path.DIRECT);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.DIRECT, HERE), now))
                .containsExactly(PeerEffect.DISCONNECT, PeerEffect.GONE);
    }

    @Test
    void laterStartIsProofAlsoWhereRefusalsAreNot() {
        settings = PeerSettings.builder().refusalIsProof(RefusalProof.NEVER).build();
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.SAME_HOST, HERE), now))
                .contains(PeerEffect.GONE);
    }

    @Test
    void laterStartOnAnotherHostIsNoProofBecauseAddressesMove() {
        PeerRules rules = connected(Path.DIRECT);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.DIRECT, ELSEWHERE), now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void laterStartOnAnotherHostIsProofIfTheOperatorSaysThatAddressesDoNotMove() {
        settings = PeerSettings.builder()
                .refusalIsProof(RefusalProof.DIRECT_NETWORK)
                .build();
        PeerRules rules = connected(Path.DIRECT);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.DIRECT, ELSEWHERE), now))
                .contains(PeerEffect.GONE);
    }

    @Test
    void laterStartBehindAProxyIsNoProofBecauseBothMayBeThere() {
        PeerRules rules = connected(Path.DIRECT);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.INDIRECT, HERE), now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void laterStartIsNoProofIfThisProcessNeverAnsweredThere() {
        PeerRules rules = rules();
        rules.tick(now);

        assertThat(rules.answered(answer(node("leader", 2), Path.SAME_HOST, HERE), now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void anotherNodeAtTheAddressIsNoProof() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);

        assertThat(rules.answered(answer(node("other", 2), Path.SAME_HOST, HERE), now))
                .containsExactly(PeerEffect.DISCONNECT);
    }

    @Test
    void pausesGrowUpToTheirBound() {
        PeerRules rules = rules();
        rules.tick(now);
        Duration longest = Duration.ZERO;
        for (int i = 0; i < 50; i++) {
            rules.failed(now);
            Duration pause = Duration.ofNanos(rules.wakeAt(now) - now);
            assertThat(pause).isPositive().isLessThanOrEqualTo(settings.reconnectPause());
            longest = pause.compareTo(longest) > 0 ? pause : longest;
            next(rules);
        }

        assertThat(longest).isGreaterThan(settings.reconnectPause().dividedBy(2));
    }

    @Test
    void peerThatKeepsEndingConnectionsIsNotHammered() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);
        rules.answered(answer(LEADER, Path.SAME_HOST, HERE), now);

        assertThat(rules.endedByPeer(now)).isEmpty();
        assertThat(rules.wakeAt(now)).isGreaterThan(now);
    }

    private PeerRules rules() {
        return new PeerRules(LEADER, settings, new SplittableRandom(1), now);
    }

    private PeerRules connected(Path path) {
        PeerRules rules = rules();
        rules.tick(now);
        rules.answered(answer(LEADER, path, HERE), now);
        return rules;
    }

    private PeerRules gone() {
        PeerRules rules = connected(Path.SAME_HOST);
        rules.endedByPeer(now);
        for (int i = 0; i < settings.refusals(); i++) {
            rules.refused(now);
            next(rules);
        }
        return rules;
    }

    private void refuseManyTimes(PeerRules rules) {
        for (int i = 0; i < 100; i++) {
            assertThat(rules.refused(now)).isEmpty();
            assertThat(next(rules)).containsExactly(PeerEffect.CONNECT);
        }
    }

    /** Lets time pass until the rules want something. */
    private List<PeerEffect> next(PeerRules rules) {
        now = rules.wakeAt(now);
        return rules.tick(now);
    }

    private static Answer answer(Node node, Path path, HostMark host) {
        return new Answer(node, path, Optional.of(host));
    }

    private static Node node(String id, long incarnation) {
        return new Node(NodeId.of(id), new Incarnation(incarnation));
    }
}
