// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import static dev.baton.server.cluster.Views.after;
import static dev.baton.server.cluster.Views.seen;
import static dev.baton.server.cluster.Views.sees;
import static dev.baton.server.cluster.Views.self;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterMonitorRulesTest {
    private final ClusterMonitorRules rules = new ClusterMonitorRules();

    @Test
    void whoWasThereFromTheBeginningDidNotJoin() {
        assertThat(rules.look(List.of(sees("a", null), sees("b", null))).joined())
                .isEmpty();

        ClusterMonitorRules.Changes found = rules.look(List.of(sees("a", null), sees("c", null)));

        assertThat(found.joined()).containsExactly("c");
        assertThat(found.left()).containsExactly("b");
    }

    @Test
    void aHandOverBetweenTwoAnswersIsNoAlarm() {
        rules.look(List.of(sees("a", self("a", 7)), sees("b", seen("a", 7))));

        assertThat(rules.look(List.of(sees("a", self("a", 7)), sees("b", self("b", 8))))
                        .claimedTwice())
                .isEmpty();
        assertThat(rules.look(List.of(sees("a", seen("b", 8)), sees("b", self("b", 8))))
                        .claimedTwice())
                .isEmpty();
    }

    @Test
    void twoThatKeepSayingThatTheyLeadAreAnAlarmUntilOneStops() {
        rules.look(List.of(sees("a", self("a", 7)), sees("b", self("b", 8))));

        assertThat(rules.look(List.of(sees("a", self("a", 7)), sees("b", self("b", 8))))
                        .claimedTwice())
                .containsExactly(Views.ORDERS);
        assertThat(rules.look(List.of(sees("a", seen("b", 8)), sees("b", self("b", 8))))
                        .claimedTwice())
                .isEmpty();
    }

    @Test
    void whatALeaderSaysOfTheGapBeforeItIsPassedOn() {
        ClusterMonitorRules.Changes found = rules.look(List.of(
                after(57, sees("a", self("a", 7))), after(76, sees("b", seen("a", 7))), sees("c", null)));

        assertThat(found.gaps()).containsExactly(new ClusterMonitorRules.Gap(Views.ORDERS, 7, 57));
    }
}
