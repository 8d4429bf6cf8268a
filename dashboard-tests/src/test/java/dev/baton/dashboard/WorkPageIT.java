// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
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

            dashboard.row("work-workers", "worker-002").click();

            dashboard.find(".work-workers .row.chosen").waitFor();
            dashboard.until(COLOURS + " === 1");
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
