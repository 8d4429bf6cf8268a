// SPDX-License-Identifier: Apache-2.0
package dev.baton.cli.watch;

import dev.baton.admin.CandidateView;
import dev.baton.admin.ClusterView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.cli.lab.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Clusters as a node would tell of them. */
final class Clusters {
    private Clusters() {}

    /** Nodes n1 to n3, which all stand in all elections. */
    static ClusterView of(ElectionView... elections) {
        return Sample.cluster(
                List.of(Sample.node("n1", null), Sample.node("n2", null), Sample.node("n3", null)), elections);
    }

    /** The leader is the first candidate, as in an answer of a node; a minus sign keeps a candidate from leading. */
    static ElectionView led(String name, long epoch, String... candidates) {
        return election(name, Sample.leader(candidates[0], epoch), candidates);
    }

    static ElectionView unled(String name, String... candidates) {
        return election(name, null, candidates);
    }

    private static ElectionView election(String name, LeaderView leader, String... candidates) {
        List<CandidateView> all = new ArrayList<>();
        Arrays.stream(candidates)
                .map(it -> new CandidateView(it.replace("-", ""), "STANDBY", !it.startsWith("-"), 100, null))
                .forEach(all::add);
        return new ElectionView(name, "sql", "EXCLUSIVE", leader, all, 0, null);
    }
}
