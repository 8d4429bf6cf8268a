// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.LeaderView;
import dev.baton.admin.LocalView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rules of the cluster monitor: one check after another. Pure. */
final class ClusterMonitorRules {
    private Map<String, Set<String>> claimedBefore = Map.of();
    private Set<String> hereBefore = Set.of();
    private boolean first = true;

    /**
     * The changes since the last check, elections that two nodes claimed at two checks in a row, and gaps reported by
     * leaders.
     */
    record Changes(Set<String> joined, Set<String> left, Set<String> claimedTwice, List<Gap> gaps) {}

    /** How long no node led before a leadership, as reported by its leader. */
    record Gap(String election, long epoch, long millis) {}

    Changes look(List<LocalView> answers) {
        Set<String> here = new TreeSet<>();
        Map<String, Set<String>> claimed = new TreeMap<>();
        for (LocalView answer : answers) {
            here.add(answer.node().id());
            answer.node()
                    .leads()
                    .forEach(election -> claimed.computeIfAbsent(election, it -> new HashSet<>())
                            .add(String.valueOf(answer.node().incarnation())));
        }
        List<String> twice = new ArrayList<>();
        claimed.forEach((election, nodes) -> {
            // Nodes answer one after another, so a hand-over in between looks like two leaders; it does so only once.
            Set<String> both = new HashSet<>(nodes);
            both.retainAll(claimedBefore.getOrDefault(election, Set.of()));
            if (both.size() > 1) {
                twice.add(election);
            }
        });
        Changes found = new Changes(
                first ? Set.of() : without(here, hereBefore),
                without(hereBefore, here),
                new TreeSet<>(twice),
                answers.stream().flatMap(ClusterMonitorRules::own).toList());
        first = false;
        claimedBefore = new HashMap<>(claimed);
        hereBefore = here;
        return found;
    }

    private static Stream<Gap> own(LocalView answer) {
        return answer.elections().stream().flatMap(it -> {
            LeaderView leader = it.leader();
            Long gap = it.lastGapMs();
            return leader != null
                            && gap != null
                            && leader.incarnation().equals(answer.node().incarnation())
                    ? Stream.of(new Gap(it.name(), leader.epoch(), gap))
                    : Stream.empty();
        });
    }

    private static Set<String> without(Set<String> some, Set<String> others) {
        Set<String> left = new TreeSet<>(some);
        left.removeAll(others);
        return left;
    }
}
