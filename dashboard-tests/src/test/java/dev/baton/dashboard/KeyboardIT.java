// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Everything can be reached without a mouse. */
@ExtendWith(Chromium.class)
class KeyboardIT {
    private static String focused(Dashboard dashboard) {
        return (String) dashboard.page().evaluate("document.activeElement.textContent");
    }

    @Test
    void fromSearchToListToElectionAndBack(Browser browser) {
        try (StubNode node = new StubNode(Scene.large(5, 40));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "election-0000").waitFor();

            dashboard.press("/");
            dashboard.page().keyboard().type("election-003");
            dashboard.until("document.querySelector('.elections').getAttribute('aria-rowcount') === '11'");
            dashboard.until("location.hash === '#/elections?q=election-003'");
            dashboard.press("ArrowDown");
            assertThat(focused(dashboard)).startsWith("election-0030");
            dashboard.press("ArrowDown");
            dashboard.press("ArrowDown");
            dashboard.press("ArrowUp");
            assertThat(focused(dashboard)).startsWith("election-0031");
            dashboard.press("Enter");

            dashboard.until("document.activeElement.tagName === 'H1'");
            assertThat(focused(dashboard)).isEqualTo("election-0031");
            dashboard.press("Escape");
            dashboard.row("elections", "election-0000").waitFor();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void theFocusStaysOnItsRowInALongList(Browser browser) {
        try (StubNode node = new StubNode(Scene.large(5, 500));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "election-0000").waitFor();

            dashboard.press("l");
            dashboard.press("End");
            assertThat(focused(dashboard)).startsWith("election-0499");
            dashboard.page().evaluate("document.querySelector('.elections .viewport').scrollTop = 0");
            dashboard.row("elections", "election-0000").waitFor();
            assertThat(focused(dashboard)).startsWith("election-0499");
            dashboard.press("PageUp");
            dashboard.press("Home");

            assertThat(focused(dashboard)).startsWith("election-0000");
            assertThat(dashboard.page().evaluate("document.activeElement.getAttribute('aria-rowindex')"))
                    .isEqualTo("2");
        }
    }

    @Test
    void aDialogKeepsTheFocusAndGivesItBack(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
            dashboard.find("button:text-is('Resign…')").focus();
            dashboard.press("Enter");
            dashboard.find("dialog").waitFor();
            for (int tab = 0; tab < 6; tab++) {
                dashboard.press("Tab");
                assertThat(
                                dashboard
                                        .page()
                                        .evaluate(
                                                "document.activeElement === document.body || document.activeElement.closest('dialog') !== null"))
                        .isEqualTo(true);
            }
            dashboard.press("Escape");

            dashboard.seesNot("dialog");
            assertThat(focused(dashboard)).isEqualTo("Resign…");
        }
    }

    @Test
    void helpListsTheKeysAndCanSwitchThemOff(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "coordinator").waitFor();
            dashboard.press("2");
            dashboard.row("nodes", "n2").waitFor();

            dashboard.press("?");
            dashboard.find("dialog #keys-on").uncheck();
            dashboard.press("Escape");
            dashboard.press("1");
            // Keys are handled in order: when this one has had its effect, the one before has had its own.
            dashboard.press("Tab");
            dashboard.until("document.activeElement !== document.body");

            assertThat(dashboard.page().evaluate("location.hash")).isEqualTo("#/nodes");
        }
    }

    @Test
    void theTimelineIsWalkedWithArrows(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
            dashboard.find(".chart [role=option]").first().waitFor();

            dashboard.find(".chart [role=option][tabindex='0']").focus();
            assertThat(dashboard.find(".details").textContent())
                    .contains("n1, epoch 7")
                    .contains("leads");
            dashboard.press("ArrowDown");
            assertThat(dashboard.find(".details").textContent())
                    .contains("n2, epoch 6")
                    .contains("ended: deadline");
            dashboard.press("ArrowDown");
            assertThat(dashboard.find(".details").textContent())
                    .contains("412 ms without a leader")
                    .contains("after n2, epoch 6: deadline");
            assertThat(dashboard.page().evaluate("document.activeElement.getAttribute('aria-label')"))
                    .asString()
                    .contains("412 ms without a leader");
        }
    }

    @Test
    void eventsAreHeldStillAndLetGo(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/events")) {
            dashboard.awaitLive();

            dashboard.press("p");
            node.emit(Scene.json("type", "node_joined", "node", "n9"));
            dashboard.find("button:text-is('Resume (1 new)')").waitFor();
            assertThat(dashboard.row("events", "n9").count()).isZero();
            dashboard.press("p");

            dashboard.row("events", "n9").waitFor();
        }
    }

    @Test
    void aHandOverIsSaidToAScreenReader(Browser browser) {
        Scene scene = Scene.small();
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.awaitLive();

            synchronized (scene) {
                scene.election("coordinator").put("leader", scene.leader("n2", 8));
            }
            node.emit(Scene.json("type", "leader_changed", "election", "coordinator", "node", "n2", "epoch", 8));

            dashboard.until(
                    "document.querySelector('#announcer').textContent.includes('n2 leads coordinator under epoch 8.')");
        }
    }

    @Test
    void theThemeIsChosenAndRemembered(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "coordinator").waitFor();
            String ground = "getComputedStyle(document.documentElement).backgroundColor";
            Object light = dashboard.page().evaluate(ground);

            dashboard.press("t");
            Object dark = dashboard.page().evaluate(ground);
            dashboard.page().reload();

            assertThat(dark).isNotEqualTo(light);
            assertThat(dashboard.page().evaluate(ground)).isEqualTo(dark);
        }
    }
}
