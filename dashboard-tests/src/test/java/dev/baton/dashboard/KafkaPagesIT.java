// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.baton.server.BatonServer;
import dev.baton.server.NodeConfig;
import dev.baton.testkit.lab.FreePorts;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What Kafka clients write and read, on the pages of topics and of consumer groups. */
@ExtendWith(Chromium.class)
class KafkaPagesIT {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String HOSTILE = "<img src=x onerror=\"window.pwned=1\">/\u202e?&";
    private static final Path SCREENSHOTS = Path.of("target", "screenshots");

    private static BatonServer start(Path folder, int broker) {
        int member = FreePorts.take();
        return BatonServer.start(NodeConfig.parse("""
                node: {id: n1}
                elector: {type: raft, raft: {bind: '127.0.0.1:%1$d', bootstrap: ['n1=127.0.0.1:%1$d'], state_folder: '%2$s'}}
                admin: {port: 0, peer_timeout: 10s}
                kafka: {enabled: true, port: %3$d, partitions: 2}
                """.formatted(member, folder, broker), Map.of()));
    }

    private static void write(String brokers, int count) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new StringSerializer(), new StringSerializer())) {
            for (int i = 0; i < count; i++) {
                producer.send(new ProducerRecord<>("orders", i % 2, "key", "value"))
                        .get();
            }
        }
    }

    private static void read(KafkaConsumer<String, String> consumer, int count) {
        Set<String> read = new HashSet<>();
        eventually(
                "records are read",
                PATIENCE,
                () -> {
                    consumer.poll(Duration.ofMillis(100)).forEach(it -> read.add(it.partition() + ":" + it.offset()));
                    return read.size() >= count;
                },
                () -> read);
        consumer.commitSync();
    }

    @Test
    void whatRealClientsDoIsSeenLive(Browser browser, @TempDir Path folder) throws Exception {
        int broker = FreePorts.take();
        String brokers = "127.0.0.1:" + broker;
        try (BatonServer node = start(folder, broker);
                KafkaConsumer<String, String> consumer = new KafkaConsumer<>(
                        Map.of(
                                "bootstrap.servers", brokers,
                                "group.id", HOSTILE,
                                "client.id", "nightly-reader",
                                "auto.offset.reset", "earliest",
                                "enable.auto.commit", "false"),
                        new StringDeserializer(),
                        new StringDeserializer());
                Dashboard dashboard = Dashboard.open(browser, node.adminUrl().orElseThrow(), "#/groups")) {
            dashboard.sees("No consumer has joined a group or committed an offset.");
            write(brokers, 10);
            consumer.subscribe(List.of("orders"));
            read(consumer, 10);

            dashboard.row("group-list", "Stable").waitFor();
            write(brokers, 7);
            dashboard.row("group-list", "7").waitFor();
            dashboard.row("group-list", "7").click();
            dashboard.row("group-members", "nightly-reader").waitFor();
            dashboard.until("document.querySelectorAll('.group-partitions .rows > .row').length === 2");
            dashboard.row("group-partitions", "9").waitFor();

            dashboard.go("#/topics/orders");
            dashboard.row("topic-list", "7").waitFor();
            dashboard.row("topic-partitions", "9").waitFor();
            read(consumer, 7);
            dashboard.go("#/groups");
            dashboard.find(".group-list .cell:nth-of-type(4) :text-is('0')").waitFor();
            assertThat(dashboard.page().evaluate("window.pwned ?? null")).isNull();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void aGroupOfAThousandPartitionsIsReadWithTheKeyboardAlone(Browser browser) {
        GroupsScene groups = new GroupsScene()
                .group("readers", "reader-1", 1_000, 3)
                .deserted("left-behind")
                .group(HOSTILE, HOSTILE, 2, 1);
        try (StubNode node = new StubNode(groups.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/groups")) {
            dashboard.row("group-list", "3,000").waitFor();
            dashboard.press("l");
            dashboard.press("Home");
            dashboard.press("Enter");
            dashboard.until("location.hash === '#/groups/readers'");
            dashboard.until("document.querySelector('.group-partitions').getAttribute('aria-rowcount') === '1001'");
            assertThat(dashboard.find(".group-partitions .rows > .row").count()).isBetween(3, 60);

            dashboard.find(".group-partitions .rows > .row").first().focus();
            dashboard.press("End");
            dashboard.until("document.activeElement.textContent.includes('999')");
            // New figures come in, and the reader stays where they are.
            groups.group("readers", "reader-1", 1_000, 4);
            dashboard.row("group-list", "4,000").waitFor();
            dashboard.until("document.activeElement.textContent.includes('999')");

            groups.unanswered.add("n3");
            dashboard.sees("3 groups; no answer from n3");
            dashboard.go("#/groups/left-behind");
            dashboard.find(".group-partitions .error-text:text-is('none')").waitFor();
            dashboard.sees("It has no members.");
            dashboard.page().evaluate("n => { location.hash = `#/groups/${encodeURIComponent(n)}`; }", HOSTILE);
            dashboard.row("group-members", "/10.0.0.7").waitFor();
            dashboard.find(".group-members :text('<img src=x')").first().waitFor();
            assertThat(dashboard.page().evaluate("window.pwned ?? null")).isNull();
            dashboard.assertNoComplaints();
        }
    }

    @Test
    void topicsHaveFiguresAndDoWithoutThem(Browser browser) {
        ControllerScene controller = new ControllerScene();
        controller.topic("orders", 1_000);
        GroupsScene groups =
                new GroupsScene().group("readers", "reader-1", 6, 100).deserted("left-behind");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            try (StubNode node = new StubNode(groups.in(controller.in(Scene.small())));
                    Dashboard dashboard = Dashboard.open(browser, node.address(), "#/topics/orders", scheme)) {
                // The lag of both groups together.
                dashboard.row("topic-list", "612").waitFor();
                dashboard.row("topic-list", "3 MiB").waitFor();
                dashboard.row("topic-list", "1,250/s").waitFor();
                dashboard.row("topic-partitions", "4,712").waitFor();
                dashboard.row("topic-partitions", "1.5 KiB").first().waitFor();
                assertAccessible(dashboard);
                shoot(dashboard, "topic-" + scheme);
                dashboard.go("#/groups/readers");
                dashboard.row("group-partitions", "200").first().waitFor();
                assertAccessible(dashboard);
                shoot(dashboard, "groups-" + scheme);
                dashboard.assertNoComplaints();
            }
        }

        controller.hasFigures = false;
        try (StubNode node = new StubNode(groups.in(controller.in(Scene.small())));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/topics/orders")) {
            dashboard.sees("; no figures: ");
            dashboard.row("topic-partitions", "n2").first().waitFor();
        }
    }

    @Test
    void nothingIsCutOffOnAPhone(Browser browser) {
        GroupsScene groups = new GroupsScene()
                .group("invoices-of-the-night-for-all-of-europe-and-the-rest-of-the-world", "reader-1", 40, 1_000_000)
                .group("readers", "reader-1", 1, 0);
        try (StubNode node = new StubNode(groups.in(Scene.small()));
                Dashboard dashboard = Dashboard.open(browser, node.address(), "#/groups")) {
            dashboard.page().setViewportSize(PhoneIT.WIDTH, 844);
            for (String route : List.of("#/groups", "#/groups/readers")) {
                dashboard.go(route);
                dashboard.row("group-list", "readers").waitFor();
                assertThat(dashboard.page().evaluate(PhoneIT.CUT_OFF)).as(route).isEqualTo("");
                assertThat(dashboard.page().evaluate("document.documentElement.scrollWidth"))
                        .as(route)
                        .isEqualTo(PhoneIT.WIDTH);
            }
            dashboard.assertNoComplaints();
        }
    }

    private static void assertAccessible(Dashboard dashboard) {
        for (String check : List.of("contrast.js", "semantics.js")) {
            assertThat((List<?>) dashboard.page().evaluate(AccessibilityIT.script(check)))
                    .as(check)
                    .isEmpty();
        }
    }

    private static void shoot(Dashboard dashboard, String name) {
        dashboard
                .page()
                .screenshot(new Page.ScreenshotOptions().setPath(SCREENSHOTS.resolve("kafka-" + name + ".png")));
    }
}
