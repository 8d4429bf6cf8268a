// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** 200 nodes and 1 000 elections: readable, and quick. */
@ExtendWith(Chromium.class)
class LargeClusterIT {
    /** Wide, since builds share their machine; how many elements there are is what keeps the page quick. */
    private static final Duration TO_RENDER = Duration.ofSeconds(10);

    private static final double MEDIAN_FRAME_MILLIS = 300;
    private static final double SEARCH_MILLIS = 1_000;

    @Test
    void isShownScrolledAndSearched(Browser browser) {
        try (StubNode node = new StubNode(Scene.large(200, 1_000));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            long begun = System.nanoTime();
            dashboard.page().reload();
            dashboard.row("elections", "election-0000").waitFor();
            Duration rendered = Duration.ofNanos(System.nanoTime() - begun);

            assertThat(dashboard.find(".elections .rows > .row").count()).isLessThan(40);
            assertThat(dashboard.find("#elections-title + .caption").textContent())
                    .isEqualTo("1,000 elections");

            double median = ((Number) dashboard.page().evaluate(SCROLL_THROUGH)).doubleValue();
            dashboard.row("elections", "election-0999").waitFor();

            dashboard.press("/");
            double search = ((Number) dashboard.page().evaluate(SEARCH)).doubleValue();
            dashboard.row("elections", "election-0777").waitFor();

            dashboard.go("#/nodes");
            dashboard.row("nodes", "node-000").waitFor();
            assertThat(dashboard.find(".nodes .rows > .row").count()).isLessThan(60);

            System.out.printf(
                    "dashboard, 200 nodes and 1 000 elections: first rows after %d ms, median frame of a scroll %.0f ms,"
                            + " search %.0f ms%n",
                    rendered.toMillis(), median, search);
            assertThat(rendered).isLessThan(TO_RENDER);
            assertThat(median).isLessThan(MEDIAN_FRAME_MILLIS);
            assertThat(search).isLessThan(SEARCH_MILLIS);
            dashboard.assertNoComplaints();
        }
    }

    /** Scrolls from top to bottom in 60 steps; answers the median time between two frames. */
    private static final String SCROLL_THROUGH = """
            async () => {
              const viewport = document.querySelector('.elections .viewport');
              const frame = () => new Promise(requestAnimationFrame);
              let last = await frame();
              const times = [];
              for (let step = 1; step <= 60; step++) {
                viewport.scrollTop = (viewport.scrollHeight - viewport.clientHeight) * step / 60;
                const now = await frame();
                times.push(now - last);
                last = now;
              }
              return times.sort((one, other) => one - other)[30];
            }
            """;

    /** From a key to the frame that shows what was found. */
    private static final String SEARCH = """
            async () => {
              const search = document.querySelector('#search');
              const begun = performance.now();
              search.value = 'election-0777';
              search.dispatchEvent(new Event('input'));
              await new Promise(requestAnimationFrame);
              await new Promise(requestAnimationFrame);
              return performance.now() - begun;
            }
            """;
}
