// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import static dev.baton.cli.watch.Clusters.led;
import static dev.baton.cli.watch.Clusters.unled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.cli.screen.Key;
import dev.baton.cli.watch.WatchRules.Effect;
import dev.baton.cli.watch.WatchRules.Mode;
import dev.baton.cli.watch.WatchedChange.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

class WatchRulesTest {
    private static final ElectionView ORDERS = led("orders", 7, "n1", "n2", "n3");
    private static final ElectionView BILLING = led("billing", 3, "n2", "n3", "n1");

    private final WatchRules rules = watching("operate", Clusters.of(ORDERS, BILLING));

    private static WatchRules watching(String role, ClusterView cluster) {
        WatchRules rules = new WatchRules(role);
        rules.saw(cluster, List.of());
        return rules;
    }

    private static Effect press(WatchRules rules, String... names) {
        Effect last = Effect.NONE;
        for (String name : names) {
            last = rules.pressed(new Key(name));
        }
        return last;
    }

    private Effect press(String... names) {
        return press(rules, names);
    }

    private String on() {
        return rules.cursor().map(Row::name).orElse("");
    }

    @Test
    void theCursorMovesOverElectionsAndNodesAndNoFurther() {
        assertThat(on()).isEqualTo("orders");
        press("k");
        assertThat(on()).isEqualTo("orders");
        press("j", "DOWN");
        assertThat(on()).isEqualTo("n1");
        press("UP");
        assertThat(on()).isEqualTo("billing");
        press("j", "j", "j", "j", "j", "j");
        assertThat(on()).isEqualTo("n3");
    }

    @Test
    void theCursorStaysOnWhatItIsOnWhenOthersComeAndGo() {
        press("j");

        rules.saw(Clusters.of(led("accounts", 1, "n1"), ORDERS, BILLING), List.of());
        assertThat(on()).isEqualTo("billing");
        rules.saw(Clusters.of(led("accounts", 1, "n1"), ORDERS), List.of());
        assertThat(on()).as("the one in its place").isEqualTo("n1");
    }

    @Test
    void resigningNamesTheLeaderAndTheNextAndIsDoneForYAlone() {
        press("r");
        assertThat(rules.message().text())
                .isEqualTo("n1 leads orders under epoch 7. Should n1 resign? n2 would lead next.");
        for (String other : new String[] {"n", "ENTER", "ESCAPE", "q", "OTHER", "r", "Y"}) {
            assertThat(press(other)).as(other).isEqualTo(Effect.NONE);
            assertThat(rules.message().text()).isEqualTo("Aborted; nothing changed.");
            press("r");
        }

        Effect effect = press("y");

        assertThat(effect.perform()).contains(new WatchedChange(Kind.RESIGN, "n1", List.of(ORDERS)));
        assertThat(rules.mode()).isEqualTo(Mode.WORKING);
    }

    @Test
    void whoLeadsAloneIsToldThatNoOtherMayFollow() {
        WatchRules alone = watching("operate", Clusters.of(led("orders", 7, "n1", "-n2")));

        press(alone, "r");

        assertThat(alone.message().text()).endsWith("Should n1 resign? No other node may lead.");
    }

    @Test
    void aTransferIsToACandidateThatWasChosen() {
        press("t");
        assertThat(rules.openElection()).contains(ORDERS);
        assertThat(on()).as("the next in line").isEqualTo("n2");

        press("j", "t");

        assertThat(rules.message().text()).isEqualTo("n1 leads orders under epoch 7. Hand over to n3?");
        assertThat(press("y").perform()).contains(new WatchedChange(Kind.TRANSFER, "n3", List.of(ORDERS)));
    }

    @Test
    void aTransferNeedsAnEligibleNodeThatDoesNotLead() {
        WatchRules one = watching("operate", Clusters.of(led("orders", 7, "n1", "-n2")));

        press(one, "ENTER", "t");
        assertThat(one.message().text()).isEqualTo("n2 may not lead; press u to allow it first.");
        press(one, "k", "t");
        assertThat(one.message().text()).isEqualTo("n1 leads already.");
        assertThat(one.mode()).isEqualTo(Mode.BROWSE);
    }

    @Test
    void aNodeIsDrainedInAllElectionsThatItMayLead() {
        WatchRules three =
                watching("operate", Clusters.of(ORDERS, BILLING, led("mail", 1, "n2", "-n1"), unled("news", "n3")));
        press(three, "j", "j", "j", "j", "d");

        assertThat(three.message().text())
                .isEqualTo("Drain n1? It may then not lead orders, billing until it is undrained or restarted."
                        + " It leads orders: n2 would lead next.");
        assertThat(press(three, "y").perform()).contains(new WatchedChange(Kind.DRAIN, "n1", List.of(ORDERS, BILLING)));
    }

    @Test
    void aCandidateIsDrainedInItsElectionAlone() {
        press("ENTER", "d");

        assertThat(rules.message().text())
                .isEqualTo("Drain n2? It may then not lead orders until it is undrained or restarted."
                        + " It leads none of them.");
        assertThat(press("y").perform()).contains(new WatchedChange(Kind.DRAIN, "n2", List.of(ORDERS)));
    }

