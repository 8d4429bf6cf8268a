// SPDX-License-Identifier: Apache-2.0
package dev.baton.testkit.safety;

import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.testkit.history.History;
import dev.baton.testkit.history.HistoryEvent;
import dev.baton.testkit.history.HistoryEvent.Kind;
import dev.baton.testkit.history.HistoryEvent.Op;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each rule finds the smallest history that breaks it, and only that rule does. */
class HistoryCheckerTest {
    private final List<HistoryEvent> events = new ArrayList<>();

    @Test
    void soundHistoryHasNoViolations() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        node("n1", 1, Kind.OK, Op.ACQUIRE, 1, "token=a");
        node("n1", 2, Kind.OK, Op.DEADLINE, 1, "certain=8 others=10");
        node("n1", 2, Kind.OK, Op.DUTY_STARTED, 1, "duty=d");
        node("n1", 2, Kind.OK, Op.ELECTED, 1, "");
        fencedWrite(1, "by=n1#1");
        store(Op.STORE_RENEW, 1, "token=a holder=n1#1 at=5 until=15");
        node("n1", 6, Kind.OK, Op.REVOKED, 1, "reason=RESIGNED");
        node("n1", 7, Kind.OK, Op.DUTY_STOPPED, 1, "duty=d");
        store(Op.STORE_RELEASE, 1, "token=a holder=n1#1 at=7 until=7");
        store(Op.STORE_ACQUIRE, 2, "token=b holder=n2#1 at=7 until=17");
        fencedWrite(2, "by=n2#1");

        assertThat(violated()).isEmpty();
    }

    @Test
    void epochWonTwiceBreaksI1() {
        node("n1", 1, Kind.OK, Op.ELECTED, 1, "");
        node("n2", 1, Kind.OK, Op.ELECTED, 1, "");

        assertThat(violated()).containsExactly("I1 OneHolderPerEpoch");
    }

    @Test
    void leaseGivenBeforeTheLastOneEndedBreaksI2() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_ACQUIRE, 2, "token=b holder=n2#1 at=9 until=19");

        assertThat(violated()).containsExactly("I2 OneValidLease");
    }

    @Test
    void leaseOfAProcessThatIsProvenGoneMayBeTaken() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_ACQUIRE, 2, "token=b holder=n2#1 at=9 until=19 gone=a");

        assertThat(violated()).isEmpty();
    }

    @Test
    void epochThatFallsBreaksI3() {
        store(Op.STORE_ACQUIRE, 5, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_ACQUIRE, 4, "token=b holder=n2#1 at=10 until=20");

        assertThat(violated()).containsExactly("I3 EpochNeverFalls");
    }

    @Test
    void staleEffectBreaksI4() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_ACQUIRE, 2, "token=b holder=n2#1 at=10 until=20");
        fencedWrite(2, "by=n2#1");
        fencedWrite(1, "by=n1#1");

        assertThat(violated()).containsExactly("I4 FencedWritesStayOut");
    }

    @Test
    void lateStopBreaksI5() {
        node("n1", 1, Kind.OK, Op.DEADLINE, 1, "certain=8 others=10");
        node("n1", 2, Kind.OK, Op.DUTY_STARTED, 1, "duty=d");
        node("n1", 11, Kind.OK, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(violated()).containsExactly("I5 SelfStop");
    }

    @Test
    void stopSoonAfterAPauseIsInTime() {
        node("n1", 1, Kind.OK, Op.DEADLINE, 1, "certain=8 others=10");
        node("n1", 2, Kind.OK, Op.DUTY_STARTED, 1, "duty=d");
        node("n1", 100, Kind.INFO, Op.RESUMED, 0, "");
        node("n1", 101, Kind.OK, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(violated()).isEmpty();
    }

    @Test
    void secondElectedInARowBreaksI5() {
        node("n1", 1, Kind.OK, Op.ELECTED, 1, "");
        node("n1", 2, Kind.OK, Op.ELECTED, 2, "");

        assertThat(violated()).containsExactly("I5 CallbacksAlternate");
    }

    @Test
    void electedWithoutAnAcquireBreaksI5() {
        node("n1", 1, Kind.FAIL, Op.ACQUIRE, 1, "token=a");
        node("n1", 1, Kind.OK, Op.ELECTED, 1, "");

        assertThat(violated()).containsExactly("I5 SelfStop");
    }

    @Test
    void effectUnderAnInventedEpochBreaksI6() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        fencedWrite(9, "by=n1#1");

        assertThat(violated()).containsExactly("I6 NoEffectWithoutLease");
    }

    @Test
    void renewalAfterTheExpiryBreaksI7() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_RENEW, 1, "token=a holder=n1#1 at=10 until=20");

        assertThat(violated()).containsExactly("I7 RenewNeverResurrects");
    }

    @Test
    void releaseByAnotherBreaksI8() {
        store(Op.STORE_ACQUIRE, 1, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_RELEASE, 1, "token=b holder=n1#1 at=5 until=5");

        assertThat(violated()).containsExactly("I8 ReleaseIsExact");
    }

    @Test
    void violationShowsTheNumbersAndTheEvents() {
        store(Op.STORE_ACQUIRE, 5, "token=a holder=n1#1 at=0 until=10");
        store(Op.STORE_ACQUIRE, 4, "token=b holder=n2#1 at=10 until=20");

        Violation violation =
                HistoryChecker.exclusive().check(new History(events)).get(0);

        assertThat(violation.events()).hasSize(2);
        assertThat(violation.toString()).contains("epoch 4 was given when the last one given is 5", "token=b");
    }

    private List<String> violated() {
        return HistoryChecker.exclusive().check(new History(events)).stream()
                .map(Violation::rule)
                .toList();
    }

    private void store(Op op, long epoch, String value) {
        add("store", "-", 0, Kind.OK, op, epoch, value);
    }

    private void fencedWrite(long epoch, String value) {
        add("resource", "-", 0, Kind.OK, Op.EFFECT, epoch, value);
    }

    private void node(String node, long mono, Kind kind, Op op, long epoch, String value) {
        add(node, "1", mono, kind, op, epoch, value);
    }

    private void add(String node, String incarnation, long mono, Kind kind, Op op, long epoch, String value) {
        events.add(new HistoryEvent(events.size(), node, incarnation, mono, 0, kind, op, "coordinator", epoch, value));
    }
}
