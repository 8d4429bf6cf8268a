// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The page of work: who has which partition, and what changes hands, also where there are very many. */
@ExtendWith(Chromium.class)
class WorkPageIT {
    private static final int PHONE = 390;
    private static final Duration TO_RENDER = Duration.ofSeconds(15);

    /** The pixels of a strip, from a copy: the browser warns of reading what is painted often. */
    private static final String DATA = """
            (() => {
              const copy = new OffscreenCanvas(strip.width, strip.height);
              const pen = copy.getContext('2d', {willReadFrequently: true});
              pen.drawImage(strip, 0, 0);
              return pen.getImageData(0, 0, strip.width, strip.height).data;
            })();""";

    /** How many different colours the first strip shows at its top left cells. */
    private static final String NAMES = "[...document.querySelectorAll('.worker-name > .name')]";

    private static final String COLOURS = """
            (() => {
              const strip = document.querySelector('.work-lists .strip');
              if (!strip || !strip.width) return 0;
              const data = %s
              const seen = new Set();
              for (let at = 0; at < data.length; at += 4) {
                if (data[at + 3] === 255) seen.add((data[at] << 16) | (data[at + 1] << 8) | data[at + 2]);
              }
              return seen.size;
            })()""".formatted(DATA);

    private static final String SUM = """
            (() => {
              const strip = document.querySelector('.work-lists .strip');
              const data = %s
              let sum = 0;
              for (let at = 0; at < data.length; at++) sum = (sum * 31 + data[at]) | 0;
              return sum;
            })()""".formatted(DATA);

    private static BatonServer start(String id, String url) {
        return BatonServer.start(NodeConfig.parse("""
                node: {id: %s}
                admin: {port: 0}
                elector: {type: sql, sql: {url: '%s', lease: 6s, peer: {enabled: true}}}
                work: {coordinate: true, worker: true, lists: [{name: billing/invoices, partitions: 12}]}
                """.formatted(id, url), Map.of()));
    }

