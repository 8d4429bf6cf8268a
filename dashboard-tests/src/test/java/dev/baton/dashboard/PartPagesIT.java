// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A part of a node has its tab and its page where the node has the part, and nowhere else. */
@ExtendWith(Chromium.class)
class PartPagesIT {
    private static final String NODE = "node: {id: n1}\nadmin: {port: 0}\nelections: [{name: jobs, duties: [%s]}]\n";

    @Test
    void pollsAreListed(Browser browser) {
        String polls = "polls: [{name: gateway, url: 'http://127.0.0.1:1', every: 100ms}]\n";
        try (BatonServer node = start(NODE.formatted("poll_orchestrator") + polls);
                Dashboard dashboard = Dashboard.open(browser, node.adminUrl().orElseThrow(), "#/polls")) {
            dashboard.row("listing", "gateway").first().waitFor();
            dashboard.sees("EXECUTION_ERROR");

            assertThat(dashboard.find("#tabs a[aria-current=page]").textContent())
                    .isEqualTo("Polls");
            dashboard.press("1");
            dashboard.sees("jobs");
            dashboard.press("5");
            dashboard.row("listing", "gateway").first().waitFor();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void aNodeWithoutThePartHasNoTab(Browser browser) {
        try (BatonServer node = start(NODE.formatted("log"));
                Dashboard dashboard = Dashboard.open(browser, node.adminUrl().orElseThrow(), "")) {
            dashboard.sees("jobs");

            assertThat(dashboard.find("#tabs a").count()).isEqualTo(4);
        }
    }

    private static BatonServer start(String yaml) {
        return BatonServer.start(NodeConfig.parse(yaml, Map.of()));
    }
}
