// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import dev.baton.admin.EventView;
import dev.baton.admin.ListResponses;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The page before three real nodes. The cluster is started once; the last test kills one of them. */
@ExtendWith(Chromium.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ThreeNodesIT {
    private static final Duration TO_THE_PIXEL = Duration.ofSeconds(1);

    private RealCluster cluster;

    @BeforeAll
    void start(@TempDir Path folder) {
        cluster = RealCluster.start(folder, "n1", "n2", "n3");
    }

    @AfterAll
    void stop() {
        if (cluster != null) {
            cluster.close();
        }
    }

    private Dashboard open(Browser browser, String node, String token) {
        Dashboard dashboard = Dashboard.open(browser, cluster.address(node), "");
        dashboard.find("#token").fill(token);
        dashboard.find("dialog button[type=submit]").click();
        dashboard.row("elections", "coordinator").waitFor();
        return dashboard;
    }

    private static String leaderShown(String name) {
        return "document.querySelector('.elections .rows > .row:has(a[href=\"#/elections/" + name
                + "\"]) .leader .name').textContent";
    }

    private static long epochShown(Dashboard dashboard, String name) {
        return Long.parseLong(dashboard.row("elections", name).locator(".epoch").textContent());
    }

    @Test
    @Order(1)
    void anyNodeShowsTheWholeCluster(Browser browser) {
        String leader = cluster.awaitLeader("coordinator");
        String asked = cluster.anotherThan(leader);
        try (Dashboard dashboard = open(browser, asked, RealCluster.READ_TOKEN)) {
            assertThat(dashboard.row("elections", "coordinator").textContent())
                    .contains(leader)
                    .contains("sql · exclusive");
            assertThat(dashboard.find("#where").textContent())
                    .contains("orders")
                    .contains("as seen by " + asked);

            dashboard.go("#/nodes");

            for (String id : new String[] {"n1", "n2", "n3"}) {
                assertThat(dashboard.row("nodes", id).textContent())
                        .contains("up")
                        .contains("zone-" + id);
            }
            dashboard.assertNoComplaints();
        }
    }

    @Test
    @Order(2)
    void thePageIsServedUnderAStrictPolicyAndNothingElseIs() {
        HttpResponse<String> page = cluster.get("n1", "/");

        assertThat(page.headers().firstValue("Content-Security-Policy"))
                .hasValueSatisfying(policy -> assertThat(policy)
                        .contains("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'")
                        .doesNotContain("unsafe"));
        assertThat(page.body()).doesNotContain(RealCluster.READ_TOKEN);
        for (String path : new String[] {
            "/assets/../index.html",
            "/assets/%2e%2e/index.html",
            "/assets/js/..%2f..%2findex.html",
            "/assets/js/",
            "/assets/nothing.js"
        }) {
            assertThat(cluster.get("n1", path).statusCode()).as(path).isBetween(400, 499);
        }
    }

    @Test
    @Order(3)
    void theReaderHasNoButtons(Browser browser) {
        String leader = cluster.awaitLeader("coordinator");
        try (Dashboard dashboard = open(browser, leader, RealCluster.READ_TOKEN)) {
            dashboard.go("#/elections/coordinator");
            dashboard.find("#candidates-title").waitFor();

            assertThat(dashboard.find("main button").count()).isZero();
        }
    }

    @Test
    @Order(4)
    void theOperatorMakesTheLeaderResign(Browser browser) {
        String leader = cluster.awaitLeader("coordinator");
        try (Dashboard dashboard = open(browser, cluster.anotherThan(leader), RealCluster.OPERATE_TOKEN)) {
            long epoch = epochShown(dashboard, "coordinator");
            dashboard.page().evaluate("location.hash = '#/elections/coordinator'");
            dashboard.find("button:text-is('Resign…')").click();

            dashboard
                    .find("dialog button:text-is('Resign (epoch " + epoch + ")')")
                    .click();

            dashboard.sees("leads under epoch");
            dashboard.find("dialog button:text-is('Close')").click();
            dashboard.until("Number(document.querySelector('.facts .epoch').textContent) > " + epoch);
            dashboard.find("table.leaderships td:text-is('resigned')").first().waitFor();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    @Order(5)
    void theOperatorHandsOverAndBarsANode(Browser browser) {
        String leader = cluster.awaitLeader("nightly");
        String next = cluster.anotherThan(leader);
        try (Dashboard dashboard = open(browser, leader, RealCluster.OPERATE_TOKEN)) {
            dashboard.page().evaluate("location.hash = '#/elections/nightly'");
            dashboard.find("button:text-is('Transfer…')").click();
            dashboard.find("dialog select").selectOption(next);
            dashboard.find("dialog button[type=submit]").click();
            dashboard.sees("Done: " + next + " leads under epoch");
            dashboard.find("dialog button:text-is('Close')").click();
            dashboard.find(".hero:text-is('" + next + "')").waitFor();

            dashboard.find("tr:has(a:text-is('" + leader + "')) button").click();
            dashboard.find("dialog button[type=submit]").click();
            dashboard.sees("Done: ineligible");
            dashboard.find("dialog button:text-is('Close')").click();

            dashboard
                    .find("tr:has(a:text-is('" + leader + "')) .state:has-text('not eligible')")
                    .waitFor();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    @Order(6)
    void aStaleClickDeposesNobody(Browser browser) {
        String leader = cluster.awaitLeader("coordinator");
        try (Dashboard dashboard = open(browser, leader, RealCluster.OPERATE_TOKEN)) {
            long epoch = epochShown(dashboard, "coordinator");

            Object refused = dashboard
                    .page()
                    .evaluate(
                            "async (epoch) => { const { createApi } = await import('/assets/js/api.js');"
                                    + " const { createTokens } = await import('/assets/js/tokens.js');"
                                    + " try { await createApi(createTokens()).resign('coordinator', epoch); return 'done'; }"
                                    + " catch (error) { return error.code; } }",
                            (int) epoch - 1);

            assertThat(refused).isEqualTo("STALE_EPOCH");
            assertThat(cluster.awaitLeader("coordinator")).isEqualTo(leader);
        }
    }

    @Test
    @Order(7)
    void aKilledLeaderIsReplacedOnThePage(Browser browser) {
        String leader = cluster.awaitLeader("coordinator");
        String survivor = cluster.anotherThan(leader);
        try (Dashboard dashboard = open(browser, survivor, RealCluster.READ_TOKEN)) {
            dashboard.awaitLive();
            long epoch = epochShown(dashboard, "coordinator");
            dashboard
                    .page()
                    .evaluate(
                            "([leader]) => { window.seenAt = new Promise(resolve => { const look = () => { const shown = "
                                    + leaderShown("coordinator")
                                    + "; if (shown !== leader && shown !== 'no leader') resolve([shown, Date.now()]);"
                                    + " else requestAnimationFrame(look); }; look(); }); }",
                            List.of(leader));

            cluster.kill(leader);

            List<?> seen = (List<?>) dashboard.page().evaluate("window.seenAt");
            String next = (String) seen.get(0);
            Instant shown = Instant.ofEpochMilli(((Number) seen.get(1)).longValue());
            Duration latency = Duration.between(heardAt(survivor, next, epoch), shown);
            System.out.printf(
                    "dashboard, event to pixel: %d ms; from the new leader's own event: %d ms%n",
                    latency.toMillis(),
                    Duration.between(heardAt(next, next, epoch), shown).toMillis());
            assertThat(latency).isLessThan(TO_THE_PIXEL);
            assertThat(epochShown(dashboard, "coordinator")).isGreaterThan(epoch);

            dashboard.page().evaluate("location.hash = '#/elections/coordinator'");
            dashboard.find("table.leaderships tbody tr").first().waitFor();
            dashboard.until(
                    "/^\\d.* m?s$/.test(document.querySelector('table.leaderships tbody td:last-child').textContent)");
            dashboard.until("[...document.querySelectorAll('.banner.warn')].some(b => b.textContent.includes('" + leader
                    + "'))");
            dashboard
                    .page()
                    .screenshot(new Page.ScreenshotOptions()
                            .setPath(Path.of("target", "screenshots", "dashboard-after-kill.png")));
        }
    }

    /** When {@code node} heard that {@code next} leads after epoch {@code former}. It may be a moment after another node has said so. */
    private Instant heardAt(String node, String next, long former) {
        List<Instant> heard = new ArrayList<>();
        eventually(
                node + " hears that " + next + " leads",
                Duration.ofSeconds(10),
                () -> heard.addAll(leaderEvents(node, next, former)),
                () -> events(node));
        return heard.get(0);
    }

    /** Oldest first: who became leader says so, and then that the leader changed. */
    private List<Instant> leaderEvents(String node, String next, long former) {
        return events(node).stream()
                .filter(event ->
                        "coordinator".equals(event.election()) && event.node().equals(next))
                .filter(event -> event.type().matches("leader_changed|became_leader"))
                .filter(event -> event.epoch() != null && event.epoch() > former)
                .map(EventView::at)
                .toList();
    }

    private List<EventView> events(String node) {
        return cluster.read(node, "events?limit=50", ListResponses.Events.class).events();
    }
}