    @Test
    void aDrainedNodeMayLeadAgainAlsoWhereNoNodeLeads() {
        ElectionView leaderless = unled("orders", "-n1", "-n2");
        WatchRules drained = watching("operate", Clusters.of(leaderless, BILLING));
        press(drained, "j", "j", "u");

        assertThat(drained.message().text()).isEqualTo("Undrain n1? It may then lead orders again.");
        assertThat(press(drained, "y").perform()).contains(new WatchedChange(Kind.UNDRAIN, "n1", List.of(leaderless)));
        drained.done("n1 may lead orders");
        press(drained, "k", "k", "r");
        assertThat(drained.message().text()).isEqualTo("no node leads orders.");
    }

    @Test
    void whereAKeyHasNothingToDoItSaysSo() {
        press("d");
        assertThat(rules.message().text()).isEqualTo("Move to a node or a candidate first.");
        press("j", "j", "r");
        assertThat(rules.message().text()).isEqualTo("Move to an election first.");
        press("u");
        assertThat(rules.message().text()).isEqualTo("n1 may lead all its elections.");
    }

    @Test
    void withoutTheRoleNothingIsAskedAndTheReasonIsSaid() {
        WatchRules reader = watching("read", Clusters.of(ORDERS));

        for (String key : new String[] {"r", "t", "d", "u"}) {
            press(reader, "j");
            press(reader, "k");
            press(reader, key);
            assertThat(reader.mode()).as(key).isEqualTo(Mode.BROWSE);
            assertThat(reader.message().text())
                    .isEqualTo("This token has the role read; changing the cluster needs the role operate.");
        }
    }

    @Test
    void aQuestionIsWithdrawnWhenTheLeadershipItIsAboutHasEnded() {
        press("r");
        rules.saw(Clusters.of(ORDERS, led("billing", 4, "n3")), List.of());
        assertThat(rules.mode()).as("another election's leader").isEqualTo(Mode.CONFIRM);

        rules.saw(Clusters.of(led("orders", 8, "n2", "n1"), BILLING), List.of());

        assertThat(rules.message().text())
                .isEqualTo("Not done, because the leader has changed: n2 leads orders under epoch 8.");
        assertThat(press("y")).isEqualTo(Effect.NONE);
    }

    @Test
    void oneChangeAtATimeAndItsOutcomeIsShown() {
        press("r", "y");
        assertThat(press("r")).isEqualTo(Effect.NONE);
        assertThat(rules.mode()).isEqualTo(Mode.WORKING);
        press("j");
        assertThat(on()).as("the cursor moves on").isEqualTo("billing");

        rules.done("n1 resigned from orders; n2 leads under epoch 8 after 23 ms");
        assertThat(rules.message().text()).contains("after 23 ms");
        press("r", "y");
        rules.failed("that leadership is over");

        assertThat(rules.message()).isEqualTo(new WatchRules.Message("Not done: that leadership is over", true));
        assertThat(rules.mode()).isEqualTo(Mode.BROWSE);
    }

    @Test
    void anElectionIsOpenedAndLeftAndMayVanish() {
        press("j", "ENTER");
        assertThat(rules.openElection()).contains(BILLING);
        press("ESCAPE");
        assertThat(rules.openElection()).isEmpty();
        assertThat(on()).isEqualTo("billing");

        press("ENTER");
        rules.saw(Clusters.of(ORDERS), List.of());

        assertThat(rules.openElection()).isEmpty();
        assertThat(on()).isIn("orders", "n1");
    }

    @Test
    void whatIsOldIsSaidToBeOldUntilTheNodeAnswersAgain() {
        rules.away("cannot reach http://n1");
        assertThat(rules.away()).contains("cannot reach http://n1");
        assertThat(rules.cluster().elections()).hasSize(2);

        rules.saw(Clusters.of(ORDERS), List.of());

        assertThat(rules.away()).isEmpty();
    }

    @Test
    void helpIsLeftByAnyKeyAndQEndsItAll() {
        press("?");
        assertThat(rules.mode()).isEqualTo(Mode.HELP);
        assertThat(press("r")).isEqualTo(Effect.NONE);
        assertThat(rules.mode()).isEqualTo(Mode.BROWSE);

        assertThat(press("q")).isEqualTo(Effect.QUIT);
        assertThat(press("CLOSED")).isEqualTo(Effect.QUIT);
        press("r", "y");
        assertThat(press("q")).as("while a change is under way").isEqualTo(Effect.QUIT);
    }

    @Test
    void aClusterWithNothingInItHasNoCursor() {
        WatchRules empty = new WatchRules("operate");

        press(empty, "j", "k", "ENTER", "r", "t", "d", "u", "ESCAPE");

        assertThat(empty.cursor()).isEmpty();
        assertThat(empty.mode()).isEqualTo(Mode.BROWSE);
    }
}
