// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whatever the cluster says stays text. */
@ExtendWith(Chromium.class)
class HostileTextIT {
    private static final String IMAGE = "<img src=x onerror=\"window.pwned=1\">";
    private static final List<String> NAMES = List.of(
            IMAGE,
            "</script><script>window.pwned=1</script>",
            "javascript:window.pwned=1",
            "\" onmouseover=\"window.pwned=1",
            "=cmd|'/c calc'!A1",
            "{{constructor.constructor('window.pwned=1')()}}",
            "../../../etc/passwd",
            "\u202egnp.exe",
            "__proto__",
            "toString",
            "x".repeat(10_000));

    /** Everything that is text in the API is hostile here. */
    private static Scene hostile() {
        Scene scene = new Scene();
        NAMES.forEach(scene::node);
        NAMES.forEach(name -> scene.election(name, 5, name, IMAGE, "n2"));
        for (String key : List.of("address", "admin", "zone", "version", "elector", "incarnation", "status")) {
            scene.nodes.get(0).put(key, IMAGE);
        }
        scene.nodes.get(0).put("alarms", List.of(Scene.json("kind", IMAGE, "detail", IMAGE, "at", IMAGE)));
        Map<String, Object> first = scene.elections.get(0);
        first.put("elector", IMAGE);
        first.put("guarantee", IMAGE);
        first.put(
                "leader",
                Scene.json(
                        "node",
                        IMAGE,
                        "incarnation",
                        IMAGE,
                        "epoch",
                        5,
                        "since",
                        IMAGE,
                        "endpoints",
                        Map.of(IMAGE, "javascript:window.pwned=1")));
        first.put("candidates", List.of(Scene.candidate(IMAGE, IMAGE, 0)));
        scene.leaderships.get(IMAGE).get(1).put("reason", IMAGE);
        scene.duties.get(0).putAll(Scene.json("name", IMAGE, "state", IMAGE, "since", IMAGE, "lastError", IMAGE));
        scene.unreachable.add(IMAGE);
        return scene;
    }

    private static void emitHostileEvents(StubNode node) {
        for (String name : NAMES) {
            node.emit(Scene.json("type", "alarm", "node", name, "election", name, "reason", name, "detail", name));
        }
        node.emit(Scene.json("type", IMAGE, "node", IMAGE, "election", IMAGE, "epoch", 6));
    }

    @Test
    void everyPageShowsItAsText(Browser browser) {
        try (StubNode node = new StubNode(hostile());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.awaitLive();
            emitHostileEvents(node);
            for (String route : List.of("#/", "#/nodes", "#/duties", "#/events")) {
                dashboard.go(route);

                dashboard.find("main .rows :text('<img src=x')").first().waitFor();

                assertHarmless(dashboard);
            }
        }
    }

    @Test
    void thePagesOfOneElectionAndOneNodeShowItAsText(Browser browser) {
        try (StubNode node = new StubNode(hostile());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            for (String name : NAMES) {
                for (String section : List.of("elections", "nodes")) {
                    dashboard
                            .page()
                            .evaluate(
                                    "([s, n]) => { location.hash = `#/${s}/${encodeURIComponent(n)}`; }",
                                    List.of(section, name));
                    dashboard.until(
                            "document.querySelector('h1.title') !== null && decodeURIComponent(location.hash).includes("
                                    + "document.querySelector('h1.title').textContent.slice(0, 5).replace('\\\\u202', ''))");
                    assertHarmless(dashboard);
                }
            }
        }
    }

    @Test
    void theDialogsShowItAsText(Browser browser) {
        try (StubNode node = new StubNode(hostile());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/" + encoded(NAMES.get(1)))) {
            node.answerOperationsWith(409, StubNode.error(IMAGE, IMAGE));

            dashboard.find("button:text-is('Transfer…')").click();
            dashboard.find("dialog button[type=submit]").click();

            dashboard.find("dialog .result:has-text('Not done')").waitFor();
            assertThat(dashboard.find("dialog .result").textContent()).contains("<img src=x");
            assertHarmless(dashboard);
        }
    }

    @Test
    void aNameThatTurnsTheReadingDirectionIsShownForWhatItIs(Browser browser) {
        try (StubNode node = new StubNode(hostile());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/?q=gnp")) {
            Locator name = dashboard.find(".elections .rows a.name");

            assertThat(name.textContent()).isEqualTo("\\u202egnp.exe");
        }
    }

    @Test
    void aNameOfTenThousandCharactersDoesNotBreakTheLayout(Browser browser) {
        try (StubNode node = new StubNode(hostile());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/" + "x".repeat(10_000))) {
            dashboard.find("h1.title").waitFor();

            assertThat(dashboard.page().evaluate("document.documentElement.scrollWidth <= innerWidth"))
                    .isEqualTo(true);
        }
    }

    private static String encoded(String name) {
        return URLEncoder.encode(name, StandardCharsets.UTF_8).replace("+", "%20");
    }

    private static void assertHarmless(Dashboard dashboard) {
        assertThat(dashboard.page().evaluate("window.pwned === undefined")).isEqualTo(true);
        assertThat(dashboard.page().evaluate("document.querySelectorAll('img').length"))
                .as("the mark in the corner is the only image")
                .isEqualTo(1);
        assertThat(dashboard.page().evaluate("document.querySelectorAll('script').length"))
                .isEqualTo(2);
        assertThat(
                        dashboard
                                .page()
                                .evaluate(
                                        "[...document.querySelectorAll('a[href]')].every(a => a.getAttribute('href').startsWith('#'))"))
                .as("every link leads to a place on the page")
                .isEqualTo(true);
        dashboard.assertNoComplaints();
    }
}
