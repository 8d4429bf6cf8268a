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

/** When duties of two processes overlap, by the clock of their machine. */
class OneActsAtATimeTest {
    private final List<HistoryEvent> events = new ArrayList<>();

    private void event(String node, long at, Op op, long epoch, String value) {
        events.add(new HistoryEvent(events.size(), node, "1", at, 0, Kind.OK, op, "orders", epoch, value));
    }

    private List<Violation> found() {
        return new HistoryChecker(List.of(OneActsAtATime::new)).check(new History(events));
    }

    private void firstLeadsFrom10WithCertaintyUntil100() {
        event("n1", 9, Op.DEADLINE, 1, "certain=100 others=110");
        event("n1", 10, Op.DUTY_STARTED, 1, "duty=d");
    }

    @Test
    void oneAfterTheOtherIsSound() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n1", 50, Op.DUTY_STOPPED, 1, "duty=d");
        event("n2", 51, Op.DUTY_STARTED, 2, "duty=d");

        assertThat(found()).isEmpty();
    }

    @Test
    void aDutyThatStartsBeforeTheOtherHasStoppedIsFound() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n2", 49, Op.DUTY_STARTED, 2, "duty=d");
        event("n1", 50, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(found()).hasSize(1);
    }

    /** It was stopped only when its process went on, but may not act after its deadline. */
    @Test
    void aProcessThatStoodStillDoesNotAct() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n2", 111, Op.DUTY_STARTED, 2, "duty=d");
        event("n1", 500, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(found()).isEmpty();
    }

    @Test
    void oneThatStartsBeforeTheDeadlineOfAProcessThatStandsStillIsFound() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n2", 99, Op.DUTY_STARTED, 2, "duty=d");
        event("n1", 500, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(found()).hasSize(1);
    }

    @Test
    void aRenewalMovesTheDeadline() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n1", 60, Op.DEADLINE, 1, "certain=160 others=170");
        event("n2", 150, Op.DUTY_STARTED, 2, "duty=d");
        event("n1", 500, Op.DUTY_STOPPED, 1, "duty=d");

        assertThat(found()).hasSize(1);
    }

    /** Proof of its death came before its deadline. */
    @Test
    void aProcessThatWasKilledActsNoMore() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n1", 40, Op.LEADER_SEEN, 1, "");
        event("n2", 45, Op.DUTY_STARTED, 2, "duty=d");

        assertThat(found()).isEmpty();
    }

    @Test
    void aProcessThatStillSpeaksWasNotKilled() {
        firstLeadsFrom10WithCertaintyUntil100();
        event("n2", 45, Op.DUTY_STARTED, 2, "duty=d");
        event("n1", 60, Op.LEADER_SEEN, 1, "");

        assertThat(found()).hasSize(1);
    }
}
