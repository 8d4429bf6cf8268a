// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Epoch;
import dev.baton.Leadership;
import dev.baton.Node;
import dev.baton.Node.Incarnation;
import dev.baton.NodeId;
import dev.baton.internal.candidate.HeldLeadership;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each rule accepts what is right and tells what is wrong. */
class SafetyRuleTest {
    private final FakeCluster cluster = new FakeCluster();

    @Test
    void epochGivenTwiceIsWrong() {
        SafetyRule rule = new OneHolderPerEpoch();

        assertThat(broken(rule, event("store", Op.STORE_ACQUIRE, 1, "holder=n1#1")))
                .isEmpty();
        assertThat(broken(rule, event("store", Op.STORE_ACQUIRE, 1, "holder=n2#1")))
                .hasValueSatisfying(what -> assertThat(what).contains("epoch 1", "n1#1", "n2#1"));
    }

    @Test
    void epochThatDoesNotRiseIsWrong() {
        SafetyRule rule = new EpochNeverFalls();

        assertThat(broken(rule, event("store", Op.STORE_ACQUIRE, 5, ""))).isEmpty();
        assertThat(broken(rule, event("store", Op.STORE_RENEW, 5, ""))).isEmpty();
        assertThat(broken(rule, event("store", Op.STORE_RENEW, 6, ""))).isPresent();
        assertThat(broken(rule, event("store", Op.STORE_ACQUIRE, 5, ""))).isPresent();
    }

    @Test
    void electionUnderAnEpochThatIsNotAboveAllBeforeIsWrong() {
        SafetyRule rule = new EveryElectionRaisesTheEpoch();

        assertThat(broken(rule, event("n1", Op.ELECTED, 5, ""))).isEmpty();
        assertThat(broken(rule, event("n2", Op.ELECTED, 6, ""))).isEmpty();
        assertThat(broken(rule, event("n3", Op.ELECTED, 5, "")))
                .hasValueSatisfying(what -> assertThat(what).contains("epoch 5", "epoch 6"));
    }

    @Test
    void twoActingLeadersOfOneElectionAreWrong() {
        SafetyRule rule = new OneActsAtATime(cluster);
        cluster.acting.add(leadership("a", "n1", 1));
        cluster.acting.add(leadership("b", "n2", 1));
        assertThat(brokenAfterStep(rule)).isEmpty();

        cluster.acting.add(leadership("a", "n3", 2));

        assertThat(brokenAfterStep(rule))
                .hasValueSatisfying(what -> assertThat(what).contains("n1", "n3", "1000.0 ms"));
    }

    @Test
    void acceptedStaleWriteIsWrong() {
        SafetyRule rule = new FencedWritesStayOut();

        assertThat(broken(rule, event("resource", Op.EFFECT, 2, ""))).isEmpty();
        assertThat(broken(rule, event("resource", Op.EFFECT, 2, ""))).isEmpty();
        assertThat(broken(rule, event("resource", Op.EFFECT, 1, ""))).isPresent();
    }

    @Test
    void electedTwiceInARowIsWrong() {
        SafetyRule rule = new CallbacksAlternate();

        assertThat(broken(rule, event("n1", Op.ELECTED, 1, ""))).isEmpty();
        assertThat(broken(rule, event("n1", Op.ELECTED, 2, ""))).isPresent();
    }

    @Test
    void revokedForAnotherEpochIsWrong() {
        SafetyRule rule = new CallbacksAlternate();

        assertThat(broken(rule, event("n1", Op.ELECTED, 1, ""))).isEmpty();
        assertThat(broken(rule, event("n1", Op.REVOKED, 2, ""))).isPresent();
    }

    @Test
    void revokedWithoutElectedIsWrong() {
        assertThat(broken(new CallbacksAlternate(), event("n1", Op.REVOKED, 1, "")))
                .isPresent();
    }

