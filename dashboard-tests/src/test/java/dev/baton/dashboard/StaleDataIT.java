// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page says how far it can be trusted. */
@ExtendWith(Chromium.class)
class StaleDataIT {
    @Test
    void aDeadNodeIsSaidSoWithSeconds(Browser browser) {
        StubNode node = new StubNode(Scene.small());
        try (node;
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "coordinator").waitFor();
            assertThat(dashboard.find(".banner:visible").count()).isZero();

            node.close();

            dashboard.find(".banner.bad").waitFor();
            assertThat(dashboard.find(".banner.bad").textContent())
                    .contains("This is old. n1 does not answer")
                    .containsPattern("\\d+ s old");
            dashboard.until("document.querySelector('#connection').textContent === 'No answer'");
            // A leader is no longer shown as certain.
            dashboard
                    .row("elections", "coordinator")
                    .getByText("last seen")
                    .first()
                    .waitFor();
            dashboard.until("Number.parseInt(document.querySelector('.banner .running').textContent) >= 2");
            assertThat(dashboard.find(".tile").first().textContent())
                    .contains("when last seen")
                    .doesNotContain("all have a leader");
        }
    }

    @Test
    void theBannerGoesWhenTheStreamAndTheAnswersReturn(Browser browser) {
        StubNode node = new StubNode(Scene.small());
        try (node;
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.awaitLive();

            dashboard.page().route("**/api/**", route -> route.abort());
            node.cutStreams();
            dashboard.find(".banner.bad").waitFor();
            dashboard.page().unroute("**/api/**");

            dashboard.seesNot(".banner.bad");
            dashboard.awaitLive();
        }
    }

    @Test
    void whatHappenedWhileTheStreamWasDownIsNotLost(Browser browser) {
        StubNode node = new StubNode(Scene.small());
        try (node;
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/events")) {
            dashboard.awaitLive();

            node.emit(Scene.json("type", "node_joined", "node", "n8"));
            dashboard.row("events", "n8").waitFor();
            node.cutStreams();
            node.emit(Scene.json("type", "node_joined", "node", "n9"));

            dashboard.row("events", "n9").waitFor();
            assertThat(dashboard.row("events", "n8").count()).isEqualTo(1);
        }
    }

    @Test
    void aTabThatNobodyLooksAtLetsGoOfTheStreamAndCatchesUp(Browser browser) {
        StubNode node = new StubNode(Scene.small());
        try (node;
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/events")) {
            dashboard.page().clock().install();
            dashboard.page().reload();
            dashboard.awaitLive();

            hide(dashboard, true);
            dashboard.page().clock().runFor(31_000);
            dashboard.until("document.querySelector('#connection').textContent !== 'Live'");
            node.emit(Scene.json("type", "node_joined", "node", "n9"));
            hide(dashboard, false);

            dashboard.awaitLive();
            dashboard.row("events", "n9").waitFor();
        }
    }

    private static void hide(Dashboard dashboard, boolean hidden) {
        dashboard
                .page()
                .evaluate(
                        "hidden => { Object.defineProperty(document, 'hidden', {value: hidden, configurable: true});"
                                + " document.dispatchEvent(new Event('visibilitychange')); }",
                        hidden);
    }

    @Test
    void nodesThatDidNotAnswerAreNamed(Browser browser) {
        Scene scene = Scene.small();
        scene.unreachable.add("n3");
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.find(".banner.warn").waitFor();

            assertThat(dashboard.find(".banner.warn").textContent())
                    .contains("not the whole cluster")
                    .contains("1 node did not answer n1: n3");
        }
    }

    @Test
    void anElectionWithoutLeaderComesFirst(Browser browser) {
        Scene scene = Scene.small();
        scene.election("nightly").remove("leader");
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.find(".row.vacant").waitFor();

            assertThat(dashboard.find(".elections .rows > .row").first().textContent())
                    .contains("nightly")
                    .contains("no leader");
            assertThat(dashboard.find(".tile").first().textContent()).contains("1 without a leader");
        }
    }

    @Test
    void whatIsWrongIsListedFirst(Browser browser) {
        Scene scene = Scene.small();
        scene.election("nightly").remove("leader");
        scene.find(scene.nodes, "id", "n3")
                .put("alarms", List.of(Scene.json("kind", "CLOCK_JUMP", "detail", "by 9 s")));
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.find(".problems").waitFor();

            assertThat(dashboard.find(".problems .alarm").allTextContents())
                    .containsExactly("nightly has no leader", "n3: clock jumpby 9 s");
            dashboard.go("#/nodes");
            dashboard.row("nodes", "n3").waitFor();
            assertThat(dashboard.find(".nodes .rows > .row").first().textContent())
                    .contains("n3");
        }
    }

    @Test
    void aWeakPromiseIsLoud(Browser browser) {
        Scene scene = Scene.small();
        scene.election("nightly").put("guarantee", "PER_PARTITION");
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            assertThat(dashboard
                            .row("elections", "nightly")
                            .locator(".badge.loud")
                            .textContent())
                    .isEqualTo("one per partition");
            assertThat(dashboard
                            .row("elections", "coordinator")
                            .locator(".badge.loud:visible")
                            .count())
                    .isZero();

            dashboard.go("#/elections/nightly");

            dashboard.sees("Two nodes may lead at once");
        }
    }

    @Test
    void nothingAtAllIsSaidKindly(Browser browser) {
        try (StubNode node = new StubNode(new Scene());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.sees("No node stands in an election yet.");
            dashboard.go("#/duties");
            dashboard.sees("No duty is configured.");
            dashboard.go("#/elections/never-heard-of");
            dashboard.sees("No node that answers stands in an election of this name.");
            dashboard.assertNoComplaints();
        }
    }
}