    @Test
    void aRealClusterIsShownAndASecondWorkerTakesItsShare(Browser browser) {
        String url = "jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1";
        try (BatonServer node = start("n1", url);
                Dashboard dashboard = Dashboard.open(browser, node.adminUrl().orElseThrow(), "#/work")) {
            dashboard.row("work-lists", "billing/invoices").waitFor();
            dashboard.sees("all have a worker");
            dashboard.until(COLOURS + " === 1");
            assertThat(dashboard.find("#tabs a[aria-current=page]").textContent())
                    .isEqualTo("Work");

            try (BatonServer second = start("n2", url)) {
                assertThat(second.adminUrl()).isPresent();
                dashboard.row("work-workers", "n2").waitFor();
                dashboard.until("document.querySelector('.work-workers').textContent.match(/n2.*?6/s)");
                // Two colours, and those of what changed hands a moment ago.
                dashboard.until(COLOURS + " >= 2");

                dashboard.row("work-workers", "n2").click();
                button(dashboard, "Drain…").click();
                dashboard.find("dialog button[type=submit]").click();
                dashboard.sees("Done by n1: n2 is being drained.");
                dashboard.find("dialog button:text-is('Close')").click();
                dashboard.until("document.querySelector('.work-workers').textContent.match(/n1.*?12/s)");
                button(dashboard, "Resume…").waitFor();
            }
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void aHandOverIsSeenLiveAndFades(Browser browser) {
        WorkScene work = new WorkScene(3, 2, 30);
        try (StubNode node = new StubNode(work.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work")) {
            dashboard.row("work-lists", "billing/list-0000").waitFor();
            dashboard.until(COLOURS + " === 3");
            Object before = dashboard.page().evaluate(SUM);

            work.release(0, 4, 2);
            dashboard.until(SUM + " !== " + before);
            work.give(0, 4, 2);
            dashboard
                    .page()
                    .waitForFunction("() => {" + " window.sums ??= new Set(); window.sums.add(" + SUM
                            + "); return window.sums.size > 3; }");
            work.give(0, 5, -1);
            dashboard.sees("no worker: no worker can take it");
            dashboard.find(".tile:has-text('Unassigned') .tile-note.bad").waitFor();
            assertThat(dashboard.find(".work-lists .cell.bad").first().textContent())
                    .isEqualTo("1");
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void aWorkerThatIsChosenStandsOut(Browser browser) {
        try (StubNode node = new StubNode(new WorkScene(3, 1, 30).in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work", ColorScheme.DARK)) {
            dashboard.until(COLOURS + " === 3");
            // What they say about themselves leaves room for their names.
            dashboard.until(NAMES + ".every((name) => name.scrollWidth <= name.clientWidth)");

            dashboard.row("work-workers", "worker-002").click();

            dashboard.find(".work-workers .row.chosen").waitFor();
            dashboard.until(COLOURS + " === 1");
        }
    }

    private static void confirm(Dashboard dashboard) {
        dashboard.find("dialog button[type=submit]").click();
        dashboard.sees("Done by n1: as it was asked.");
        dashboard.find("dialog button:text-is('Close')").click();
        dashboard.seesNot("dialog");
    }

    @Test
    void whatIsWrongWithWhatIsStoredIsShownWithWhatMendsIt(Browser browser) {
        WorkScene work = new WorkScene(3, 1, 30);
        work.problem("task list billing/lost", "its definition is gone", "baton work lists create billing/lost 4");
        try (StubNode node = new StubNode(work.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work")) {
            dashboard.sees("task list billing/lost");
            dashboard.sees("its definition is gone; baton work lists create billing/lost 4");
            dashboard.assertNoComplaints();
        }
    }

    private static Locator button(Dashboard dashboard, String text) {
        return dashboard.find("main button:text-is('" + text + "')");
    }

    @Test
    void theReadRoleMayAskWhatWouldHappenAndHasNoButtonThatChanges(Browser browser) {
        WorkScene work = new WorkScene(3, 1, 30);
        work.place("pin", "billing/list-0000/3", "worker-009", false);
        try (StubNode node = new StubNode(work.in(Scene.small()))) {
            node.requireTokens(Map.of("r-secret", "read", "o-secret", "operate"));
            try (Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work")) {
                dashboard.find("#token").fill("r-secret");
                dashboard.find("dialog button[type=submit]").click();
                dashboard.row("work-workers", "worker-000").click();
                dashboard
                        .row("work-lists", "billing/list-0000")
                        .locator(".name")
                        .click();
                button(dashboard, "If it left…").click();
                dashboard.sees("10 partitions would move.");
                assertThat(dashboard.find("dialog").textContent())
                        .contains("worker-000")
                        .contains("10 because its worker is gone")
                        .contains("billing/list-0000/3 would have no worker: it is pinned there");
                dashboard.find("dialog button:text-is('Close')").click();

                assertThat(dashboard.find("main button:visible").allTextContents())
                        .containsExactly("If it left…");
                dashboard.sees("only on worker-009, which is not present");
                dashboard.find(".strip").first().click(new Locator.ClickOptions().setPosition(4, 4));
                assertThat(dashboard.find("dialog").count()).isZero();

                dashboard.find("#access").click();
                dashboard.find("#token").fill("o-secret");
                dashboard.find("dialog button[type=submit]").click();
                button(dashboard, "Drain…").waitFor();
                assertThat(dashboard.find("main button:visible").allTextContents())
                        .containsExactly("Partition…", "Resize…", "Retire…", "If it left…", "Drain…", "Unpin…");
                dashboard.assertNoComplaints();
            }
        }
    }

    @Test
    void eachChangeIsConfirmedFirst(Browser browser) {
        WorkScene work = new WorkScene(3, 1, 30);
        work.place("ban", "billing/list-0000", "worker-002", true);
        work.place("ban", "billing/list-0000/7", "worker-002", true);
        work.place("pin", "billing/list-0000/3", "worker-001", true);
        try (StubNode node = new StubNode(work.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work")) {
            node.answerOperationsWith(200, Map.of("outcome", "as it was asked", "by", "n1"));
            dashboard.row("work-workers", "worker-000").click();
            button(dashboard, "Drain…").click();
            assertThat(dashboard.find("dialog").textContent())
                    .contains("Ask worker-000 to give away its 10 partitions");
            dashboard.find("dialog button:text-is('Cancel')").click();
            assertThat(node.operations()).isEmpty();

            button(dashboard, "Drain…").click();
            confirm(dashboard);
            dashboard.row("work-workers", "worker-001").click();
            button(dashboard, "Resume…").click();
            confirm(dashboard);

            // The second cell of the map; cells are 16 pixels wide where there is room.
            dashboard.find(".strip").first().click(new Locator.ClickOptions().setPosition(20, 4));
            assertThat(dashboard.find("#partition-number").inputValue()).isEqualTo("1");
            dashboard.find("#partition-worker").selectOption("worker-002");
            confirm(dashboard);
            place(dashboard, "pin", "worker-000");
            place(dashboard, "unpin", null);
            place(dashboard, "ban", "worker-001");
            place(dashboard, "unban", "worker-001");

            button(dashboard, "Resize…").click();
            dashboard.find("#list-partitions").fill("20");
            dashboard.sees("Partitions from 20 on are released");
            confirm(dashboard);
            button(dashboard, "Retire…").click();
            confirm(dashboard);
            for (String what : List.of("billing/list-0000", "billing/list-0000/7", "billing/list-0000/3")) {
                dashboard.row("work-placements", what).locator("button").click();
                confirm(dashboard);
            }

            assertThat(node.operations())
                    .extracting(it -> it.path().replace("/api/v1/work/", "") + " " + it.body())
                    .containsExactly(
                            "drain {\"worker\":\"worker-000\",\"draining\":true}",
                            "drain {\"worker\":\"worker-001\",\"draining\":false}",
                            "move {\"partition\":\"billing/list-0000/1\",\"to\":\"worker-002\"}",
                            "pin {\"partition\":\"billing/list-0000/4\",\"worker\":\"worker-000\"}",
                            "unpin {\"partition\":\"billing/list-0000/4\"}",
                            "ban {\"partition\":\"billing/list-0000/4\",\"worker\":\"worker-001\"}",
                            "unban {\"partition\":\"billing/list-0000/4\",\"worker\":\"worker-001\"}",
                            "change-list {\"list\":\"billing/list-0000\",\"partitions\":20,\"shrink\":true}",
                            "retire-list {\"list\":\"billing/list-0000\"}",
                            "unban {\"list\":\"billing/list-0000\",\"worker\":\"worker-002\"}",
                            "unban {\"partition\":\"billing/list-0000/7\",\"worker\":\"worker-002\"}",
                            "unpin {\"partition\":\"billing/list-0000/3\"}");
            dashboard.assertNoComplaints();
        }
    }

    private static void place(Dashboard dashboard, String action, @Nullable String worker) {
        button(dashboard, "Partition…").click();
        dashboard.find("#partition-number").fill("4");
        dashboard.find("#partition-action").selectOption(action);
        if (worker == null) {
            assertThat(dashboard.find("#partition-worker").isVisible()).isFalse();
        } else {
            dashboard.find("#partition-worker").selectOption(worker);
        }
        confirm(dashboard);
    }

    @Test
    void whatTheNodeRefusesIsSaidInItsWords(Browser browser) {
        try (StubNode node = new StubNode(new WorkScene(3, 1, 30).in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/work")) {
            node.answerOperationsWith(409, StubNode.error("CONFLICT", "it is banned from there"));
            dashboard.row("work-lists", "billing/list-0000").locator(".name").click();
            button(dashboard, "Partition…").click();
            dashboard.find("dialog button[type=submit]").click();

            dashboard.sees("Not done: it is banned from there (CONFLICT)");
        }
    }

    @Test
    void aHundredThousandPartitionsOnTwoHundredWorkersAreReadable(Browser browser) {
        WorkScene work = new WorkScene(200, 50, 2_000);
        work.give(0, 1_000, -1);
        try (StubNode node = new StubNode(work.in(Scene.large(200, 3)));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            long begun = System.nanoTime();
            dashboard.go("#/work");
            dashboard.row("work-lists", "billing/list-0000").waitFor();
            dashboard.until("document.querySelector('.strip')?.dataset.mode === 'columns'");
            Duration rendered = Duration.ofNanos(System.nanoTime() - begun);

            dashboard.sees("99,999");
            dashboard.sees("no worker: no worker can take it");
            assertThat(dashboard.find(".work-lists .rows > .row").count()).isLessThan(40);
            assertThat(dashboard.find(".work-workers .rows > .row").count()).isLessThan(40);
            double repaint = ((Number) dashboard.page().evaluate(REPAINT)).doubleValue();
            System.out.printf(
                    "dashboard, 100 000 partitions on 200 workers: shown after %d ms, a frame while scrolling %.0f ms%n",
                    rendered.toMillis(), repaint);
            assertThat(rendered).isLessThan(TO_RENDER);
            dashboard.assertNoComplaints();

            dashboard.page().setViewportSize(PHONE, 844);
            dashboard.until("document.documentElement.scrollWidth === " + PHONE);
            assertThat(dashboard
                            .page()
                            .evaluate("[...document.querySelectorAll('main .cell, main .tile, main .strip')]"
                                    + ".filter(it => it.offsetParent !== null"
                                    + " && it.getBoundingClientRect().right > innerWidth).length"))
                    .isEqualTo(0);
        }
    }

    /** The median time between two frames while the task lists are scrolled through. */
    private static final String REPAINT = """
            async () => {
              const viewport = document.querySelector('.work-lists .viewport');
              const frame = () => new Promise(requestAnimationFrame);
              let last = await frame();
              const times = [];
              for (let step = 1; step <= 30; step++) {
                viewport.scrollTop = (viewport.scrollHeight - viewport.clientHeight) * step / 30;
                const now = await frame();
                times.push(now - last);
                last = now;
              }
              return times.sort((one, other) => one - other)[15];
            }
            """;
}
