// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Locator;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tokens, roles, and what an operator may do. */
@ExtendWith(Chromium.class)
class AccessIT {
    private static final Map<String, String> TOKENS = Map.of("r-secret", "read", "o-secret", "operate");

    private static void enter(Dashboard dashboard, String token) {
        dashboard.find("#token").fill(token);
        dashboard.find("dialog button[type=submit]").click();
    }

    @Test
    void aTokenIsAskedForAndKeptInTheTab(Browser browser) {
        try (StubNode node = new StubNode(Scene.small())) {
            node.requireTokens(TOKENS);
            try (Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
                dashboard.sees("Token required");

                enter(dashboard, "wrong");
                dashboard.sees("The token was not accepted");
                enter(dashboard, "r-secret");

                dashboard.find("#access:text-is('Role: read')").waitFor();
                dashboard.page().reload();
                dashboard.find("#access:text-is('Role: read')").waitFor();
                assertThat(dashboard.page().evaluate("JSON.stringify(localStorage)"))
                        .asString()
                        .doesNotContain("secret");
                assertThat(dashboard.page().url()).doesNotContain("secret");
            }
        }
    }

    /** A page that is opened asks for the state and for the stream. */
    private static void awaitRefused(StubNode node, int times) {
        eventually(times + " refusals", Duration.ofSeconds(10), () -> node.refused() == times, node::refused);
    }

    @Test
    void aPageWithoutTokenDoesNotKeepAsking(Browser browser) {
        try (StubNode node = new StubNode(Scene.small())) {
            node.requireTokens(TOKENS);
            try (Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
                awaitRefused(node, 2);
                dashboard.page().clock().install();
                dashboard.page().reload();
                awaitRefused(node, 4);
                dashboard.find("dialog button:text-is('Cancel')").click();

                dashboard.page().clock().runFor(60_000);

                assertThat(node.refused()).isEqualTo(4);
                assertThat(dashboard.find("dialog").count()).isZero();
            }
        }
    }

    @Test
    void theReadRoleHasNoButtonsThatOperate(Browser browser) {
        try (StubNode node = new StubNode(Scene.small())) {
            node.requireTokens(TOKENS);
            try (Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
                enter(dashboard, "r-secret");
                dashboard.find("#candidates-title").waitFor();
                assertThat(dashboard.find("main button").count()).isZero();

                dashboard.find("#access").click();
                enter(dashboard, "o-secret");

                dashboard.find("button:text-is('Resign…')").waitFor();
                assertThat(dashboard.find("main button").allTextContents())
                        .containsExactly(
                                "Resign…", "Transfer…", "Make ineligible…", "Make ineligible…", "Make ineligible…");
            }
        }
    }

    @Test
    void aForgottenTokenLocksThePage(Browser browser) {
        try (StubNode node = new StubNode(Scene.small())) {
            node.requireTokens(TOKENS);
            try (Dashboard dashboard = Dashboard.open(browser, node.address(), "")) {
                enter(dashboard, "r-secret");
                dashboard.row("elections", "coordinator").waitFor();

                dashboard.find("#access").click();
                dashboard.find("text=Forget the token").click();

                dashboard.sees("Token required");
                assertThat(dashboard.find(".rows > .row").count()).isZero();
            }
        }
    }

    @Test
    void anOperationNamesTheEpochAndIsConfirmed(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
            dashboard.find("button:text-is('Resign…')").click();
            assertThat(dashboard.find("dialog").textContent())
                    .contains("n1")
                    .contains("coordinator")
                    .contains("epoch 7");
            dashboard.find("dialog button:text-is('Cancel')").click();
            assertThat(node.operations()).isEmpty();

            dashboard.find("button:text-is('Resign…')").click();
            dashboard.find("dialog button:text-is('Resign (epoch 7)')").click();
            dashboard.sees("Done");
            dashboard.find("dialog button:text-is('Close')").click();
            dashboard.find("button:text-is('Transfer…')").click();
            dashboard.find("dialog select").selectOption("n3");
            dashboard.find("dialog button[type=submit]").click();
            dashboard.sees("Done");
            dashboard.find("dialog button:text-is('Close')").click();
            dashboard.find("tr:has-text('n2') button").click();
            dashboard.find("dialog button[type=submit]").click();
            dashboard.sees("Done");

            assertThat(node.operations())
                    .isEqualTo(List.of(
                            new StubNode.Request("POST", "/api/v1/elections/coordinator/resign", "{\"epoch\":7}"),
                            new StubNode.Request(
                                    "POST", "/api/v1/elections/coordinator/transfer", "{\"epoch\":7,\"to\":\"n3\"}"),
                            new StubNode.Request(
                                    "POST",
                                    "/api/v1/elections/coordinator/eligibility",
                                    "{\"node\":\"n2\",\"eligible\":false,\"epoch\":7}")));
        }
    }

    @Test
    void aStaleEpochIsExplained(Browser browser) {
        try (StubNode node = new StubNode(Scene.small());
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
            node.answerOperationsWith(409, StubNode.error("STALE_EPOCH", "epoch 7 is over"));

            dashboard.find("button:text-is('Resign…')").click();
            dashboard.find("dialog button[type=submit]").click();

            dashboard.sees("its successor was not touched");
        }
    }

    @Test
    void aDialogThatIsOvertakenCannotBeConfirmed(Browser browser) {
        Scene scene = Scene.small();
        try (StubNode node = new StubNode(scene);
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/elections/coordinator")) {
            dashboard.awaitLive();
            dashboard.find("button:text-is('Resign…')").click();
            Locator confirm = dashboard.find("dialog button[type=submit]");
            assertThat(confirm.isEnabled()).isTrue();

            synchronized (scene) {
                scene.election("coordinator").put("leader", scene.leader("n2", 8));
            }
            node.emit(Scene.json("type", "became_leader", "election", "coordinator", "node", "n2", "epoch", 8));

            dashboard.sees("Meanwhile n2 leads under epoch 8");
            assertThat(confirm.isEnabled()).isFalse();
        }
    }
}
