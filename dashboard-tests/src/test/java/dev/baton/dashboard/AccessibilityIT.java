// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Landmarks, names, roles and contrast, computed from what the browser really shows. */
@ExtendWith(Chromium.class)
class AccessibilityIT {
    private static final List<String> ROUTES =
            List.of("#/", "#/elections/coordinator", "#/nodes", "#/nodes/n2", "#/duties", "#/events");

    private static Scene everyState() {
        Scene scene = Scene.small();
        scene.election("spare", 2, "n2");
        scene.election("spare").put("guarantee", "PER_PARTITION");
        scene.election("empty", 2, "n2", "n3");
        scene.election("empty").remove("leader");
        scene.nodes.get(1).put("status", "suspect");
        scene.nodes
                .get(1)
                .put("alarms", List.of(Scene.json("kind", "READ_ONLY", "detail", "x", "at", Scene.millis(scene.now))));
        scene.nodes.get(2).put("status", "unreachable");
        scene.duties.get(0).putAll(Scene.json("state", "STUCK", "restarts", 3, "lastError", "boom"));
        scene.unreachable.add("n3");
        List.of("became_leader", "lost_leadership", "alarm", "duty_failed", "operation")
                .forEach(type -> scene.events.add(Scene.json(
                        "seq",
                        scene.events.size() + 1,
                        "at",
                        Scene.millis(scene.now),
                        "type",
                        type,
                        "node",
                        "n1",
                        "election",
                        "coordinator",
                        "epoch",
                        7)));
        return scene;
    }

    static String script(String name) {
        try (InputStream found = AccessibilityIT.class.getResourceAsStream("/" + name)) {
            return new String(found.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LIGHT", "DARK"})
    void textStandsOutFromItsGround(ColorScheme scheme, Browser browser) {
        try (StubNode node = new StubNode(everyState());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "", scheme)) {
            for (String route : ROUTES) {
                dashboard.go(route);
                dashboard.find("main .row, main dl").first().waitFor();

                assertThat((List<?>) dashboard.page().evaluate(script("contrast.js")))
                        .as("texts on %s in %s with too little contrast", route, scheme)
                        .isEmpty();
            }
        }
    }

    @Test
    void controlsHaveNamesAndRolesAreInOrder(Browser browser) {
        try (StubNode node = new StubNode(everyState());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            for (String route : ROUTES) {
                dashboard.go(route);
                dashboard.find("main .row, main dl").first().waitFor();

                assertThat((List<?>) dashboard.page().evaluate(script("semantics.js")))
                        .as("defects on %s", route)
                        .isEmpty();
            }
        }
    }

    @Test
    void theLandmarksAreThere(Browser browser) {
        try (StubNode node = new StubNode(everyState());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
            dashboard.row("elections", "coordinator").waitFor();

            assertThat(
                            dashboard
                                    .page()
                                    .evaluate(
                                            "['header', 'nav', 'search', 'main', 'aside'].map(tag => document.querySelectorAll(`body ${tag}:not(section *)`).length)"))
                    .isEqualTo(List.of(1, 1, 1, 1, 1));
            assertThat(dashboard.page().evaluate("document.documentElement.lang"))
                    .isEqualTo("en");
            assertThat(dashboard.page().title()).isEqualTo("Elections · test · Baton");
        }
    }
}
