// SPDX-License-Identifier: Apache-2.0
package dev.baton.bully;

import static dev.baton.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.baton.ElectionName;
import dev.baton.Endpoints;
import dev.baton.FaultHandler;
import dev.baton.Node;
import dev.baton.internal.runtime.ThreadLanes;
import dev.baton.spi.Alarm;
import dev.baton.spi.Contest;
import dev.baton.spi.ElectionEntry;
import dev.baton.spi.ElectorEvent;
import dev.baton.spi.Priority;
import dev.baton.testkit.lab.FreePorts;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What someone can do with the requests of nodes that were captured on their way. */
@Timeout(120)
class CapturedRequestTest {
    private static final Duration PATIENCE = Duration.ofSeconds(50);

    @TempDir
    Path folder;

    private final ThreadLanes lanes = new ThreadLanes("captured", 2, FaultHandler.halting());
    private final List<BullyElector> running = new ArrayList<>();
    private final int port = FreePorts.take();
    private final CapturingProxy proxy = new CapturingProxy(port);

    @AfterEach
    void stop() throws IOException {
        running.forEach(BullyElector::close);
        lanes.close();
        proxy.close();
    }

    private BullyElector start(String id, BullyConfiguration.Builder node) {
        BullyElector elector = LocalCluster.start(id, node.settings(LocalCluster.SETTINGS), lanes);
        running.add(elector);
        return elector;
    }

    private BullyConfiguration.Builder node(String id) {
        return BullyConfiguration.of(LocalCluster.CREDENTIALS, folder.resolve(id));
    }

    private BullyConfiguration.Builder first() {
        return node("node1").listen("127.0.0.1", port).advertised(new Address("127.0.0.1", proxy.port()));
    }

    private void awaitMembers(int count, BullyElector... electors) {
        for (BullyElector elector : electors) {
            eventually(
                    count + " members", PATIENCE, () -> elector.view().peers().size() == count, elector::view);
        }
    }

    /** A request of node2 to node1; a node that stands for election is sure to have something to ask. */
    private String capture(BullyElector sender) {
        enter(sender, new ConcurrentLinkedQueue<>()).campaign(Priority.DEFAULT);
        eventually(
                "node2 speaks to node1", PATIENCE, () -> proxy.lastFrom("node2").isPresent(), proxy::captured);
        return proxy.lastFrom("node2").orElseThrow();
    }

    private static Contest enter(BullyElector elector, Queue<ElectorEvent> events) {
        Node self = elector.node().status().node();
        return elector.enter(new ElectionEntry(ElectionName.of("coordinator"), self, Endpoints.NONE), events::add);
    }

    @Test
    void aCapturedRequestIsOfUseToNobody() throws IOException {
        BullyElector receiver = start("node1", first().form());
        BullyElector sender = start("node2", node("node2").join(List.of(receiver.address())));
        BullyElector another = start("node3", node("node3").join(List.of(receiver.address())));
        awaitMembers(3, receiver, sender, another);
        String captured = capture(sender);
        String password =
                Base64.getEncoder().encodeToString("cluster_user:cluster_pass".getBytes(StandardCharsets.UTF_8));

        assertThat(proxy.captured()).as("the password does not travel").doesNotContain(password);
        RawHttp.Reply elsewhere = RawHttp.send(another.address(), captured);
        assertThat(elsewhere.status()).as(elsewhere.text()).isEqualTo(412);
        RawHttp.Reply again = RawHttp.send(new Address("127.0.0.1", port), captured);
        assertThat(again.status()).as(again.text()).isEqualTo(409);
        assertThat(again.text()).contains("was already received");

        receiver.close();
        BullyElector restarted = start("node1", first());
        RawHttp.Reply afterwards = RawHttp.send(new Address("127.0.0.1", port), captured);
        assertThat(afterwards.status()).as(afterwards.text()).isEqualTo(412);
        awaitMembers(3, restarted, sender, another);
    }

    @Test
    void aSenderThatWasRestartedIsHeardWhileItsOldRequestIsReplayed() throws IOException {
        BullyElector receiver = start("node1", first().form());
        BullyElector sender = start("node2", node("node2").join(List.of(receiver.address())));
        awaitMembers(2, receiver, sender);
        String captured = capture(sender);
        Queue<ElectorEvent> seenByTheReceiver = new ConcurrentLinkedQueue<>();
        enter(receiver, seenByTheReceiver);
        sender.close();
        Queue<ElectorEvent> seenByTheSender = new ConcurrentLinkedQueue<>();
        enter(start("node2", node("node2").join(List.of(receiver.address()))), seenByTheSender)
                .campaign(Priority.DEFAULT);

        Instant earliestEnd =
                Instant.now().plus(LocalCluster.SETTINGS.terms().lease().multipliedBy(4));
        while (Instant.now().isBefore(earliestEnd)
                || seenByTheSender.stream().noneMatch(ElectorEvent.Granted.class::isInstance)) {
            RawHttp.Reply again = RawHttp.send(new Address("127.0.0.1", port), captured);
            assertThat(again.text()).contains("was already received");
        }

        assertThat(seenByTheReceiver)
                .noneMatch(event -> event instanceof ElectorEvent.Trouble trouble
                        && trouble.alarm().kind() == Alarm.Kind.DUPLICATE_NODE_ID);
    }

    /** How often node2 has sent a message of this kind to node1, by the path it came to. */
    private Map<String, Integer> paths(String kind) {
        Map<String, Integer> paths = new TreeMap<>();
        for (String request : proxy.captured().split("(?=POST /|GET /)")) {
            if (request.startsWith("POST /") && request.contains("\"kind\":\"" + kind + "\"")) {
                paths.merge(request.substring(5, request.indexOf(' ', 5)), 1, Integer::sum);
            }
        }
        return paths;
    }

    @Test
    void whatNodesSayTravelsByThePathOfItsName() {
        BullyElector receiver = start("node1", first().form());
        BullyElector sender = start("node2", node("node2").join(List.of(receiver.address())));
        awaitMembers(2, receiver, sender);
        enter(sender, new ConcurrentLinkedQueue<>()).campaign(Priority.DEFAULT);

        eventually(
                "node2 leads and renews",
                PATIENCE,
                () -> paths("renew").getOrDefault("/heartbeat", 0) > 3,
                proxy::captured);
        assertThat(paths("renew").keySet()).containsExactly("/coordinator", "/heartbeat");
        assertThat(paths("ask").keySet()).containsExactly("/election");
    }

    @Test
    void aRequestThatWasChangedOnItsWayIsRefused() throws IOException {
        BullyElector receiver = start("node1", first().form());
        BullyElector sender = start("node2", node("node2").join(List.of(receiver.address())));
        awaitMembers(2, receiver, sender);
        String changed = capture(sender).replace("\"number\":", "\"number\":9");

        assertThat(RawHttp.send(new Address("127.0.0.1", port), changed).status())
                .isIn(400, 401);
    }
}
