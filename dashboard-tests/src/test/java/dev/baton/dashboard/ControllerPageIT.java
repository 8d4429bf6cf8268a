// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import dev.baton.admin.AdminClient;
import dev.baton.admin.ControllerOperation;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The pages of the controller and of topics. */
@ExtendWith(Chromium.class)
class ControllerPageIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private static Map<String, BatonServer> start(Path folder) {
        Map<String, Integer> ports = new TreeMap<>();
        List.of("n1", "n2", "n3").forEach(id -> ports.put(id, FreePorts.take()));
        String all = ports.entrySet().stream()
                .map(it -> "'" + it.getKey() + "=127.0.0.1:" + it.getValue() + "'")
                .collect(Collectors.joining(", "));
        Map<String, BatonServer> servers = new TreeMap<>();
        ports.forEach((id, port) -> servers.put(
                id, BatonServer.start(NodeConfig.parse("""
                        node: {id: %s}
                        elector: {type: raft, raft: {bind: '127.0.0.1:%d', bootstrap: [%s], state_folder: '%s'}}
                        admin: {port: 0, peer_timeout: 10s}
                        """.formatted(id, port, all, folder.resolve(id)), Map.of()))));
        return servers;
    }

    private static void create(BatonServer node, String topic) {
        try (AdminClient client = new AdminClient(Optional.empty(), PATIENCE, Optional.empty())) {
            ControllerOperation create = new ControllerOperation.CreateTopic(topic, 4, null, null);
            eventually(
                    topic + " is created",
                    PATIENCE,
                    () -> {
                        AdminClient.Reply reply = client.post(
                                        node.adminUrl().orElseThrow(),
                                        create.path(),
                                        create,
                                        Optional.empty(),
                                        PATIENCE)
                                .join();
                        // The answer to an earlier attempt may have been lost.
                        return reply.isOk() || reply.status() == 409;
                    },
                    () -> topic);
        }
    }

    @Test
    void aRealGroupIsShownAndWhatChangesIsSeenLive(Browser browser, @TempDir Path folder) {
        Map<String, BatonServer> servers = start(folder);
        BatonServer asked = servers.get("n1");
        try (Dashboard dashboard = Dashboard.open(browser, asked.adminUrl().orElseThrow(), "#/controller")) {
            dashboard.row("controller-members", "n3").waitFor();
            dashboard.row("controller-nodes", "n3").waitFor();
            dashboard
                    .find(".tile:has-text('Members'):has-text('of 3 answer'):has-text('3 vote: 1 may be lost')")
                    .waitFor();
            dashboard.find(".tile:has-text('States'):has-text('equal')").waitFor();
            assertThat(dashboard.find("#tabs a[aria-current=page]").textContent())
                    .isEqualTo("Controller");

            dashboard.go("#/topics");
            dashboard.sees("There is no topic: baton topics create.");
            create(asked, "orders");
            dashboard.row("topic-list", "orders").click();
            dashboard.until("document.querySelectorAll('.topic-partitions .rows > .row').length === 4");
            create(asked, "mails");
            dashboard.row("topic-list", "mails").waitFor();

            servers.remove("n3").close();
            dashboard.go("#/controller");
            dashboard.find(".tile:has-text('Members') .tile-note.bad").waitFor();
            dashboard.assertNoComplaints();
        } finally {
            servers.values().forEach(BatonServer::close);
        }
    }

    @Test
    void whatIsWrongStandsOut(Browser browser) {
        ControllerScene controller = new ControllerScene();
        try (StubNode node = new StubNode(controller.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/controller")) {
            dashboard.find(".tile:has-text('States'):has-text('equal')").waitFor();
            dashboard.find(".controller-nodes .error-text:text-is('fenced')").waitFor();
            assertThat(dashboard.find(".controller-members .error-text").count())
                    .isZero();

            controller.states = "DIFFERENT";
            controller.members.set(1, ControllerScene.member("n2", "VOTER", true, 0L, true));
            controller.members.set(2, ControllerScene.member("n3", "VOTER", false, 4_711L, false));

            dashboard.find(".tile:has-text('States') .tile-note.bad").waitFor();
            dashboard
                    .find(".controller-members .error-text:text-is('another state')")
                    .waitFor();
            dashboard
                    .find(".controller-members .error-text:text-is('no answer')")
                    .waitFor();
            dashboard.find(".controller-members .error-text:text-is('4,711')").waitFor();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void topicsArriveLiveAndNothingIsCutOffOnAPhone(Browser browser) {
        ControllerScene controller = new ControllerScene();
        controller.topic("orders", 30);
        controller.topic("invoices-of-the-night-for-all-of-europe-and-the-rest-of-the-world", 1);
        try (StubNode node = new StubNode(controller.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/topics/orders")) {
            dashboard.page().setViewportSize(PhoneIT.WIDTH, 844);
            dashboard.find(".topic-partitions .error-text:text-is('none')").waitFor();
            dashboard.row("topic-partitions", "n2").first().waitFor();
            controller.topic("mails", 2);
            dashboard.row("topic-list", "mails").waitFor();

            for (String route : List.of("#/topics/orders", "#/topics", "#/controller")) {
                dashboard.go(route);
                dashboard.find("main .panel:visible").first().waitFor();
                assertThat(dashboard.page().evaluate(PhoneIT.CUT_OFF)).as(route).isEqualTo("");
                assertThat(dashboard.page().evaluate("document.documentElement.scrollWidth"))
                        .as(route)
                        .isEqualTo(PhoneIT.WIDTH);
            }
            dashboard.assertNoComplaints();
        }
    }
}