    @Test
    void dutyThatStartsWhileAnotherRunsIsWrong() {
        SafetyRule rule = new DutiesStopBeforeOthersLead(cluster);

        assertThat(broken(rule, event("n1", Op.DUTY_STARTED, 1, "duty=d"))).isEmpty();
        assertThat(broken(rule, event("n2", Op.DUTY_STARTED, 2, "duty=d")))
                .hasValueSatisfying(what -> assertThat(what).contains("epoch 2", "epoch 1"));
    }

    @Test
    void dutyThatStartsAfterAnotherStoppedIsRight() {
        SafetyRule rule = new DutiesStopBeforeOthersLead(cluster);

        broken(rule, event("n1", Op.DUTY_STARTED, 1, "duty=d"));
        broken(rule, event("n1", Op.DUTY_STOPPED, 1, "duty=d"));

        assertThat(broken(rule, event("n2", Op.DUTY_STARTED, 2, "duty=d"))).isEmpty();
    }

    @Test
    void dutyOfAProcessThatEndedIsStopped() {
        SafetyRule rule = new DutiesStopBeforeOthersLead(cluster);

        broken(rule, event("n1", Op.DUTY_STARTED, 1, "duty=d"));
        broken(rule, event("n1", Op.ENDED, 0, ""));

        assertThat(broken(rule, event("n2", Op.DUTY_STARTED, 2, "duty=d"))).isEmpty();
    }

    @Test
    void dutyOfAPausedProcessIsExcused() {
        SafetyRule rule = new DutiesStopBeforeOthersLead(cluster);
        cluster.paused.add("n1#1");

        broken(rule, event("n1", Op.DUTY_STARTED, 1, "duty=d"));

        assertThat(broken(rule, event("n2", Op.DUTY_STARTED, 2, "duty=d"))).isEmpty();
    }

    @Test
    void releaseWhileADutyRunsIsWrong() {
        SafetyRule rule = new ReleaseOnlyAfterDutiesStopped(cluster);

        broken(rule, event("n1", Op.DUTY_STARTED, 1, "duty=d"));

        assertThat(broken(rule, event("store", Op.STORE_RELEASE, 1, "holder=n1#1")))
                .isPresent();
    }

    @Test
    void leadershipSeenTwiceIsWrong() {
        SafetyRule rule = new ViewMovesForward();

        assertThat(broken(rule, event("n1", Op.LEADER_SEEN, 1, ""))).isEmpty();
        assertThat(broken(rule, event("n2", Op.LEADER_SEEN, 1, ""))).isEmpty();
        assertThat(broken(rule, event("n1", Op.LEADER_SEEN, 1, ""))).isPresent();
    }

    @Test
    void faultOfAWellBehavedProcessIsWrong() {
        SafetyRule rule = new FaultsHaveACause(cluster::wasPausedLately);

        assertThat(broken(rule, event("n1", Op.FAULT, 0, "stuck=true duty=misbehaved")))
                .isEmpty();
        assertThat(broken(rule, event("n1", Op.FAULT, 0, "stuck=true duty=behaved")))
                .isPresent();
        assertThat(broken(rule, event("n1", Op.FAULT, 0, "stuck=false duty=misbehaved")))
                .isPresent();
    }

    private static Optional<String> broken(SafetyRule rule, HistoryEvent event) {
        List<Violation> found = new ArrayList<>();
        rule.on(event, found::add);
        return found.stream().map(Violation::what).findFirst();
    }

    private static Optional<String> brokenAfterStep(SafetyRule rule) {
        List<Violation> found = new ArrayList<>();
        rule.afterStep(found::add);
        return found.stream().map(Violation::what).findFirst();
    }

    private static HistoryEvent event(String node, Op op, long epoch, String value) {
        return new HistoryEvent(0, node, "1", 0, 0, Kind.OK, op, "a", epoch, value);
    }

    private static Leadership leadership(String election, String node, long epoch) {
        Node holder = new Node(NodeId.of(node), new Incarnation(1));
        return new HeldLeadership(ElectionName.of(election), holder, Epoch.of(epoch), () -> 0, 1_000_000_000);
    }

    private static final class FakeCluster implements ObservedCluster {
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
