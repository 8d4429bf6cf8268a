// SPDX-License-Identifier: Apache-2.0
package dev.baton.dashboard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** A cluster on an ordinary day, with something of everything, for pictures. */
final class Showcase {
    private static final List<String> NODES = List.of("ber-1", "ber-2", "fra-1", "fra-2", "muc-1");
    private static final List<String> REASONS =
            List.of("RESIGNED", "DEADLINE", "TRANSFERRED", "DUTY_FAILED", "YIELDED");
    private static final List<Long> GAPS = List.of(212L, 31L, 1_820L, 9L, 640L, 240L, 58L);

    /** How many minutes each leadership lasted, the oldest first; the last one is still on. */
    private record Past(String election, String elector, String guarantee, String duty, List<Integer> minutes) {}

    private static final List<Past> PASTS = List.of(
            new Past("coordinator", "sql", "EXCLUSIVE", "health", List.of(31, 18, 41)),
            new Past("billing-nightly", "sql", "EXCLUSIVE", "orchestrator", List.of(12, 34, 17, 20)),
            new Past("metrics-rollup", "bully", "PER_PARTITION", "rollup", List.of(16, 16, 30, 15)),
            new Past("report-export", "sql", "EXCLUSIVE", "exporter", List.of(9, 25, 9, 18, 14)),
            new Past("search.indexer", "registry", "EXCLUSIVE", "indexer", List.of(8, 21, 14, 19, 12)));

    private final Scene scene = new Scene();

    static Scene scene() {
        Showcase showcase = new Showcase();
        NODES.forEach(showcase::node);
        for (int index = 0; index < PASTS.size(); index++) {
            showcase.election(index, PASTS.get(index));
        }
        showcase.number();
        showcase.scene.cluster = "orders-eu";
        showcase.scene.answeredBy = "ber-1";
        return showcase.scene;
    }

    private void node(String id) {
        scene.node(id);
        scene.find(scene.nodes, "id", id).put("zone", id.substring(0, 3));
    }

    private void election(int index, Past past) {
        int last = past.minutes().size() - 1;
        long firstEpoch = 3 + index * 5L;
        String leader = nodeAt(index, last);
        String[] next = NODES.stream().filter(id -> !id.equals(leader)).toArray(String[]::new);
        scene.election(past.election(), firstEpoch + last, leader, next);
        List<Map<String, Object>> records = records(index, past, firstEpoch);
        scene.leaderships.put(past.election(), records);
        Map<String, Object> election = scene.election(past.election());
        election.put("elector", past.elector());
        election.put("guarantee", past.guarantee());
        election.put("handOvers", last + index * 3);
        election.put("lastGapMs", records.get(0).get("gapMs"));
        Map<String, Object> shown = scene.leader(leader, firstEpoch + last);
        shown.put("since", records.get(0).get("from"));
        shown.put("leaseLeftMs", 9_800 - index * 530);
        shown.put(
                "endpoints",
                Scene.json("http", "http://10.0." + index + ".7:8080", "resp", "10.0." + index + ".7:6400"));
        election.put("leader", shown);
        scene.find(scene.duties, "election", past.election())
                .putAll(Scene.json("name", past.duty(), "since", records.get(0).get("from")));
    }

    private static String nodeAt(int election, int leadership) {
        return NODES.get((election * 2 + leadership) % NODES.size());
    }

    /** Newest first, as the API has them. */
    private List<Map<String, Object>> records(int index, Past past, long firstEpoch) {
        List<Map<String, Object>> records = new ArrayList<>();
        Duration ago = Duration.ofMinutes(
                past.minutes().stream().mapToInt(Integer::intValue).sum());
        for (int at = 0; at < past.minutes().size(); at++) {
            Long gap = at == 0 ? null : GAPS.get((index + at) % GAPS.size());
            Duration from = gap == null ? ago : ago.minusMillis(gap);
            boolean on = at == past.minutes().size() - 1;
            ago = ago.minusMinutes(past.minutes().get(at));
            String node = nodeAt(index, at);
            String reason = on ? null : REASONS.get((index + at) % REASONS.size());
            records.add(
                    0, scene.leadership(past.election(), node, firstEpoch + at, from, on ? null : ago, reason, gap));
            event("became_leader", past, node, firstEpoch + at, null, scene.before(from));
            if (!on) {
                event("lost_leadership", past, node, firstEpoch + at, reason, scene.before(ago));
            }
        }
        return records;
    }

    private void event(String type, Past past, String node, long epoch, String reason, String at) {
        scene.events.add(Scene.json(
                "seq",
                0,
                "at",
                at,
                "type",
                type,
                "election",
                past.election(),
                "node",
                node,
                "epoch",
                epoch,
                "reason",
                reason));
    }

    private void number() {
        scene.events.sort(Comparator.comparing(event -> (String) event.get("at")));
        for (int at = 0; at < scene.events.size(); at++) {
            scene.events.get(at).put("seq", at + 1);
        }
    }
}
