// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.simulation.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Incarnation;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.NodeId;
import dev.baton.internal.candidate.Tenure;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule accepts what is right and tells what is wrong. */
class SafetyRuleTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void epochGivenTwiceIsWrong() {
        SafetyRule rule = new OneHolderPerEpoch();

        assertThat(rule.on(event("store", Op.STORE_ACQUIRE, 1, "holder=n1#1"), cluster))
                .isEmpty();
        assertThat(rule.on(event("store", Op.STORE_ACQUIRE, 1, "holder=n2#1"), cluster))
                .hasValueSatisfying(what -> assertThat(what).contains("epoch 1", "n1#1", "n2#1"));
    }

    @Test
    void epochThatDoesNotRiseIsWrong() {
        SafetyRule rule = new EpochNeverFalls();

        assertThat(rule.on(event("store", Op.STORE_ACQUIRE, 5, ""), cluster)).isEmpty();
        assertThat(rule.on(event("store", Op.STORE_RENEW, 5, ""), cluster)).isEmpty();
        assertThat(rule.on(event("store", Op.STORE_RENEW, 6, ""), cluster)).isPresent();
        assertThat(rule.on(event("store", Op.STORE_ACQUIRE, 5, ""), cluster)).isPresent();
    }

    @Test
    void twoActingLeadersOfOneElectionAreWrong() {
        SafetyRule rule = new NeverTwoActing();
        cluster.acting.add(leadership("a", "n1", 1));
        cluster.acting.add(leadership("b", "n2", 1));
        assertThat(rule.afterStep(cluster)).isEmpty();

        cluster.acting.add(leadership("a", "n3", 2));

        assertThat(rule.afterStep(cluster))
                .hasValueSatisfying(what -> assertThat(what).contains("n1", "n3", "1000 ms"));
    }

    @Test
    void acceptedStaleWriteIsWrong() {
        SafetyRule rule = new FencedWritesStayOut();

        assertThat(rule.on(event("witness", Op.EFFECT, 2, ""), cluster)).isEmpty();
        assertThat(rule.on(event("witness", Op.EFFECT, 2, ""), cluster)).isEmpty();
        assertThat(rule.on(event("witness", Op.EFFECT, 1, ""), cluster)).isPresent();
    }

    @Test
    void electedTwiceInARowIsWrong() {
        SafetyRule rule = new CallbacksAlternate();

        assertThat(rule.on(event("n1", Op.ELECTED, 1, ""), cluster)).isEmpty();
        assertThat(rule.on(event("n1", Op.ELECTED, 2, ""), cluster)).isPresent();
    }

    @Test
    void revokedForAnotherEpochIsWrong() {
        SafetyRule rule = new CallbacksAlternate();

        assertThat(rule.on(event("n1", Op.ELECTED, 1, ""), cluster)).isEmpty();
        assertThat(rule.on(event("n1", Op.REVOKED, 2, ""), cluster)).isPresent();
    }

    @Test
    void revokedWithoutElectedIsWrong() {
        assertThat(new CallbacksAlternate().on(event("n1", Op.REVOKED, 1, ""), cluster))
                .isPresent();
    }

    @Test
    void dutyThatStartsWhileAnotherRunsIsWrong() {
        SafetyRule rule = new DutiesStopBeforeOthersLead();

        assertThat(rule.on(event("n1", Op.DUTY_STARTED, 1, "duty=d"), cluster)).isEmpty();
        assertThat(rule.on(event("n2", Op.DUTY_STARTED, 2, "duty=d"), cluster))
                .hasValueSatisfying(what -> assertThat(what).contains("epoch 2", "epoch 1"));
    }

    @Test
    void dutyThatStartsAfterAnotherStoppedIsRight() {
        SafetyRule rule = new DutiesStopBeforeOthersLead();

        rule.on(event("n1", Op.DUTY_STARTED, 1, "duty=d"), cluster);
        rule.on(event("n1", Op.DUTY_STOPPED, 1, "duty=d"), cluster);

        assertThat(rule.on(event("n2", Op.DUTY_STARTED, 2, "duty=d"), cluster)).isEmpty();
    }

    @Test
    void dutyOfAProcessThatEndedIsStopped() {
        SafetyRule rule = new DutiesStopBeforeOthersLead();

        rule.on(event("n1", Op.DUTY_STARTED, 1, "duty=d"), cluster);
        rule.on(event("n1", Op.ENDED, 0, ""), cluster);

        assertThat(rule.on(event("n2", Op.DUTY_STARTED, 2, "duty=d"), cluster)).isEmpty();
    }

    @Test
    void dutyOfAPausedProcessIsExcused() {
        SafetyRule rule = new DutiesStopBeforeOthersLead();
        cluster.paused.add("n1#1");

        rule.on(event("n1", Op.DUTY_STARTED, 1, "duty=d"), cluster);

        assertThat(rule.on(event("n2", Op.DUTY_STARTED, 2, "duty=d"), cluster)).isEmpty();
    }

    @Test
    void releaseWhileADutyRunsIsWrong() {
        SafetyRule rule = new ReleaseOnlyAfterDutiesStopped();

        rule.on(event("n1", Op.DUTY_STARTED, 1, "duty=d"), cluster);

        assertThat(rule.on(event("store", Op.STORE_RELEASE, 1, "holder=n1#1"), cluster))
                .isPresent();
    }

    @Test
    void leadershipSeenTwiceIsWrong() {
        SafetyRule rule = new ViewMovesForward();

        assertThat(rule.on(event("n1", Op.LEADER_SEEN, 1, ""), cluster)).isEmpty();
        assertThat(rule.on(event("n2", Op.LEADER_SEEN, 1, ""), cluster)).isEmpty();
        assertThat(rule.on(event("n1", Op.LEADER_SEEN, 1, ""), cluster)).isPresent();
    }

    @Test
    void faultOfAWellBehavedProcessIsWrong() {
        SafetyRule rule = new FaultsHaveACause();

        assertThat(rule.on(event("n1", Op.FAULT, 0, "stuck=true duty=misbehaved"), cluster))
                .isEmpty();
        assertThat(rule.on(event("n1", Op.FAULT, 0, "stuck=true duty=behaved"), cluster))
                .isPresent();
        assertThat(rule.on(event("n1", Op.FAULT, 0, "stuck=false duty=misbehaved"), cluster))
                .isPresent();
    }

    private static HistoryEvent event(String node, Op op, long epoch, String value) {
        return new HistoryEvent(0, node, "1", 0, 0, Kind.OK, op, "a", epoch, value);
    }

    private static Leadership leadership(String election, String node, long epoch) {
        Node holder = new Node(NodeId.of(node), new Incarnation(1));
        return new Tenure(ElectionName.of(election), holder, Epoch.of(epoch), () -> 0, 1_000_000_000).leadership();
    }

    private static final class FakeCluster implements ClusterView {
        private final List<Leadership> acting = new ArrayList<>();
        private final Set<String> paused = new HashSet<>();

        @Override
        public long now() {
            return 0;
        }

        @Override
        public List<Leadership> acting() {
            return acting;
        }

        @Override
        public boolean hasEnded(String process) {
            return false;
        }

        @Override
        public boolean wasPausedLately(String process) {
            return paused.contains(process);
        }
    }
}
