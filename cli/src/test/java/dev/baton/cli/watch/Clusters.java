// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.cli.client.ClusterInfo;
import dev.baton.cli.client.ElectionInfo;
import dev.baton.cli.client.ElectionInfo.CandidateInfo;
import dev.baton.cli.client.ElectionInfo.LeaderInfo;
import dev.baton.cli.client.NodeInfo;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Clusters as a node would tell of them. */
final class Clusters {
    private Clusters() {}

    /** Nodes n1 to n3, which all stand in all elections. */
    static ClusterInfo of(ElectionInfo... elections) {
        return new ClusterInfo(
                "lab",
                "n1",
                "2026-11-16T12:00:00.000Z",
                List.of(node("n1"), node("n2"), node("n3")),
                List.of(elections),
                List.of());
    }

    private static NodeInfo node(String id) {
        return new NodeInfo(id, null, null, null, null, 1, "1", "sql", "up", null, true, List.of(), List.of());
    }

    /** The leader is the first candidate, as in an answer of a node; a minus sign keeps a candidate from leading. */
    static ElectionInfo led(String name, long epoch, String... candidates) {
        return election(name, new LeaderInfo(candidates[0], null, epoch, null, null), candidates);
    }

    static ElectionInfo unled(String name, String... candidates) {
        return election(name, null, candidates);
    }

    private static ElectionInfo election(String name, LeaderInfo leader, String... candidates) {
        List<CandidateInfo> all = new ArrayList<>();
        Arrays.stream(candidates)
                .map(it -> new CandidateInfo(it.replace("-", ""), "STANDBY", !it.startsWith("-"), 100, null))
                .forEach(all::add);
        return new ElectionInfo(name, "sql", "ONE", leader, all, 0, null);
    }
}
