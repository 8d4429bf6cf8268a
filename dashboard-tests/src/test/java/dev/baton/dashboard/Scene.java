// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.baton.admin.AdminJson;
import dev.baton.admin.CandidateView;
import dev.baton.admin.DutyView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.LeadershipView;
import dev.baton.admin.NodeView;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A made-up cluster in the words of the admin API, for a {@link StubNode} to answer with. */
final class Scene {
    private static final String INCARNATION = "a1b2c3d4e5f60718";

    final Instant now = Instant.now();
    String cluster = "test";
    String answeredBy = "n1";
    final List<Map<String, Object>> nodes = new ArrayList<>();
    final List<Map<String, Object>> elections = new ArrayList<>();
    final List<Map<String, Object>> duties = new ArrayList<>();
    final List<Map<String, Object>> events = new ArrayList<>();
    final Map<String, List<Map<String, Object>>> leaderships = new LinkedHashMap<>();
    final List<String> unreachable = new ArrayList<>();
    /** The pages of parts, as a node has them. */
    final List<Map<String, Object>> partPages = new ArrayList<>();
    /** What else is answered, by path; each is asked with the query. */
    final Map<String, UnaryOperator<Object>> answers = new HashMap<>();

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

    /** A record of the admin API as an object that a test can change, also into what no node would say. */
    private static Map<String, Object> object(Record answer) {
        try {
            return new ObjectMapper()
                    .readValue(AdminJson.write(answer), new TypeReference<LinkedHashMap<String, Object>>() {});
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    Scene node(String id) {
        nodes.add(object(new NodeView(
                id,
                INCARNATION,
                "127.0.0.1:7500",
                null,
                "west",
                100,
                "0.1.0",
                "sql",
                NodeView.Status.UP,
                now.minus(Duration.ofHours(5)),
                true,
                List.of(),
                List.of())));
        return this;
    }

    /** An election led by the first of these nodes since ten minutes; the node before led for an hour. */
    Scene election(String name, long epoch, String leader, String... next) {
        List<Map<String, Object>> candidates = new ArrayList<>();
        candidates.add(candidate(leader, "LEADING", 0));
        for (int place = 0; place < next.length; place++) {
            candidates.add(candidate(next[place], "STANDBY", place + 1));
        }
        Map<String, Object> election = object(new ElectionView(name, "sql", "EXCLUSIVE", null, List.of(), 2, 412L));
        election.put("leader", leader(leader, epoch));
        election.put("candidates", candidates);
        elections.add(election);
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
        duties.add(object(
                new DutyView("sweeper", name, leader, "RUNNING", epoch, 0, now.minus(Duration.ofMinutes(10)), null)));
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
        return object(new LeaderView(node, INCARNATION, epoch, now.minus(Duration.ofMinutes(10)), 8_000L, Map.of()));
    }

    /** @param node also what is no id */
    static Map<String, Object> candidate(String node, String state, int place) {
        Map<String, Object> candidate = object(new CandidateView("n0", state, true, 50, place));
        candidate.put("node", node);
        return candidate;
    }

    Map<String, Object> leadership(
            String election, String node, long epoch, Duration from, Duration to, String reason, Long gapMillis) {
        return object(new LeadershipView(
                election,
                node,
                INCARNATION,
                epoch,
                now.minus(from),
                to == null ? null : now.minus(to),
                reason,
                gapMillis));
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
