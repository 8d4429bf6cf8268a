// SPDX-License-Identifier: Apache-2.0
package dev.baton.server.cluster;

import dev.baton.admin.CandidateView;
import dev.baton.admin.ElectionView;
import dev.baton.admin.LeaderView;
import dev.baton.admin.LocalView;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Merges the answers of many nodes: answers in, elections out. Pure. */
final class ClusterRules {
    private ClusterRules() {}

    /** @param succession the next one first */
    static List<ElectionView> elections(List<LocalView> answers, Comparator<CandidateView> succession) {
        Map<String, List<ElectionView>> byName = answers.stream()
                .flatMap(answer -> answer.elections().stream())
                .collect(Collectors.groupingBy(ElectionView::name, TreeMap::new, Collectors.toList()));
        return byName.values().stream()
                .map(said -> merge(said, leader(said, answers), succession))
                .toList();
    }

    private static ElectionView merge(
            List<ElectionView> said, Optional<LeaderView> leader, Comparator<CandidateView> succession) {
        ElectionView any = said.get(0);
        return new ElectionView(
                any.name(),
                any.elector(),
                any.guarantee(),
                leader.orElse(null),
                inOrder(said.stream().flatMap(it -> it.candidates().stream()).toList(), leader, succession),
                said.stream().mapToInt(ElectionView::handOvers).max().orElse(0),
                gap(said, leader));
    }

    /** The highest epoch counts, unless the node that would lead under it says that it does not. */
    private static Optional<LeaderView> leader(List<ElectionView> said, List<LocalView> answers) {
        return said.stream()
                .map(ElectionView::leader)
                .filter(Objects::nonNull)
                .max(Comparator.comparingLong(LeaderView::epoch)
                        // Of reports about the same epoch, the leader's own: only the leader knows how long its lease
                        // lasts.
                        .thenComparing(it -> it.leaseLeftMs() != null))
                .filter(leader -> !denies(leader, said.get(0).name(), answers));
    }

    private static boolean denies(LeaderView leader, String election, List<LocalView> answers) {
        return answers.stream()
                .filter(answer -> leader.incarnation().equals(answer.node().incarnation()))
                .anyMatch(answer -> !answer.node().leads().contains(election));
    }

    private static List<CandidateView> inOrder(
            List<CandidateView> candidates, Optional<LeaderView> leader, Comparator<CandidateView> succession) {
        Comparator<CandidateView> order = Comparator.comparing((CandidateView it) -> !leads(it, leader))
                .thenComparing(it -> !it.eligible())
                .thenComparing(succession);
        List<CandidateView> placed = new ArrayList<>();
        int next = 1;
        for (CandidateView it : candidates.stream().sorted(order).toList()) {
            boolean mayFollow = it.eligible() && !leads(it, leader);
            placed.add(new CandidateView(
                    it.node(), it.state(), it.eligible(), it.priority(), mayFollow ? (Integer) next++ : null));
        }
        return placed;
    }

    private static boolean leads(CandidateView candidate, Optional<LeaderView> leader) {
        return leader.filter(it -> it.node().equals(candidate.node())).isPresent();
    }

    private static @Nullable Long gap(List<ElectionView> said, Optional<LeaderView> leader) {
        return said.stream()
                .filter(it -> it.lastGapMs() != null && sameEpoch(it.leader(), leader))
                .max(Comparator.comparing(
                        it -> it.leader() != null && it.leader().leaseLeftMs() != null))
                .map(ElectionView::lastGapMs)
                .orElse(null);
    }

    private static boolean sameEpoch(@Nullable LeaderView seen, Optional<LeaderView> leader) {
        return seen == null
                ? leader.isEmpty()
                : leader.filter(it -> it.epoch() == seen.epoch()).isPresent();
    }
}
