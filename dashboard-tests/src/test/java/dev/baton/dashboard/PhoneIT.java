// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page on a narrow screen: nothing is cut off, and every button can be reached. */
@ExtendWith(Chromium.class)
class PhoneIT {
    static final int WIDTH = 390;
    private static final String LONG_NAME = "invoices-of-the-night-for-all-of-europe-and-the-rest-of-the-world";

    /** What is visible and ends to the right of the screen, or is wider than the frame that scrolls it. */
    static final String CUT_OFF =
            "[...document.querySelectorAll('.top *, .tabs *, main button, main .cell, main td, main .tile')]"
                    + ".filter(it => it.offsetParent !== null && it.getBoundingClientRect().right > innerWidth)"
                    + ".map(it => it.className + ' ' + it.textContent).slice(0, 5).join(' | ')";

    private static Scene scene() {
        Scene scene = Scene.large(3, 200);
        scene.election(LONG_NAME, 9, "node-001", "node-002");
        return scene;
    }

    @Test
    void nothingIsCutOff(Browser browser) {
        try (StubNode node = new StubNode(scene());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.page().setViewportSize(WIDTH, 844);
            for (String route : List.of(
                    "",
                    "#/nodes",
                    "#/duties",
                    "#/elections/election-0001",
                    "#/elections/" + LONG_NAME,
                    "#/nodes/node-001")) {
                dashboard.go(route);
                dashboard.find("main .panel:visible").first().waitFor();

                assertThat(dashboard.page().evaluate(CUT_OFF)).as(route).isEqualTo("");
                assertThat(dashboard.page().evaluate("document.documentElement.scrollWidth"))
                        .as(route)
                        .isEqualTo(WIDTH);
            }
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void aNodeThatLeadsHundredsNamesSomeAndCountsTheRest(Browser browser) {
        try (StubNode node = new StubNode(scene());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/nodes/node-001")) {
            dashboard.find(".more-link").waitFor();

            assertThat(dashboard.find(".chips .chip").count()).isLessThan(30);
            assertThat(dashboard.find(".more-link").textContent()).matches("and \\d+ others");
        }
    }
}
