// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A made-up cluster in the words of the admin API, for a {@link StubNode} to answer with. */
final class Scene {
    final Instant now = Instant.now();
    String cluster = "test";
    String answeredBy = "n1";
    final List<Map<String, Object>> nodes = new ArrayList<>();
    final List<Map<String, Object>> elections = new ArrayList<>();
    final List<Map<String, Object>> duties = new ArrayList<>();
    final List<Map<String, Object>> events = new ArrayList<>();
    final Map<String, List<Map<String, Object>>> leaderships = new LinkedHashMap<>();
    final List<String> unreachable = new ArrayList<>();

    /** Keys and values by turns; what is null is left out. */
    static Map<String, Object> json(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int at = 0; at < pairs.length; at += 2) {
            if (pairs[at + 1] != null) {
                object.put((String) pairs[at], pairs[at + 1]);
            }
        }
        return object;
    }

    /** Three nodes, two elections that n1 leads. */
    static Scene small() {
        Scene scene = new Scene();
        scene.node("n1").node("n2").node("n3");
        scene.election("coordinator", 7, "n1", "n2", "n3");
        scene.election("nightly", 3, "n1", "n3", "n2");
        return scene;
    }

    static Scene large(int nodes, int elections) {
        Scene scene = new Scene();
        List<String> ids = IntStream.range(0, nodes)
                .mapToObj(index -> String.format("node-%03d", index))
                .toList();
        ids.forEach(scene::node);
        IntStream.range(0, elections)
                .forEach(index -> scene.election(
                        String.format("election-%04d", index),
                        index + 1,
                        ids.get(index % nodes),
                        ids.get((index + 1) % nodes),
                        ids.get((index + 2) % nodes),
                        ids.get((index + 3) % nodes)));
        return scene;
    }

    Scene node(String id) {
        nodes.add(json(
                "id",
                id,
                "incarnation",
                "a1b2c3d4e5f60718",
                "address",
                "127.0.0.1:7500",
                "zone",
                "west",
                "weight",
                100,
                "version",
                "0.1.0",
                "elector",
                "sql",
                "status",
                "up",
                "since",
                before(Duration.ofHours(5)),
                "eligible",
                true,
                "leads",
                new ArrayList<String>(),
                "alarms",
                new ArrayList<Object>()));
        return this;
    }

    /** An election led by the first of these nodes since ten minutes; the node before led for an hour. */
    Scene election(String name, long epoch, String leader, String... next) {
        List<Map<String, Object>> candidates = new ArrayList<>();
        candidates.add(candidate(leader, "LEADING", 0));
        for (int place = 0; place < next.length; place++) {
            candidates.add(candidate(next[place], "STANDBY", place + 1));
        }
        elections.add(json(
                "name",
                name,
                "elector",
                "sql",
                "promise",
                "EXCLUSIVE",
                "leader",
                leader(leader, epoch),
                "candidates",
                candidates,
                "handOvers",
                2,
                "lastGapMs",
                412));
        String former = next.length == 0 ? leader : next[0];
        leaderships.put(
                name,
                new ArrayList<>(List.of(
                        leadership(name, leader, epoch, Duration.ofMinutes(10), null, null, 412L),
                        leadership(
                                name,
                                former,
                                epoch - 1,
                                Duration.ofMinutes(70),
                                Duration.ofMinutes(10).plusMillis(412),
                                "DEADLINE",
                                null))));
        duties.add(json(
                "name",
                "sweeper",
                "election",
                name,
                "node",
                leader,
                "state",
                "RUNNING",
                "epoch",
                epoch,
                "restarts",
                0,
                "since",
                before(Duration.ofMinutes(10))));
        nodes.stream()
                .filter(node -> node.get("id").equals(leader))
                .forEach(node -> leads(node).add(name));
        return this;
    }

    @SuppressWarnings("unchecked")
    private static List<String> leads(Map<String, Object> node) {
        return (List<String>) node.get("leads");
    }

    Map<String, Object> leader(String node, long epoch) {
        return json(
                "node",
                node,
                "incarnation",
                "a1b2c3d4e5f60718",
                "epoch",
                epoch,
                "since",
                before(Duration.ofMinutes(10)),
                "leaseLeftMs",
                8_000,
                "endpoints",
                Map.of());
    }

    static Map<String, Object> candidate(String node, String state, int place) {
        return json("node", node, "state", state, "eligible", true, "priority", 50, "next", place);
    }

    Map<String, Object> leadership(
            String election, String node, long epoch, Duration from, Duration to, String reason, Long gapMillis) {
        return json(
                "election", election,
                "node", node,
                "incarnation", "a1b2c3d4e5f60718",
                "epoch", epoch,
                "from", before(from),
                "to", to == null ? null : before(to),
                "reason", reason,
                "gapMs", gapMillis);
    }

    Map<String, Object> find(List<Map<String, Object>> among, String key, String value) {
        return among.stream()
                .filter(one -> value.equals(one.get(key)))
                .findFirst()
                .orElseThrow();
    }

    Map<String, Object> election(String name) {
        return find(elections, "name", name);
    }

    String before(Duration ago) {
        return millis(now.minus(ago));
    }

    static String millis(Instant instant) {
        return Instant.ofEpochMilli(instant.toEpochMilli()).toString();
    }
}
